package fast_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

var allEvents = []spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet}

// listen collects the events of an observer as text.
func listen(t *testing.T, w *fast.World, options fast.ObserverOptions) (*fast.EventObserver, func() []string) {
	t.Helper()
	var events []string
	o, err := w.Observe(options, func(e fast.Event) {
		text := fmt.Sprintf("%s %s", e.Kind, w.Name(e.Entity))
		if e.Source != 0 {
			text += " from " + w.Name(e.Source)
		}
		if e.Leave {
			text += " leaves"
		}
		events = append(events, text)
	})
	require.NoError(t, err)
	return o, func() []string {
		list := events
		events = nil
		return list
	}
}

func TestObserverHearsWhatOperationsDo(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	pos := fast.Register[position](w)
	o, events := listen(t, w, fast.ObserverOptions{Terms: []fast.Term{pos.ID()}, Events: allEvents})
	e, base := w.Spawn(), w.Spawn()
	require.NoError(t, w.SetName(e, "e"))
	require.NoError(t, w.SetName(base, "base"))
	require.Empty(t, events())

	require.NoError(t, pos.Set(base, position{1, 1}))
	require.Equal(t, []string{"OnAdd base", "OnSet base"}, events())
	require.NoError(t, w.AddPair(e, fast.IsA, base))
	require.Equal(t, []string{"OnAdd e from base", "OnSet e from base"}, events())
	require.NoError(t, pos.Set(base, position{2, 2}))
	require.ElementsMatch(t, []string{"OnSet base", "OnSet e from base"}, events())
	require.NoError(t, pos.Set(e, position{3, 3}))
	require.Equal(t, []string{"OnAdd e", "OnSet e"}, events())
	require.NoError(t, pos.Modified(e))
	require.Equal(t, []string{"OnSet e"}, events())
	require.NoError(t, pos.Remove(e))
	require.Equal(t, []string{"OnRemove e"}, events(), "it goes on having the base's")
	require.Error(t, w.AddPair(base, fast.IsA, e))
	require.Empty(t, events(), "what errs has no events")

	o.Release()
	require.NoError(t, pos.Set(e, position{4, 4}))
	require.Empty(t, events())
}

func TestMonitorTellsWhoEntersAndLeaves(t *testing.T) {
	w := fast.NewWorld()
	a, b := w.NewTag("A"), w.NewTag("B")
	existing := w.SpawnWith(fast.Single(a))
	require.NoError(t, w.SetName(existing, "existing"))
	_, events := listen(t, w, fast.ObserverOptions{
		Query: spec.Query{Expr: "A, !B"}, Monitor: true, YieldExisting: true,
	})
	require.Equal(t, []string{"OnAdd existing"}, events())
	require.NoError(t, w.Add(existing, fast.Single(b)))
	require.Equal(t, []string{"OnRemove existing leaves"}, events())
	require.NoError(t, w.DisableID(existing, fast.Single(b)))
	require.Equal(t, []string{"OnAdd existing"}, events(), "a toggle is told to monitors")
	require.NoError(t, w.Disable(existing))
	require.Equal(t, []string{"OnRemove existing leaves"}, events())
}

func TestCallbackMayChangeTheWorld(t *testing.T) {
	w := fast.NewWorld()
	a, b := w.NewTag("A"), w.NewTag("B")
	var order []string
	_, err := w.Observe(fast.ObserverOptions{Terms: []fast.Term{fast.Single(a)}, Events: allEvents},
		func(e fast.Event) {
			order = append(order, string(e.Kind)+" A")
			if e.Kind == spec.OnAdd {
				require.NoError(t, w.Add(e.Entity, fast.Single(b)))
				require.False(t, w.Has(e.Entity, fast.Single(b)), "it waits")
				w.SpawnWith(fast.Single(b))
			} else {
				require.NoError(t, w.Delete(e.Entity))
			}
		})
	require.NoError(t, err)
	_, err = w.Observe(fast.ObserverOptions{Terms: []fast.Term{fast.Single(b)}, Events: allEvents}, func(e fast.Event) {
		order = append(order, string(e.Kind)+" B")
	})
	require.NoError(t, err)

	e := w.Spawn()
	require.NoError(t, w.Add(e, fast.Single(a)))
	require.True(t, w.Has(e, fast.Single(b)))
	require.Equal(t, []string{"OnAdd A", "OnAdd B", "OnAdd B"}, order)
	order = nil
	require.NoError(t, w.Remove(e, fast.Single(a)))
	require.False(t, w.Alive(e))
	require.Equal(t, []string{"OnRemove A", "OnRemove B"}, order)
}

