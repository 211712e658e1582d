package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func touchAll(p []position) {
	for i := range p {
		p[i].X++
	}
}

// refusable calls f, which may panic only with a refusal.
func refusable(f func()) {
	defer func() {
		r := recover()
		if _, refused := r.(*spec.Error); r != nil && !refused {
			panic(r)
		}
	}()
	f()
}

func TestACallbackMayRemoveASpawnedValue(t *testing.T) {
	w := fast.NewWorld()
	var o *fast.EventObserver
	o = w.Observe(fast.OnAdd, fast.Register[position](w).ID(), func(e fast.Event) {
		o.Release()
		_ = fast.Unset[position](w, e.Entity)
	})
	require.False(t, fast.Has[position](w, fast.Spawn1(w, position{1, 2})),
		"the removed value must not come back")
}

// If a callback has deleted the new entity, there is nothing left to set, and that is not an error.
// If it has deleted the component, setting the value does not bring the component back.
func TestACallbackMayDeleteASpawnedEntity(t *testing.T) {
	for _, deletes := range []string{"entity", "component"} {
		w := fast.NewWorld()
		component := fast.Register[position](w).Entity()
		w.Observe(fast.OnAdd, fast.Register[position](w).ID(), func(e fast.Event) {
			_ = w.Delete(map[string]fast.Entity{"entity": e.Entity, "component": component}[deletes])
		})
		before := w.Len()
		require.NotPanics(t, func() { fast.Spawn1(w, position{1, 2}) }, deletes)
		require.Equal(t, deletes != "component", w.Alive(component))
		require.Equal(t, before, w.Len(), "number of entities after the callback deleted the %s", deletes)
	}
}

func TestSpawnManyRefusesCallbacksThatMoveEntities(t *testing.T) {
	w := fast.NewWorld()
	w.Observe(fast.OnAdd, fast.Register[position](w).ID(), func(e fast.Event) { _ = fast.Unset[position](w, e.Entity) })
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany1[position](w, 3) }))
}

func TestEventsOfCallbacksAreBounded(t *testing.T) {
	for _, deferred := range []bool{false, true} {
		w := fast.NewWorld(fast.WithEventLimit(1000))
		notified := 0
		var failures []error
		w.HandleFailures(func(err error) { failures = append(failures, err) })
		w.Observe(fast.OnAdd, fast.Register[position](w).ID(), func(fast.Event) {
			notified++
			fast.Spawn1(w, position{})
			fast.Spawn1(w, position{})
		})
		for round := range 2 {
			notified, failures = 0, nil
			if deferred {
				require.NoError(t, w.Defer(func() { fast.Spawn1(w, position{}) }))
			} else {
				fast.Spawn1(w, position{})
			}
			require.Equal(t, 1001, notified, "one event of the operation, and 1000 caused by callbacks")
			require.Len(t, failures, 2, "one failure for the depth and one for the number")
			for _, failure := range failures {
				require.Equal(t, spec.CodeLimit, code(failure))
			}
			require.ErrorContains(t, failures[1], "more than 1000 events")
			require.False(t, w.IsDeferred(), round)
		}
	}
}

func TestCallbacksThatTriggerThemselvesAreBounded(t *testing.T) {
	w := fast.NewWorld(fast.WithEventLimit(1000))
	var failures []error
	w.HandleFailures(func(err error) { failures = append(failures, err) })
	never := w.NewTag("Never")
	w.Observe(fast.Monitor, fast.Not(never), func(fast.Event) {
		w.Spawn() // matches immediately, before the callback returns
		w.Spawn()
	})
	w.Spawn()
	require.NotEmpty(t, failures)
	for _, failure := range failures {
		require.Equal(t, spec.CodeLimit, code(failure))
	}
	require.Less(t, w.Len(), 10_000)
}

func TestObserveWithoutCallbackIsRefused(t *testing.T) {
	w := fast.NewWorld()
	require.Equal(t, spec.CodeInvalid, panicCode(func() { w.Observe(fast.Monitor, w.NewTag(""), nil) }))
}

func TestSpawnRefusesATypeTwice(t *testing.T) {
	w := fast.NewWorld()
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Spawn2(w, position{}, position{}) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Spawn3(w, position{}, velocity{}, position{}) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany2[position, position](w, 2) }))
}

func TestAbandonLoopsInsideALoop(t *testing.T) {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	fast.Spawn1(w, position{}, fast.Pair(r, w.Spawn()))
	q := fast.NewQuery1[position](w)
	prepared, err := w.Prepare(spec.Query{Expr: "position", Text: true})
	require.NoError(t, err)
	for range q.All() {
		w.AbandonLoops()
		for range q.Batches() {
			w.AbandonLoops()
		}
	}
	rows, err := prepared.Rows()
	require.NoError(t, err)
	for range rows {
		w.AbandonLoops()
	}
	for range w.Relationship(r).Sources(fast.Wildcard) {
		w.AbandonLoops()
	}
	fast.Spawn1(w, position{})
	for range q.All() {
		require.Equal(t, spec.CodeLocked, panicCode(func() { w.Spawn() }))
	}
	require.Equal(t, 2, q.Len())
}

// actors are observers whose callbacks make a limited number of random changes.
type actors struct {
	w         *fast.World
	list      []*fast.EventObserver
	tags      []fast.Entity
	relations []fast.Entity
	made      []fast.Entity
	// components are those of the spawned values. A callback may delete one while its value is set.
	components []fast.Entity
	left       int // changes that callbacks may still make
}

