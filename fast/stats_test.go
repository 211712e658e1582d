package fast_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// Stats names a relationship that has as many targets as sources, and the property that would store
// it better.
func ExampleWorld_Stats() {
	w := fast.NewWorld()
	docked, ship := w.NewRelationship("DockedTo", fast.Exclusive), fast.Single(w.NewTag("Ship"))
	for range 1000 {
		berth := w.Spawn()
		w.Spawn(ship, fast.Pair(docked, berth))
	}
	s := w.Stats()
	fmt.Println(s.Entities, s.Tables, s.Relationships[0].Name, s.Relationships[0].Targets)
	fmt.Println(s.Hints[0])
	// Output:
	// 2002 1002 DockedTo 1000
	// DockedTo has 1,000 tables for 1,000 sources; with DontFragment, added before the first pair, it would have 1
}

// The numbers equal those computed from the tables and entities.
func TestStatsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, parts, _ := drawnWorld(t)
		nonFragmenting := w.NewRelationship("", fast.Exclusive, fast.DontFragment)
		for range rapid.IntRange(0, 3).Draw(t, "beside") {
			require.NoError(t, w.AddPair(rapid.SampledFrom(parts).Draw(t, "source"), nonFragmenting,
				rapid.SampledFrom(parts).Draw(t, "target")))
		}
		s := w.Stats()
		require.Equal(t, len(w.Entities()), s.Entities)
		empty := 0
		for _, table := range w.Tables() {
			if table.Entities == 0 {
				empty++
			}
		}
		require.Equal(t, []int{len(w.Tables()), empty}, []int{s.Tables, s.Empty})
		require.LessOrEqual(t, s.Used, s.Capacity)
		require.Less(t, s.Capacity, s.Bytes)
		listed := map[fast.Entity]bool{}
		for _, r := range s.Relationships {
			listed[r.Relationship] = true
			sources, pairs, targets := 0, 0, map[fast.Entity]bool{}
			for _, e := range w.Entities() {
				own := 0
				for _, id := range w.IDs(e) {
					if id.IsPair() && id.First() == r.Relationship {
						own++
						targets[id.Second()] = true
					}
				}
				pairs += own
				if own > 0 {
					sources++
				}
			}
			records := w.Records(fast.Pair(r.Relationship, fast.Wildcard))
			none := 0
			for _, record := range records {
				if tableNumbered(w, record.Table).Entities == 0 {
					none++
				}
			}
			want := fast.RelationshipStats{
				Relationship: r.Relationship, Name: w.TextOf(r.Relationship), Pairs: pairs,
				Sources: sources, Targets: len(targets),
				Tables: len(records), Empty: none, NonFragmenting: r.Relationship == nonFragmenting && pairs > 0,
			}
			require.Equal(t, want, r)
		}
		for _, e := range w.Entities() {
			require.True(t, listed[e] || w.Count(fast.Pair(e, fast.Wildcard)) == 0)
		}
	})
}

// Each hint is given if it applies, and not otherwise.
func TestHints(t *testing.T) {
	hints := func(w *fast.World) string { return strings.Join(w.Stats().Hints, "\n") }
	spread := func(properties ...fast.Entity) *fast.World {
		w := fast.NewWorld()
		r := w.NewRelationship("Docked", properties...)
		for range 100 {
			w.Spawn(fast.Pair(r, w.Spawn()))
		}
		return w
	}
	require.Contains(t, hints(spread()),
		"Docked has 100 tables for 100 sources; with Exclusive and DontFragment, added before the first pair, it would have 1")
	require.Contains(t, hints(spread(fast.Exclusive)), "; with DontFragment, added before")
	require.Empty(t, hints(spread(fast.Exclusive, fast.DontFragment)))
	require.Empty(t, hints(spread(fast.Union)))

	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	distance := fast.NewRelationshipOf[float64](w, "Distance")
	for range 100 {
		e := w.Spawn(fast.Pair(likes, w.Spawn()), fast.Pair(likes, w.Spawn()))
		require.NoError(t, fast.SetID(w, e, fast.Pair(distance, w.Spawn()), 1.0))
		w.Spawn(fast.Pair(fast.ChildOf, e))
	}
	require.Contains(t, hints(w), "Likes has 100 tables for 100 sources; each set of targets is a table: a component")
	require.Contains(t, hints(w), "Distance has 100 tables for 100 sources; its pairs have values")
	require.Contains(t, hints(w), "ChildOf has 100 tables for 100 sources; with DontFragment, added before the first pair, it would have 1")
	require.NotContains(t, hints(w), "are empty")
	for _, e := range w.Entities() {
		if w.Owns(e, fast.Pair(likes, fast.Wildcard)) {
			require.NoError(t, w.Clear(e))
		}
	}
	require.Contains(t, hints(w), "tables are empty; Shrink drops them")
	require.NoError(t, w.Shrink())
	require.NotContains(t, hints(w), "are empty")

	w = fast.NewWorld()
	side := w.NewRelationship("Side", fast.Exclusive, fast.DontFragment)
	red, blue := w.Spawn(), w.Spawn()
	for range 2000 {
		w.Spawn(fast.Pair(side, red))
		w.Spawn(fast.Pair(side, blue))
	}
	require.Contains(t, hints(w), "Side has 2 targets for 4,000 sources, beside the tables; without DontFragment")
	fast.SpawnMany1[[1 << 15]float64](w, 20)
	require.NotContains(t, hints(w), "room")
	require.NoError(t, w.DeleteWith(fast.Register[[1 << 15]float64](w).ID()))
	require.Contains(t, hints(w), "rows use ")
	require.NoError(t, w.Shrink())
	require.NotContains(t, hints(w), "rows use ")
	require.Contains(t, w.Stats().String(),
		"Side: 4000 pairs of 4000 sources and 2 targets, 1 tables (0 empty), targets outside the tables\n")
}