func TestChangesOfCallbacksThatErrAreHandled(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var failed []error
	w.HandleFailures(func(err error) { failed = append(failed, err) })
	_, err := w.Observe(fast.ObserverOptions{Terms: []fast.Term{fast.Single(tag)}, Events: allEvents},
		func(e fast.Event) {
			require.NoError(t, w.AddPair(e.Entity, fast.ChildOf, e.Entity))
		})
	require.NoError(t, err)
	e := w.Spawn()
	require.NoError(t, w.Add(e, fast.Single(tag)))
	require.True(t, w.Has(e, fast.Single(tag)))
	require.Len(t, failed, 1)
	require.EqualValues(t, "cycle", code(failed[0]))
}

func TestCallbacksThatCauseThemselvesComeToAnEnd(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var failed []error
	w.HandleFailures(func(err error) { failed = append(failed, err) })
	calls := 0
	_, err := w.Observe(fast.ObserverOptions{Terms: []fast.Term{fast.Single(tag)}, Events: allEvents},
		func(fast.Event) {
			calls++
			w.SpawnWith(fast.Single(tag))
		})
	require.NoError(t, err)
	w.SpawnWith(fast.Single(tag))
	require.Greater(t, calls, 50)
	require.Len(t, failed, 1)
	require.EqualValues(t, "limit", code(failed[0]))
	require.False(t, w.IsDeferred())
}

func TestObserverEndsWithItsParent(t *testing.T) {
	w := fast.NewWorld()
	tag, parent := w.NewTag("Tag"), w.Spawn()
	require.NoError(t, w.Add(parent, fast.Single(tag)))
	_, events := listen(t, w, fast.ObserverOptions{
		Terms: []fast.Term{fast.Single(tag)}, Events: allEvents,
		Parent: parent,
	})
	require.NoError(t, w.Delete(parent))
	require.Equal(t, []string{"OnRemove "}, events(), "after the events of the deletion")
	w.SpawnWith(fast.Single(tag))
	require.Empty(t, events())
}

func TestSpawnedValuesAreSetForObservers(t *testing.T) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	_, events := listen(t, w, fast.ObserverOptions{Terms: []fast.Term{pos.ID()}, Events: allEvents})
	fast.Spawn2(w, position{1, 1}, velocity{})
	require.Equal(t, []string{"OnAdd ", "OnSet "}, events())
	batch := fast.SpawnMany1[position](w, 3)
	require.Equal(t, 3, batch.Len())
	require.Equal(t, []string{"OnAdd ", "OnAdd ", "OnAdd "}, events())
}

