package change

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// observeText creates an observer of a query.
func (w *World) observeText(t *testing.T, expr string, options *ObserverOptions, call func(*Event)) *Observer {
	t.Helper()
	o, err := w.Observe(options, func() (*query.Query, *spec.Error) {
		return w.CompileObserved(&spec.Query{Text: true, Expr: expr}, w.Named)
	}, call)
	require.Nil(t, err)
	return o
}

// NewNamed returns a world of flecs-3 with entities of these names.
func NewNamed(t require.TestingT, names ...string) (w *World, list []Entity) {
	w = &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	for _, name := range names {
		e, err := w.Create(rules.Birth{Name: name})
		require.Nil(t, err)
		list = append(list, e)
	}
	return w, list
}

// The needs of an observer contain nothing that its query does not need, so changes of other ids
// cost nothing.
func TestAnObserverNeedsWhatItsQueryAsksFor(t *testing.T) {
	for _, c := range []struct {
		expr                                                string
		any, always, global, names, ignoresEmpty, reflexive bool
		firsts                                              []string
		fixed, relations                                    []string
		plain                                               bool
	}{
		{expr: "A", ignoresEmpty: true, firsts: []string{"A"}, plain: true},
		{expr: "A, !B", ignoresEmpty: true, firsts: []string{"A", "B"}, plain: true},
		{expr: "!A", firsts: []string{"A"}, plain: true},
		{expr: "?A, B", ignoresEmpty: true, firsts: []string{"A", "B"}, plain: true},
		{expr: "(R, X), A", ignoresEmpty: true, firsts: []string{"R", "A"}, plain: true},
		{expr: "(R, *)", ignoresEmpty: true, firsts: []string{"R"}},
		{expr: "(R, $this)", ignoresEmpty: true, global: true, firsts: []string{"R"}},
		{expr: "(*, X)", any: true},
		{expr: "A(X), B", ignoresEmpty: true, firsts: []string{"A", "B"}, fixed: []string{"X"}},
		{expr: "A(up(T)), B", ignoresEmpty: true, firsts: []string{"A", "B", "T"}, relations: []string{"T"}},
		{expr: "A(*), B", ignoresEmpty: true, global: true, firsts: []string{"A", "B"}},
		{expr: "(T, X)", ignoresEmpty: true, firsts: []string{"T"}, plain: true},
		{expr: "(V, X)", ignoresEmpty: true, firsts: []string{"V"}, plain: true},
		{expr: "(F, X), A", ignoresEmpty: true, reflexive: true, plain: true, firsts: []string{"F", "A"}, fixed: []string{"F"}},
		{expr: "(F, X)", reflexive: true, plain: true, firsts: []string{"F"}, fixed: []string{"F"}},
		{expr: "F", firsts: []string{"F"}, plain: true},
		{expr: "Base", ignoresEmpty: true, firsts: []string{"Base"}, plain: true},
	} {
		t.Run(c.expr, func(t *testing.T) {
			w, es := NewNamed(t, "A", "B", "R", "X", "T", "F", "Base", "Sub", "V")
			require.Nil(t, w.Add(es[4], store.Single(rules.Traversable.Index())))
			require.Nil(t, w.Add(es[5], store.Single(rules.Reflexive.Index())))
			require.Nil(t, w.Add(es[8], store.Single(rules.Transitive.Index())))
			require.Nil(t, w.Add(es[7], store.Pair(rules.IsA.Index(), es[6].Index())))
			o := w.observeText(t, c.expr, &ObserverOptions{Events: OnAdd}, func(*Event) {})
			w.Observers.interest()
			n := &o.needs
			names := func(index uint32) string { return w.NameOf(index) }
			var firsts, fixed, relations []string
			for index := range n.firsts {
				if !rules.IsBuiltin(index) {
					firsts = append(firsts, names(index))
				}
			}
			for index := range n.fixed {
				fixed = append(fixed, names(index))
			}
			for _, index := range n.relations {
				relations = append(relations, names(index))
			}
			t.Logf("%+v plain %v", n, o.test.Plain())
			require.Equal(t, []bool{c.any, c.always, c.global, c.names, c.ignoresEmpty, c.reflexive, c.plain},
				[]bool{n.any, n.always, n.global, n.names, n.ignoresEmpty, n.reflexive, o.test.Plain()})
			require.ElementsMatch(t, c.firsts, firsts)
			require.ElementsMatch(t, c.fixed, fixed)
			require.ElementsMatch(t, c.relations, relations)
		})
	}
}