// A hint does not advise what is already the case, or what would not reduce the number of tables.
func TestHintsAreNotRedundant(t *testing.T) {
	hints := func(w *fast.World) string { return strings.Join(w.Stats().Hints, "\n") }
	w := fast.NewWorld()
	feeds := w.NewRelationship("Feeds", fast.Exclusive, fast.DontFragment)
	joins := w.NewRelationship("Joins", fast.Union)
	stack := fast.Register[mass](w)
	for range 100 {
		e := w.Spawn(fast.Pair(feeds, w.Spawn()), fast.Pair(joins, w.Spawn()))
		require.NoError(t, stack.SetPair(e, w.Spawn(), mass{1}))
	}
	require.NotContains(t, hints(w), "Feeds")
	require.NotContains(t, hints(w), "Joins")
	require.Contains(t, hints(w), "mass has 100 tables for 100 sources; its pairs have values, which lie in tables also with DontFragment")

	w = fast.NewWorld()
	feeds, joins = w.NewRelationship("Feeds", fast.Exclusive), w.NewRelationship("Joins", fast.Exclusive)
	for range 100 {
		w.Spawn(fast.Pair(feeds, w.Spawn()), fast.Pair(joins, w.Spawn()))
	}
	require.NotContains(t, hints(w), "it would have 100")
	require.Contains(t, hints(w), "Feeds has 100 tables for 100 sources; with DontFragment on each relationship with many tables, added before the first pair, it would have 1")

	w = fast.NewWorld()
	require.NoError(t, w.Add(fast.ChildOf, fast.DontFragment))
	require.NoError(t, w.Add(fast.DependsOn, fast.DontFragment))
	for range 100 {
		w.Spawn(fast.Pair(fast.ChildOf, w.Spawn()))
		w.Spawn(fast.Pair(fast.DependsOn, w.Spawn()))
	}
	require.NotContains(t, hints(w), "ChildOf has")
	require.Contains(t, hints(w), "DependsOn has 100 tables for 100 sources; "+
		"DontFragment changes how pairs of ChildOf are stored and of no other reserved relationship; "+
		"a relationship of your own")

	w = fast.NewWorld()
	side := w.NewRelationship("Side", fast.Union)
	red := w.Spawn()
	for range 2000 {
		w.Spawn(fast.Pair(side, red))
	}
	require.Contains(t, hints(w), "beside the tables; without Union")
}

// The reported bytes of a world are close to the heap memory that is freed with it.
func TestBytesAreCloseToTheHeap(t *testing.T) {
	worlds := map[string]func() *fast.World{
		"rows": func() *fast.World {
			w := fast.NewWorld()
			fast.SpawnMany2[position, velocity](w, 200_000)
			return w
		},
		"tables": func() *fast.World {
			w := fast.NewWorld()
			r := w.NewRelationship("")
			for range 20_000 {
				w.Spawn(fast.Pair(r, w.Spawn()))
			}
			return w
		},
		"names and targets beside tables": func() *fast.World {
			w := fast.NewWorld()
			r := w.NewRelationship("", fast.Exclusive, fast.DontFragment)
			for i := range 20_000 {
				if err := w.SetName(w.Spawn(fast.Pair(r, w.Spawn())), fmt.Sprintf("entity %d", i)); err != nil {
					panic(err)
				}
			}
			return w
		},
	}
	for name, create := range worlds {
		base := heapInUse()
		w := create()
		have := float64(heapInUse() - base)
		notified := float64(w.Stats().Bytes)
		require.InEpsilon(t, have, notified, 0.25, "%s: heap %.0f, reported %.0f", name, have, notified)
		t.Logf("%s: heap %.0f, reported %.0f", name, have, notified)
		runtime.KeepAlive(w)
	}
}
