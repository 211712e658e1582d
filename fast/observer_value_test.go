package fast_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Whatever removes a value, OnRemove observers get the value found by examining the world before
// the operation. Other events have the current value.
func TestEventsHaveTheRightValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		p, v := fast.Register[position](w), fast.Register[velocity](w)
		price := fast.NewRelationshipOf[float64](w, "Price")
		berth := fast.NewRelationshipOf[int](w, "Berth", fast.Exclusive)
		fuel := w.NewComponent("Fuel", []spec.Member{{Name: "left", Type: spec.I32}})
		tag := w.NewTag("Tag")
		if rapid.Bool().Draw(t, "delete with the target") {
			require.NoError(t, w.AddPair(berth, fast.OnDeleteTarget, fast.Delete))
		}
		var list []fast.Entity
		for range 6 {
			list = append(list, w.Spawn())
		}
		type held struct {
			e  fast.Entity
			id fast.ID
		}
		before := map[held]any{}
		look := func() {
			clear(before)
			for _, e := range w.Entities() {
				for _, id := range w.IDs(e) {
					if value, err := w.Value(e, id); err == nil && value != nil {
						before[held{e, id}] = value
					}
				}
			}
		}
		for _, terms := range [][]fast.Term{
			{p.ID()},
			{v.ID(), fast.Not(tag)},
			{fast.Pair(price, fast.Wildcard)},
			{fast.Pair(berth, fast.Wildcard)},
			{fast.Single(fuel)},
			{fast.Pair(fast.Variable(1), fast.Wildcard)},
		} {
			w.Observe(allEvents, fast.Terms(terms), func(e fast.Event) {
				holder := e.Entity
				if e.Source != 0 {
					holder = e.Source
				}
				if e.ID == fast.Single(tag) {
					require.Nil(t, e.Value())
					return
				}
				want := before[held{holder, e.ID}]
				if e.Kind != fast.OnRemove {
					want, _ = w.Value(holder, e.ID)
				}
				require.Equal(t, want, e.Value(), "%s %s", e.Kind, e.ID)
			})
		}
		some := func(what string) fast.Entity { return rapid.SampledFrom(list).Draw(t, what) }
		number := 0
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			look()
			number++
			switch rapid.IntRange(0, 13).Draw(t, "operation") {
			case 0, 1:
				_ = p.Set(some("e"), position{float64(number), 1})
			case 2:
				_ = v.Set(some("e"), velocity{float64(number), 1})
			case 3:
				_ = fast.SetID(w, some("e"), fast.Pair(price, some("target")), float64(number))
			case 4, 5:
				_ = fast.SetID(w, some("e"), fast.Pair(berth, some("target")), number)
			case 6:
				_ = w.SetValue(some("e"), fuel,
					spec.Value{{Name: "left", Scalar: spec.Scalar{Type: spec.I32, Int: int64(number)}}})
			case 7:
				_ = w.AddPair(some("e"), fast.IsA, some("base"))
			case 8:
				_ = w.Add(some("e"), tag)
			case 9:
				pattern := rapid.SampledFrom([]fast.ID{
					p.ID(), v.ID(), fast.Single(fuel), fast.Single(tag), fast.Pair(price, fast.Wildcard),
					fast.Pair(berth, fast.Wildcard),
					fast.Pair(fast.IsA, fast.Wildcard), fast.Single(fast.Wildcard),
				}).Draw(t, "pattern")
				_ = w.Remove(some("e"), pattern)
			case 10:
				_ = w.Clear(some("e"))
			case 11:
				at := rapid.IntRange(0, len(list)-1).Draw(t, "dies")
				_ = w.Delete(list[at])
				list[at] = w.Spawn()
			case 12:
				_ = w.Exchange(some("e"), []fast.AnyID{v.ID()}, []fast.AnyID{p.ID()})
			case 13:
				if base := some("base"); w.Alive(base) { // the base may have been deleted with its berth
					fast.Spawn2(w, position{float64(number), 2}, velocity{1, 2}, fast.Pair(fast.IsA, base))
				}
			}
		}
		look()
		for _, e := range list {
			_ = w.Delete(e)
			look()
		}
	})
}