// components returns the components of the spawned values. It registers a deleted component again.
func components(w *fast.World) []fast.Entity {
	var list []fast.Entity
	for _, register := range []func() fast.Entity{
		fast.Register[position](w).Entity, fast.Register[interval](w).Entity, fast.Register[enemy](w).Entity,
	} {
		list = append(list, register())
	}
	return list
}

func (a *actors) any(t *rapid.T) fast.Entity { return rapid.SampledFrom(a.made).Draw(t, "entity") }

func (a *actors) id(t *rapid.T) fast.ID {
	if rapid.Bool().Draw(t, "pair") {
		return fast.Pair(rapid.SampledFrom(a.relations).Draw(t, "relationship"), a.any(t))
	}
	return fast.Single(rapid.SampledFrom(a.tags).Draw(t, "tag"))
}

// spawn creates an entity in a random way.
func (a *actors) spawn(t *rapid.T) {
	var e fast.Entity
	switch rapid.IntRange(0, 7).Draw(t, "spawn") {
	case 0:
		e = fast.Spawn1(a.w, position{1, 1})
	case 1:
		e = fast.Spawn2(a.w, position{1, 1}, mass{2})
	case 2:
		e = fast.Spawn3(a.w, position{1, 1}, velocity{}, interval{Text: "three"})
	case 3:
		e = fast.Spawn1(a.w, interval{Text: "one"}, a.id(t))
	case 4:
		b := fast.SpawnMany1[position](a.w, 3)
		touchAll(b.Field())
		e = b.Entities()[0]
	case 5:
		b := fast.SpawnMany2[position, mass](a.w, 3)
		p, _ := b.Fields()
		touchAll(p)
		e = b.Entities()[2]
	case 6:
		e = fast.Spawn5(a.w, position{1, 1}, velocity{2, 2}, mass{3}, interval{Text: "five"}, enemy{})
	default:
		e = a.w.Spawn(a.id(t))
	}
	a.made = append(a.made, e)
}

// act makes one random change, mostly to an entity.
func (a *actors) act(t *rapid.T, e fast.Entity, self *fast.EventObserver) {
	switch rapid.IntRange(0, 12).Draw(t, "act") {
	case 0:
		_ = a.w.Delete(e)
	case 1:
		_ = fast.Unset[position](a.w, e)
	case 2:
		_ = fast.Set(a.w, e, position{3, 3})
	case 3:
		_ = a.w.Add(e, a.id(t))
	case 4:
		_ = a.w.Remove(e, a.id(t))
	case 5:
		_ = a.w.Clear(e)
	case 6:
		if self != nil {
			self.Release()
		}
	case 7:
		if len(a.list) > 0 { // empty while the first observer reports existing entities
			rapid.SampledFrom(a.list).Draw(t, "observer").Release()
		}
	case 8:
		_ = fast.Set(a.w, e, interval{Text: "late", Tags: []string{"a"}})
	case 9:
		_ = fast.Unset[interval](a.w, e)
	case 10:
		_ = a.w.Delete(rapid.SampledFrom(a.components).Draw(t, "component"))
		a.components = components(a.w)
	case 11: // end the observer and write again
		if self != nil {
			self.Release()
		}
		_ = fast.Set(a.w, e, position{9, 9})
	default:
		refusable(func() { a.spawn(t) })
	}
}

// watch creates an observer that acts.
func (a *actors) watch(t *rapid.T) {
	terms := []fast.Term{fast.Register[position](a.w).ID()}
	switch rapid.IntRange(0, 3).Draw(t, "watched") {
	case 0:
		terms = []fast.Term{fast.Register[interval](a.w).ID()}
	case 1:
		terms = []fast.Term{a.id(t)}
	case 2:
		terms = append(terms, fast.Not(a.id(t)))
	}
	at := len(a.list)
	events := fast.EventKind(rapid.IntRange(1, 31).Draw(t, "events"))
	var o *fast.EventObserver
	err := caught(func() {
		o = a.w.Observe(events, fast.Terms(terms), func(e fast.Event) {
			if a.left--; a.left >= 0 {
				var self *fast.EventObserver
				if at < len(a.list) {
					self = a.list[at]
				}
				a.act(t, e.Entity, self)
			}
		})
	})
	if err == nil {
		a.list = append(a.list, o)
	}
}

// Callbacks may make arbitrary changes: calls panic only with errors of fast, and the world stays
// consistent.
func TestCallbacksMayChangeAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld(fast.WithEventLimit(200))
		a := &actors{w: w, made: []fast.Entity{w.Spawn(), w.Spawn()}}
		a.tags = []fast.Entity{
			w.NewTag(""), fast.Register[position](w).Entity(), fast.Register[interval](w).Entity(),
			fast.Register[enemy](w).Entity(),
		}
		a.components = components(w)
		a.relations = []fast.Entity{
			fast.ChildOf, fast.IsA, w.NewRelationship("", fast.Exclusive),
			w.NewRelationship("", fast.Symmetric),
		}
		a.left = 100
		for len(a.list) == 0 {
			a.watch(t)
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			a.left = 40
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				a.watch(t)
			case 1, 2:
				refusable(func() { a.spawn(t) })
			case 3:
				_ = w.Defer(func() { a.act(t, a.any(t), nil) })
			default:
				a.act(t, a.any(t), nil)
			}
		}
		for _, o := range a.list {
			o.Release()
		}
		require.False(t, w.IsDeferred())
		fast.RequireWhole(t, w)
		e := fast.Spawn2(w, position{5, 6}, interval{Text: "after"})
		require.Equal(t, position{5, 6}, *fast.Get[position](w, e))
	})
}
