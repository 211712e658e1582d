package change_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

func single(e change.Entity) store.ID { return store.Single(e.Index()) }

func owns(w *change.World, e change.Entity, id store.ID) bool {
	return w.Store.Alive(e) && w.Owns(w.Table(e.Index()), e.Index(), id)
}

// Deferred commands run in order when the outermost deferral ends. A failing command is reported
// and the others still run.
func TestDeferredChangesWait(t *testing.T) {
	w, es := change.NewNamed(t, "Fuel", "ship", "boat")
	fuel, ship, boat := es[0], es[1], es[2]
	w.DeferBegin()
	w.DeferBegin()
	require.Nil(t, w.Add(ship, single(fuel)))
	require.Nil(t, w.Delete(boat))
	require.Nil(t, w.Add(boat, single(fuel)), "it lives until the end; what waits for the dead is dropped")
	require.Nil(t, w.Add(ship, store.Pair(rules.IsA.Index(), ship.Index())))
	require.Nil(t, w.Add(ship, single(ship)))
	require.False(t, owns(w, ship, single(fuel)))
	failures, err := w.DeferEnd()
	require.Nil(t, err)
	require.Empty(t, failures)
	require.False(t, owns(w, ship, single(fuel)), "the outer one goes on")
	failures, err = w.DeferEnd()
	require.Nil(t, err)
	require.True(t, owns(w, ship, single(fuel)))
	require.True(t, owns(w, ship, single(ship)), "what comes after a command that errs")
	require.False(t, w.Store.Alive(boat))
	require.Len(t, failures, 1)
	require.Equal(t, 3, failures[0].Command)
	require.Equal(t, spec.CodeCycle, failures[0].Err.Code)
	_, err = w.DeferEnd()
	require.Equal(t, spec.CodeInvalid, err.Code)
}

// observed returns a world in which an observer records the events of Fuel.
func observed(
	t *testing.T, options change.ObserverOptions,
) (w *change.World, es []change.Entity, o *change.Observer, notified func() []string) {
	t.Helper()
	w, es = change.NewNamed(t, "Fuel", "ship", "Docks")
	var events []string
	o, err := w.Observe(&options, func() (*query.Query, *spec.Error) {
		return w.CompileObserved(&spec.Query{Text: true, Expr: "Fuel"}, w.Named)
	}, func(e *change.Event) { events = append(events, string(e.Kind)+" "+w.NameOf(e.Entity.Index())) })
	require.Nil(t, err)
	return w, es, o, func() []string {
		out := events
		events = nil
		return out
	}
}

func TestObserversHearOfChangesThatHappen(t *testing.T) {
	w, es, o, events := observed(t, change.ObserverOptions{Events: []spec.EventKind{spec.OnAdd, spec.OnRemove}})
	fuel, ship, docks := es[0], es[1], es[2]
	for _, c := range []struct {
		do   func() *spec.Error
		want []string
	}{
		{func() *spec.Error { return w.Add(ship, single(fuel)) }, []string{"OnAdd ship"}},
		{func() *spec.Error { return w.Add(ship, single(fuel)) }, nil}, // it has it already
		{func() *spec.Error { return w.Add(ship, single(docks)) }, nil},
		{func() *spec.Error { return w.Clear(ship) }, []string{"OnRemove "}}, // which takes its name
		{func() *spec.Error { w.DeferBegin(); return w.Add(docks, single(fuel)) }, nil},
		{func() *spec.Error { _, err := w.DeferEnd(); return err }, []string{"OnAdd Docks"}},
		{func() *spec.Error { o.Release(); return w.Add(ship, single(fuel)) }, nil},
	} {
		require.Nil(t, c.do())
		require.Equal(t, c.want, events())
	}
}

func TestARefusedChangeIsNotTold(t *testing.T) {
	w, es, _, events := observed(t, change.ObserverOptions{Events: []spec.EventKind{spec.OnAdd}})
	fuel := es[0]
	_, err := w.Create(rules.Birth{Name: "tug", IDs: []rules.Elements{{First: fuel}, {First: rules.Wildcard}}})
	require.NotNil(t, err)
	require.Empty(t, events(), "it got Fuel, and was taken back")
	_, err = w.Create(rules.Birth{Name: "tug", IDs: []rules.Elements{{First: fuel}}})
	require.Nil(t, err)
	require.Equal(t, []string{"OnAdd tug"}, events())
}

func TestAnObserverMayYieldWhatIsThere(t *testing.T) {
	w, es, _, events := observed(t, change.ObserverOptions{Events: []spec.EventKind{spec.OnAdd}})
	require.Nil(t, w.Add(es[1], single(es[0])))
	events()
	var late []change.Entity
	_, err := w.Observe(&change.ObserverOptions{Events: []spec.EventKind{spec.OnAdd}, YieldExisting: true},
		func() (*query.Query, *spec.Error) {
			return w.CompileObserved(&spec.Query{Text: true, Expr: "Fuel"}, w.Named)
		}, func(e *change.Event) { late = append(late, e.Entity) })
	require.Nil(t, err)
	require.Equal(t, []change.Entity{es[1]}, late)
	require.Empty(t, events(), "the others do not hear it again")
}

func TestTeardownEndsEverything(t *testing.T) {
	w, es := change.NewNamed(t, "Fuel", "ship")
	fuel, ship := es[0], es[1]
	require.Nil(t, w.Teardown())
	require.False(t, w.Store.Alive(ship))
	require.False(t, w.Store.Alive(fuel))
}