func TestSpawnEventsHaveValues(t *testing.T) {
	for name, spawn := range map[string]func(w *fast.World) fast.Entity{
		"Spawn1": func(w *fast.World) fast.Entity { return fast.Spawn1(w, velocity{3, 4}) },
		"Spawn2": func(w *fast.World) fast.Entity { return fast.Spawn2(w, position{1, 2}, velocity{3, 4}) },
		"Spawn3": func(w *fast.World) fast.Entity { return fast.Spawn3(w, position{1, 2}, mass{1}, velocity{3, 4}) },
		"Spawn4": func(w *fast.World) fast.Entity {
			return fast.Spawn4(w, position{1, 2}, mass{1}, interval{}, velocity{3, 4})
		},
		"Spawn5": func(w *fast.World) fast.Entity {
			return fast.Spawn5(w, position{1, 2}, mass{1}, interval{}, enemy{}, velocity{3, 4})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := fast.NewWorld()
			var notified []string
			for _, kind := range []fast.EventKind{fast.OnAdd, fast.OnRemove, fast.OnSet} {
				fast.Observe(w, kind, func(e fast.Entity, v *velocity) {
					notified = append(notified, fmt.Sprint(kind, *v, w.Alive(e)))
				})
			}
			e := spawn(w)
			require.NoError(t, w.Delete(e))
			require.Equal(t, []string{"OnAdd {3 4} true", "OnSet {3 4} true", "OnRemove {3 4} false"}, notified)
			notified = nil
			require.Panics(t, func() { fast.Spawn1(w, velocity{5, 6}, fast.Pair(fast.ChildOf, e)) })
			require.Empty(t, notified)
			spawn(w)
			require.Len(t, notified, 2, "a refused spawn must not suppress later events")
		})
	}
}

func TestTypedObserversReceiveOnlyTheirComponent(t *testing.T) {
	w := fast.NewWorld()
	player := w.NewTag("Player")
	var notified []string
	fast.Observe(w, fast.OnAdd,
		func(e fast.Entity, p *position) { notified = append(notified, fmt.Sprint(e, p.X)) }, player)
	fast.Observe(w, fast.OnRemove, func(_ fast.Entity, _ *enemy) { notified = append(notified, "no enemy") })
	e := fast.Spawn1(w, position{7, 0})
	require.NoError(t, w.Add(e, player))
	require.Empty(t, notified, "adding the condition later is no event of the component")
	require.NoError(t, fast.Unset[position](w, e))
	require.NoError(t, fast.Set(w, e, position{8, 0}))
	require.Equal(t, []string{fmt.Sprint(e, 8)}, notified)
	require.NoError(t, fast.Add[enemy](w, e))
	require.NoError(t, fast.Unset[enemy](w, e))
	require.Equal(t, []string{fmt.Sprint(e, 8), "no enemy"}, notified)

	err := caught(func() { fast.Observe[position](w, fast.OnAdd, nil) })
	require.ErrorContains(t, err, "invalid: the callback of the observer is nil")
}

// If no OnRemove observer observes an id, its values are not copied.
func TestUnobservedValuesAreNotCopied(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	e := fast.Spawn2(w, position{1, 2}, velocity{3, 4})
	fast.Observe(w, fast.OnAdd, func(fast.Entity, *position) {})
	fast.Observe(w, fast.OnRemove, func(fast.Entity, *velocity) {})
	require.NoError(t, p.Remove(e))
	require.Zero(t, fast.ValuesTaken(w))
	o := fast.Observe(w, fast.OnRemove, func(fast.Entity, *position) {})
	require.NoError(t, p.Set(e, position{1, 2}))
	require.Zero(t, fast.ValuesTaken(w))
	require.NoError(t, p.Remove(e))
	require.Equal(t, 1, fast.ValuesTaken(w))
	o.Release()
}

// A Go type without size is a tag: setting it adds it, also if observers exist.
func TestSettingATagOfAGoTypeIsObserved(t *testing.T) {
	w := fast.NewWorld()
	adds := 0
	fast.Observe(w, fast.OnAdd, func(_ fast.Entity, e *enemy) {
		require.NotNil(t, e)
		adds++
	})
	set, deferred, commanded := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, fast.Set(w, set, enemy{}))
	require.NoError(t, w.Defer(func() { require.NoError(t, fast.Set(w, deferred, enemy{})) }))
	var commands fast.Commands
	fast.Register[enemy](w).SetLater(&commands, commanded, enemy{})
	require.NoError(t, commands.Apply(w))
	spawned := fast.Spawn2(w, position{1, 2}, enemy{})
	for _, e := range []fast.Entity{set, deferred, commanded, spawned} {
		require.True(t, fast.Has[enemy](w, e))
	}
	require.Equal(t, 4, adds)
}
