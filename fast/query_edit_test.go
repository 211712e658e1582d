package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// All ships of a station move to another one, and lose and get ids on the way.
func ExampleQuery0_ExchangeAll() {
	w := fast.NewWorld()
	docked := w.NewRelationship("DockedTo", fast.Exclusive)
	e := named(w, "Ship", "Refuelled", "Empty", "Mars", "Venus")
	ship, refuelled, empty, mars, venus := fast.Single(e[0]), fast.Single(e[1]), fast.Single(e[2]), e[3], e[4]
	w.SpawnMany(3, ship, empty, fast.Pair(docked, mars))
	atMars := fast.NewQuery0(w, ship, fast.Pair(docked, mars))
	n, err := atMars.ExchangeAll([]fast.AnyID{refuelled, fast.Pair(docked, venus)}, []fast.AnyID{empty})
	fmt.Println(n, err, atMars.Len(), w.Count(fast.Pair(docked, venus)), w.Count(refuelled), w.Count(empty))
	// Output: 3 <nil> 0 3 3 0
}

func ExampleSetAll() {
	type fuel struct{ Litres float64 }
	w := fast.NewWorld()
	ship := fast.Single(w.NewTag("Ship"))
	w.SpawnMany(2, ship)
	ships := fast.NewQuery0(w, ship)
	n, err := fast.SetAll(ships, fast.Register[fuel](w).ID(), fuel{Litres: 80})
	fmt.Println(n, err)
	for _, f := range fast.NewQuery1[fuel](w).All() {
		fmt.Println(f.Litres)
	}
	gone, err := ships.DeleteAll()
	fmt.Println(gone, err, ships.Len())
	// Output:
	// 2 <nil>
	// 80
	// 80
	// 2 <nil> 0
}

func ExampleWorld_Exchange() {
	w := fast.NewWorld()
	e := named(w, "Walking", "Running", "Bob")
	check(w.Add(e[2], e[0]))
	check(w.Exchange(e[2], []fast.AnyID{fast.Single(e[1])}, []fast.AnyID{fast.Single(e[0])}))
	fmt.Println(w.Describe(e[2]))
	// Output: Bob #66: Running
}

// While changes are deferred, a bulk edit is deferred for each entity. During a loop it is refused.
func TestEditsAreDeferredOrRefused(t *testing.T) {
	w := fast.NewWorld()
	tag, other := fast.Single(w.NewTag("Tag")), fast.Single(w.NewTag("Other"))
	pos := fast.Register[position](w)
	w.SpawnMany(3, tag)
	q := fast.NewQuery0(w, tag)
	require.NoError(t, w.Defer(func() {
		n, err := q.ExchangeAll([]fast.AnyID{other}, []fast.AnyID{tag})
		require.NoError(t, err)
		require.Equal(t, 3, n)
		n, err = fast.SetAll(q, pos.ID(), position{X: 1})
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Zero(t, w.Count(other))
	}))
	require.Equal(t, []int{0, 3, 3}, []int{w.Count(tag), w.Count(other), w.Count(pos.ID())})
	q = fast.NewQuery0(w, other)
	for range q.All() {
		_, err := q.AddAll(tag)
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = q.RemoveAll(other)
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = q.DeleteAll()
		require.Equal(t, spec.CodeLocked, code(err))
		_, err = fast.SetAll(q, pos.ID(), position{})
		require.Equal(t, spec.CodeLocked, code(err))
	}
	_, err := fast.SetAll(q, pos.ID(), 3)
	require.Equal(t, spec.CodeInvalid, code(err))
	_, err = q.AddAll(fast.Pair(fast.Wildcard, tag.First()))
	require.Equal(t, spec.CodeInvalid, code(err))
	require.NoError(t, w.Defer(func() {
		n, err := q.DeleteAll()
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, 3, q.Len())
	}))
	require.Zero(t, q.Len())
}

// SetAll notifies observers of OnSet for each entity, like single calls, and only those of the id.
func TestSetAllNotifiesObservers(t *testing.T) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	ship := fast.Single(w.NewTag("Ship"))
	fast.SpawnMany1[position](w, 3, ship)
	count := 0
	w.Observe(fast.OnSet, pos.ID(), func(fast.Event) { count++ })
	n, err := fast.SetAll(fast.NewQuery0(w, ship), pos.ID(), position{3, 3})
	require.NoError(t, err)
	require.Equal(t, []int{3, 3}, []int{n, count})
	_, err = fast.SetAll(fast.NewQuery0(w, ship), fast.Register[velocity](w).ID(), velocity{})
	require.NoError(t, err)
	require.Equal(t, 3, count)
}

func BenchmarkEdits(b *testing.B) {
	for _, variant := range []string{"one by one", "all"} {
		b.Run(variant, func(b *testing.B) {
			w := fast.NewWorld()
			ship, full := fast.Single(w.NewTag("Ship")), fast.Single(w.NewTag("Full"))
			fast.SpawnMany2[position, velocity](w, 100_000, ship)
			q := fast.NewQuery0(w, ship)
			list := once2(q)
			b.ResetTimer()
			for range b.N {
				if variant == "all" {
					_, _ = q.AddAll(full)
					_, _ = q.RemoveAll(full)
					continue
				}
				for _, e := range list {
					_ = w.Add(e, full)
				}
				for _, e := range list {
					_ = w.Remove(e, full)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200_000, "ns/change")
		})
	}
}

func once2(q fast.Query0) []fast.Entity { return slices.Collect(q.All()) }

// An entity moved below a prefab becomes a prefab, also in a bulk move and with observers.
func TestEntitiesMovedBelowAPrefabBecomePrefabs(t *testing.T) {
	for _, count := range []bool{false, true} {
		w := fast.NewWorld()
		tag := fast.Single(w.NewTag("Tag"))
		prefab, plain := w.Spawn(fast.Prefab), w.Spawn()
		many, one := w.Spawn(tag), w.Spawn(tag)
		if count {
			w.Observe(allEvents, fast.Pair(fast.ChildOf, prefab), func(fast.Event) {})
		}
		q := fast.NewQuery0(w, tag)
		n, err := q.AddAll(fast.Pair(fast.ChildOf, plain))
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.False(t, w.Has(many, fast.Prefab))
		n, err = q.ExchangeAll([]fast.AnyID{fast.Pair(fast.ChildOf, prefab)}, []fast.AnyID{fast.Pair(fast.ChildOf, plain)})
		require.NoError(t, err)
		require.Equal(t, 2, n)
		single, exchanged := w.Spawn(), w.Spawn()
		require.NoError(t, w.Add(single, fast.Pair(fast.ChildOf, prefab)))
		require.NoError(t, w.Exchange(exchanged, []fast.AnyID{fast.Pair(fast.ChildOf, prefab)}, nil))
		for _, e := range []fast.Entity{many, one, single, exchanged} {
			require.True(t, w.Has(e, fast.Prefab), "with observer %t: %v is no prefab", count, e)
		}
	}
}