// If no observer can be triggered by an id, changing it opens no operation. Otherwise only the
// entities that the change may affect are captured.
func TestChangesCaptureAffectedEntitiesOnly(t *testing.T) {
	w, es := NewNamed(t, "A", "B", "R", "ship", "boat", "port")
	count := 0
	w.Observers.AfterCallbacks = func() { count++ }
	o := w.observeText(t, "A", &ObserverOptions{Events: OnAdd | OnRemove}, func(*Event) {})
	captured := func(do func()) (list []Entity) {
		require.True(t, w.Open())
		require.False(t, w.Open(), "the operation is part of the running one")
		do()
		for _, c := range o.before.list {
			list = append(list, c.entity)
		}
		w.Close(true)
		require.Empty(t, o.before.list)
		require.False(t, o.before.all)
		require.Nil(t, w.Listener)
		return list
	}
	a, b := store.Single(es[0].Index()), store.Single(es[1].Index())
	require.Empty(t, captured(func() { require.Nil(t, w.AddNow(es[3], b)) }))
	require.Zero(t, count, "there were no events")
	require.Equal(t, []Entity{es[3]}, captured(func() { require.Nil(t, w.AddNow(es[3], a)) }))
	require.Equal(t, 1, count)
	require.Nil(t, w.AddNow(es[4], store.Pair(rules.IsA.Index(), es[3].Index())))
	require.ElementsMatch(t, []Entity{es[3], es[4]}, captured(func() { require.Nil(t, w.RemoveNow(es[3], a)) }),
		"and its instances")
	require.Empty(t, captured(func() { w.RawName(es[3].Index(), "other") }))
	require.Empty(t, captured(func() { w.Wrote(es[3], a) }), "the observer receives no OnSet events")
	require.Len(t, captured(func() { require.Nil(t, w.AddNow(es[2], store.Single(rules.Exclusive.Index()))) }), 6,
		"the property changes which entities match")
	require.Empty(t, captured(func() {}), "it is forgotten")
	require.True(t, w.Unobserved(b))
	require.False(t, w.Unobserved(a))
	require.True(t, w.UnobservedTable(w.Table(es[5].Index())))
	require.True(t, w.unobservedEnd(es[5]))
	require.Nil(t, w.AddNow(es[5], a))
	require.False(t, w.UnobservedTable(w.Table(es[5].Index())))
	require.False(t, w.unobservedEnd(es[5]))
	w.observeText(t, "!A", &ObserverOptions{Monitor: true}, func(*Event) {})
	require.False(t, w.UnobservedTable(w.Table(es[2].Index())), "a new entity without ids matches the monitor")
	require.Nil(t, w.Observers.Failed)
}

// If a callback panics, its deferred changes are discarded.
func TestAPanicOfACallbackAbandonsTheDeferral(t *testing.T) {
	w := &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	a, err := w.Create(rules.Birth{Name: "A"})
	require.Nil(t, err)
	b, err := w.Create(rules.Birth{Name: "B"})
	require.Nil(t, err)
	o := w.observeText(t, "A", &ObserverOptions{Events: OnAdd}, func(e *Event) {
		require.Nil(t, w.Add(e.Entity, store.Single(b.Index())))
		panic("no")
	})
	require.PanicsWithValue(t, "no", func() { _ = w.Add(b, store.Single(a.Index())) })
	require.Zero(t, w.Deferral.Depth)
	require.Zero(t, w.Hooks.Load()&rules.HookDeferred)
	require.Empty(t, w.Deferral.queue.list)
	require.Zero(t, w.Observers.Nesting)
	o.Release()
	require.Zero(t, w.Hooks.Load(), "nobody listens")
	require.Nil(t, w.Remove(b, store.Single(a.Index())))
	require.False(t, w.Owns(w.Table(b.Index()), b.Index(), store.Single(b.Index())), "the waiting change is discarded")
}

