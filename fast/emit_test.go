package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// The receivers of an emission, and their order, equal those found by a walk over all entities.
func TestEmissionsReachTheEntitiesOfANaiveWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		leads := w.NewRelationship("Leads", fast.Traversable)
		tags := []fast.Entity{w.NewTag("A"), w.NewTag("B")}
		events := []fast.Entity{w.NewTag("Hit"), w.NewTag("Heard")}
		var list []fast.Entity
		for range 7 {
			e := w.Spawn()
			for _, tag := range tags {
				if rapid.Bool().Draw(t, "has") {
					require.NoError(t, w.Add(e, fast.Single(tag)))
				}
			}
			list = append(list, e)
		}
		for range rapid.IntRange(0, 10).Draw(t, "pairs") {
			_ = w.AddPair(rapid.SampledFrom(list).Draw(t, "from"), leads, rapid.SampledFrom(list).Draw(t, "to"))
		}
		_ = w.Delete(list[0]) // its index is reused
		list[0] = w.Spawn(fast.Single(tags[0]), fast.Pair(leads, list[1]))

		var got []string
		type observer struct {
			matches func(e fast.Entity) bool
			covers  func(id fast.ID) bool
			events  []fast.Entity
		}
		has := func(tag fast.Entity) func(fast.Entity) bool {
			return func(e fast.Entity) bool { return w.Has(e, fast.Single(tag)) }
		}
		is := func(id fast.ID) func(fast.ID) bool { return func(other fast.ID) bool { return other == id } }
		observers := []observer{
			{has(tags[0]), is(fast.Single(tags[0])), events[:1]},
			{func(e fast.Entity) bool { return has(tags[1])(e) && !has(tags[0])(e) }, is(fast.Single(tags[1])), events},
			{
				func(e fast.Entity) bool { return w.HasPair(e, leads, fast.Wildcard) },
				func(id fast.ID) bool { return id.First() == leads }, events[1:],
			},
		}
		terms := [][]fast.Term{
			{fast.Single(tags[0])},
			{fast.Single(tags[1]), fast.Not(fast.Single(tags[0]))},
			{fast.Pair(leads, fast.Wildcard)},
		}
		for number := range observers {
			for _, event := range observers[number].events {
				w.Listen(event, fast.Terms(terms[number]), func(e fast.Event) {
					require.Empty(t, e.Kind)
					got = append(got, fmt.Sprint(number, e.Emitted, e.Entity, e.ID, e.Source, e.Value()))
					if rapid.IntRange(0, 3).Draw(t, "acts") == 0 { // deferred; does not affect this emission
						_ = w.Remove(e.Entity, tags[0])
					}
				})
			}
		}
		for number := range rapid.IntRange(1, 6).Draw(t, "emissions") {
			m := fast.Emission{
				Event: rapid.SampledFrom(events).Draw(t, "event"), Entity: rapid.SampledFrom(list).Draw(t, "entity"),
				Value: number,
			}
			about := rapid.SliceOfN(rapid.SampledFrom([]fast.ID{
				fast.Single(tags[0]), fast.Single(tags[1]), fast.Pair(leads, list[2]),
			}), 0, 2).Draw(t, "ids")
			m.IDs = as[fast.AnyID](about)
			if rapid.Bool().Draw(t, "along") {
				m.Along = leads
			}
			var want []string
			reached, level := []fast.Entity{m.Entity}, []fast.Entity{m.Entity}
			for len(level) > 0 {
				var next []fast.Entity
				for _, e := range level {
					ids := about
					if len(ids) == 0 {
						ids = []fast.ID{{}}
					}
					for _, id := range ids {
						for at, o := range observers {
							if slices.Contains(o.events, m.Event) && o.matches(e) && (id == fast.ID{} || o.covers(id)) {
								source := fast.Entity(0)
								if e != m.Entity {
									source = m.Entity
								}
								want = append(want, fmt.Sprint(at, m.Event, e, id, source, number))
							}
						}
					}
				}
				for _, e := range w.Entities() { // by creation
					if m.Along != 0 && !slices.Contains(reached, e) &&
						slices.ContainsFunc(level, func(to fast.Entity) bool {
							return w.Owns(e, fast.Pair(leads, to))
						}) {
						next = append(next, e)
						reached = append(reached, e)
					}
				}
				level = next
			}
			got = nil
			if rapid.Bool().Draw(t, "deferred") {
				require.NoError(t, w.Defer(func() {
					require.NoError(t, w.Emit(m))
					require.Empty(t, got, "the emission is deferred")
				}))
			} else {
				require.NoError(t, w.Emit(m))
			}
			require.Equal(t, want, got)
		}
	})
}

func TestEmissionsThatAreRefusedOrTooMany(t *testing.T) {
	w := fast.NewWorld(fast.WithEventLimit(50))
	hit, likes, ship := w.NewTag("Hit"), w.NewRelationship("Likes"), w.Spawn(fast.Single(fast.Prefab))
	require.NoError(t, w.Remove(ship, fast.Single(fast.Prefab)))
	notified := 0
	o := w.Listen(hit, fast.Not(fast.Single(likes)), func(e fast.Event) {
		notified++
		_ = w.Emit(fast.Emission{Event: hit, Entity: e.Entity})
	})
	var failures []error
	w.HandleFailures(func(err error) { failures = append(failures, err) })
	require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
	require.Equal(t, 51, notified, "the first event, and 50 caused by callbacks")
	require.Len(t, failures, 1)
	require.ErrorContains(t, failures[0], "limit: observers caused more than 50 events")

	require.ErrorContains(t, w.Emit(fast.Emission{Event: hit}), "not_alive")
	require.ErrorContains(t, w.Emit(fast.Emission{Entity: ship}), "not_alive")
	require.ErrorContains(t, w.Emit(fast.Emission{Event: hit, Entity: ship, Along: likes}), "not_traversable")
	require.ErrorContains(t, w.Emit(fast.Emission{
		Event: hit, Entity: ship,
		IDs: []fast.AnyID{fast.Pair(likes, fast.Wildcard)},
	}), "invalid")
	o.Release()
	notified = 0
	require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
	require.NoError(t, w.Defer(func() {
		require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
		require.NoError(t, w.Delete(hit))
	}))
	require.Zero(t, notified)

	require.Equal(t, fast.CodeNotAlive, panicCode(func() { w.Listen(hit, likes, func(fast.Event) {}) }))
}