func TestMisuseOfObservers(t *testing.T) {
	w := fast.NewWorld()
	tag, game := w.NewTag("Tag"), w.Spawn()
	observe := func(o fast.ObserverOptions) spec.ErrorCode {
		_, err := w.Observe(o, func(fast.Event) {})
		return code(err)
	}
	terms := []fast.Term{fast.Single(tag)}
	require.EqualValues(t, "invalid", observe(fast.ObserverOptions{Terms: terms}), "no events")
	require.EqualValues(t, "invalid", observe(fast.ObserverOptions{Terms: terms, Events: []spec.EventKind{"OnBoom"}}))
	require.EqualValues(t, "invalid", observe(fast.ObserverOptions{
		Query:  spec.Query{Expr: "Tag(Tag)"},
		Events: allEvents,
	}), "no trigger")
	require.EqualValues(t, "syntax", observe(fast.ObserverOptions{Query: spec.Query{Expr: "Tag("}, Events: allEvents}))
	require.EqualValues(t, "unsupported",
		observe(fast.ObserverOptions{Terms: append(terms, fast.Up(fast.ChildOf, fast.Single(tag))), Events: allEvents}))
	require.NoError(t, w.Delete(game))
	require.EqualValues(t, "not_alive", observe(fast.ObserverOptions{Terms: terms, Events: allEvents, Parent: game}))

	broken := errors.New("broken")
	_, err := w.Observe(fast.ObserverOptions{Terms: terms, Events: allEvents}, func(fast.Event) { panic(broken) })
	require.NoError(t, err)
	require.PanicsWithValue(t, broken, func() { w.SpawnWith(fast.Single(tag)) })
	require.False(t, w.IsDeferred())
}

func TestTeardownTellsEverythingAndEndsTheWorld(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	parent := w.SpawnWith(fast.Single(tag))
	child := w.SpawnWith(fast.Single(tag), fast.Pair(fast.ChildOf, parent))
	nonFragmenting := w.SpawnWith(fast.Single(tag))
	keeper := w.SpawnWith(fast.Single(tag), fast.Pair(fast.OnDelete, fast.Panic))
	w.SpawnWith(fast.Pair(fast.ChildOf, keeper))
	var order []fast.Entity
	_, err := w.Observe(fast.ObserverOptions{Terms: []fast.Term{fast.Single(tag)}, Events: allEvents},
		func(e fast.Event) {
			order = append(order, e.Entity)
		})
	require.NoError(t, err)

	w.DeferBegin()
	require.EqualValues(t, "invalid", code(w.Teardown()))
	require.NoError(t, w.DeferEnd())
	require.NoError(t, w.Teardown())
	require.Equal(t, []fast.Entity{child, parent}, order[:2])
	require.ElementsMatch(t, []fast.Entity{nonFragmenting, keeper}, order[2:])
	require.Zero(t, w.Len())
	require.EqualValues(t, "invalid", code(w.Teardown()))
	require.EqualValues(t, "invalid", panicCode(func() { w.Spawn() }))
	require.EqualValues(t, "not_alive", code(w.Add(nonFragmenting, fast.Single(fast.Transitive))))
}

// OnSet of tags alone can never be told.
func TestTagsAreNeverSet(t *testing.T) {
	w := fast.NewWorld()
	wet, tag, likes := w.NewTag("Wet"), fast.Register[enemy](w), w.NewRelationship("Likes")
	value := fast.Register[mass](w)
	set := []fast.EventKind{fast.OnSet}
	observe := func(o fast.ObserverOptions) error {
		_, err := w.Observe(o, func(fast.Event) {})
		return err
	}
	for _, o := range []fast.ObserverOptions{
		{Terms: []fast.Term{fast.Single(wet)}, Events: set},
		{Terms: []fast.Term{tag.ID(), fast.Pair(likes, wet)}, Events: set},
		{Query: spec.Query{Expr: "Wet"}, Events: set},
	} {
		err := observe(o)
		require.Equal(t, spec.CodeInvalid, code(err))
		require.ErrorContains(t, err, "has no value to set; listen to OnAdd")
	}
	for _, o := range []fast.ObserverOptions{
		{Terms: []fast.Term{fast.Single(wet)}, Events: []fast.EventKind{fast.OnAdd, fast.OnSet}},
		{Terms: []fast.Term{fast.Single(wet)}, Events: set, Monitor: true},
		{Terms: []fast.Term{fast.Single(wet)}, Events: set, Emitted: []fast.Entity{wet}},
		{Terms: []fast.Term{fast.Single(wet), value.ID()}, Events: set},
		{Terms: []fast.Term{fast.Pair(likes, value.Entity())}, Events: set},
		{Terms: []fast.Term{fast.Pair(likes, fast.Wildcard)}, Events: set},
	} {
		require.NoError(t, observe(o))
	}
}