// Cells for removed values are reused, and at most maxFreeCells free cells are kept.
func TestCellsOfRemovedValuesAreReused(t *testing.T) {
	w := &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	c, err := w.Declare(rules.Birth{Name: "C"}, []spec.Member{{Name: "x", Type: spec.I64}})
	require.Nil(t, err)
	id := store.Single(c.Index())
	taken := 0
	w.observeText(t, "C", &ObserverOptions{Events: OnRemove, Values: true}, func(e *Event) {
		require.NotNil(t, e.Removed.Component)
		taken++
	})
	var list []Entity
	for range maxFreeCells + 40 {
		e, err := w.Create(rules.Birth{IDs: []rules.Elements{{First: c}}})
		require.Nil(t, err)
		list = append(list, e)
	}
	require.Nil(t, w.Remove(list[0], id))
	require.Equal(t, 1, w.Observers.FreeCells())
	require.Nil(t, w.Remove(list[1], id))
	require.Equal(t, 1, w.Observers.FreeCells(), "the cell of the first value is reused")
	require.Nil(t, w.DeleteAll(list[2:7]))
	require.Equal(t, 5, w.Observers.FreeCells())
	require.Nil(t, w.DeleteAll(list[7:]))
	require.Equal(t, len(list), taken)
	require.LessOrEqual(t, w.Observers.FreeCells(), maxFreeCells)
	var rooms []RemovedValue
	for range maxFreeCells + 5 {
		rooms = append(rooms, RemovedValue{w.Components[c.Index()], w.Observers.cell(w.Components[c.Index()].Typ)})
	}
	require.Zero(t, w.Observers.FreeCells())
	for _, before := range rooms {
		w.Observers.giveBack(before)
	}
	require.Equal(t, maxFreeCells, w.Observers.FreeCells())
}

// If an operation starts change detection and fails, the tracker ends. A tracker that existed
// before continues.
func TestATrackerEndsWithTheFailedOperationThatStartedIt(t *testing.T) {
	w := &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	a, err := w.Create(rules.Birth{Name: "A"})
	require.Nil(t, err)
	e, err := w.Create(rules.Birth{IDs: []rules.Elements{{First: a}}})
	require.Nil(t, err)
	q, err := w.CompileObserved(&spec.Query{Text: true, Expr: "A"}, w.Named)
	require.Nil(t, err)
	tracker := w.Tracker(q)
	require.False(t, tracker.On())
	tracker.Start()
	require.True(t, tracker.On())
	tracker.Stop(false)
	require.True(t, tracker.On())
	tracker.Stop(true)
	require.False(t, tracker.On())
	changed := func() bool {
		tracker.Look(q)
		return tracker.Changed()
	}
	require.True(t, changed(), "no table was returned yet")
	tracker.ClearChanged(q)
	require.False(t, changed())
	require.Len(t, tracker.seen, 1)
	tracker.ForgetOthers()
	require.Len(t, tracker.seen, 1)
	require.Nil(t, w.Delete(e))
	require.True(t, changed())
	tracker.ForgetOthers()
	require.Empty(t, tracker.seen)
	require.False(t, changed())
}

// If there are many states, the states of tables that can never be used again are dropped.
func TestStatesOfDeadTablesAreDropped(t *testing.T) {
	w := &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	w.Watch.Start(w)
	r, err := w.Create(rules.Birth{})
	require.Nil(t, err)
	living, err := w.Create(rules.Birth{IDs: []rules.Elements{{First: r}}})
	require.Nil(t, err)
	state := w.Watch.StateOf(w, living.Index())
	for range MinStates + 10 {
		target, err := w.Create(rules.Birth{})
		require.Nil(t, err)
		e, err := w.Create(rules.Birth{IDs: []rules.Elements{{First: r, Second: target}}})
		require.Nil(t, err)
		require.NotSame(t, state, w.Watch.StateOf(w, e.Index()))
		require.Nil(t, w.Delete(e))
		require.Nil(t, w.Delete(target))
	}
	require.Less(t, len(w.Watch.States), 20)
	require.Same(t, state, w.Watch.StateOf(w, living.Index()))
	require.Same(t, &w.Watch.none, w.Watch.StateOf(w, 0))
	require.NotSame(t, w.Watch.StateOf(w, rules.IsA.Index()), w.Watch.StateOf(w, rules.ChildOf.Index()))
}

// Events are discarded only if a lock makes an operation fail.
func TestALockDiscardsEvents(t *testing.T) {
	w := &World{}
	w.Init(rules.Options{Profile: spec.Flecs3()}, DefaultEvents)
	a, err := w.Create(rules.Birth{Name: "A"})
	require.Nil(t, err)
	e, err := w.Create(rules.Birth{})
	require.Nil(t, err)
	forgotten, hearing, touched := 0, 0, []uint32{}
	w.MarkEvents = func() func() { hearing++; return func() { forgotten++ } }
	w.Touched = func(index uint32) { touched = append(touched, index) }
	add := func() *spec.Error { return w.AddNow(e, store.Single(a.Index())) }
	key := w.SetKey(e.Index())
	w.LockTable(key)
	w.LockTable(key)
	require.Equal(t, ErrTableLocked, w.UnderLocks(add))
	require.Equal(t, []int{1, 1}, []int{hearing, forgotten})
	require.False(t, w.Owns(w.Table(e.Index()), e.Index(), store.Single(a.Index())))
	w.UnlockTable(key)
	require.Equal(t, ErrTableLocked, w.UnderLocks(add), "the table is still locked once")
	w.UnlockTable(key)
	require.Empty(t, w.Locked)
	touched = nil
	require.Nil(t, w.UnderLocks(add))
	require.Equal(t, []uint32{e.Index()}, touched)
	require.Equal(t, []int{2, 2}, []int{hearing, forgotten}, "no table was locked")
	w.LockTable(w.SetKey(a.Index()))
	remove := func() *spec.Error { return w.RemoveNow(e, store.Single(a.Index())) }
	require.Equal(t, ErrTableLocked, w.UnderLocks(remove), "the entity would enter the locked table")
	require.Equal(t, []int{3, 3}, []int{hearing, forgotten})
	w.LockTable("another")
	w.UnlockTable(w.SetKey(a.Index()))
	require.Nil(t, w.UnderLocks(remove))
	require.Equal(t, []int{4, 3}, []int{hearing, forgotten})
}

// needsStamp changes when an entity gets a property, when it gets a base, and when both happen
// between two calls.
func TestTheStampOfNeedsTellsOfEveryChange(t *testing.T) {
	w, es := NewNamed(t, "R", "x", "y", "z")
	stamp := w.needsStamp()
	require.NotZero(t, stamp)
	for _, change := range []func(){
		func() { require.Nil(t, w.AddNow(es[0], store.Single(rules.Transitive.Index()))) },
		func() { require.Nil(t, w.AddNow(es[1], store.Pair(rules.IsA.Index(), es[2].Index()))) },
		func() {
			require.Nil(t, w.AddNow(es[0], store.Single(rules.Reflexive.Index())))
			require.Nil(t, w.AddNow(es[1], store.Pair(rules.IsA.Index(), es[3].Index())))
		},
	} {
		change()
		require.NotEqual(t, stamp, w.needsStamp())
		stamp = w.needsStamp()
	}
	require.Nil(t, w.AddNow(es[2], store.Single(es[3].Index())))
	require.Equal(t, stamp, w.needsStamp(), "it is no property")
}

// Queries return no reserved entities, so observers get no events of them.
func TestReservedEntitiesCauseNoEvents(t *testing.T) {
	w, es := NewNamed(t, "A", "E", "ship")
	a := store.Single(es[0].Index())
	events := 0
	w.observeText(t, "A", &ObserverOptions{Emitted: []Entity{es[1]}}, func(*Event) { events++ })
	for _, e := range []Entity{rules.IsA, es[2]} {
		require.Nil(t, w.AddNow(e, a))
	}
	require.Nil(t, w.Emit(&Emission{Event: es[1], Entity: rules.IsA}))
	require.Zero(t, events)
	require.Nil(t, w.Emit(&Emission{Event: es[1], Entity: es[2]}))
	require.Equal(t, 1, events)
}

// If no id of a table is observed, the table is remembered until another such table is found or a
// table number is reused.
func TestTheLastUnobservedTableIsCached(t *testing.T) {
	w, es := NewNamed(t, "A", "B", "ship")
	w.observeText(t, "A", &ObserverOptions{Events: OnAdd}, func(*Event) {})
	x := w.Observers.interest()
	require.Nil(t, w.AddNow(es[2], store.Single(es[1].Index())))
	table := w.Table(es[2].Index())
	require.True(t, w.UnobservedTable(table))
	x.observed[es[1].Index()/64].set |= 1 << (es[1].Index() % 64)
	require.True(t, w.UnobservedTable(table), "the table is not examined again")
	x.epoch++
	require.False(t, w.UnobservedTable(table))
}
