package fast_test

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// The benchmarks of this file measure what the manuals of Flecs 4.1 say about the costs of traits and
// hierarchies.

// F41-005: a loop over a component with CanToggle that is enabled on all entities, compared with a
// loop over a component without CanToggle.
func BenchmarkCanToggle(b *testing.B) {
	const n = 10_000
	sum := func(toggles bool) func() int {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
		if pos := fast.Register[position](w); toggles {
			check(w.Add(pos.Entity(), fast.CanToggle))
		}
		for range n {
			fast.Spawn1(w, position{1, 2})
		}
		q := fast.NewQuery1[position](w)
		return func() (found int) {
			for batch := range q.Batches() {
				list := batch.Field()
				for i := range list {
					list[i].X++
				}
				found += batch.Len()
			}
			return found
		}
	}
	compare(b, n, body{"without", sum(false)}, body{"with", sum(true)})
}

// F41-016, F41-174: a loop over the pairs of a relationship, and the number of tables. The pairs
// are stored in the tables or, with Exclusive and DontFragment, outside of them.
func BenchmarkDontFragment(b *testing.B) {
	const n = 10_000
	loop := func(ids ...fast.Initial) (func() int, int) {
		w := fast.NewWorld()
		likes := w.Spawn(ids...)
		crowdOf(w, likes, n)
		return fast.NewQuery1[position](w, fast.Pair(likes, fast.Wildcard)).Len, len(w.Tables())
	}
	inTables, many := loop()
	beside, few := loop(fast.Exclusive, fast.DontFragment)
	compare(b, n, body{"tables", inTables}, body{"beside", beside})
	b.ReportMetric(float64(many), "tables")
	b.ReportMetric(float64(few), "tables-beside")
}

// crowdOf creates n entities with a position. Each has a pair of the relationship with one of 100
// targets.
func crowdOf(w *fast.World, relationship fast.Entity, n int) (targets []fast.Entity) {
	for range 100 {
		targets = append(targets, w.Spawn())
	}
	for i := range n {
		fast.Spawn1(w, position{1, 2}, fast.Pair(relationship, targets[i%100]))
	}
	return targets
}

// F41-083: a query for the ten children of one parent that have a component, in worlds with 1,000
// and with 100,000 children. F41-088: with DontFragment, (ChildOf, *), which finds the parent of
// each child, is compared with (ChildOf, _).
func BenchmarkChildrenInTables(b *testing.B) {
	childrenOf := func(n int, parent func(targets []fast.Entity) fast.Entity, also ...fast.Entity) func() int {
		w := fast.NewWorld()
		for _, id := range also {
			check(w.Add(fast.ChildOf, id))
		}
		targets := crowdOf(w, fast.ChildOf, 1_000)
		crowdOf(w, fast.ChildOf, n-1_000)
		return fast.NewQuery1[position](w, fast.Pair(fast.ChildOf, parent(targets)), fast.Uncached).Len
	}
	own := func(targets []fast.Entity) fast.Entity { return targets[0] }
	of := func(e fast.Entity) func([]fast.Entity) fast.Entity {
		return func([]fast.Entity) fast.Entity { return e }
	}
	b.Run("one parent", func(b *testing.B) {
		compare(b, 10, body{"few", childrenOf(1_000, own)}, body{"many", childrenOf(100_000, own)})
	})
	b.Run("beside tables", func(b *testing.B) {
		beside := fast.DontFragment
		compare(b, 10_000,
			body{"*", childrenOf(10_000, of(fast.Wildcard), beside)}, body{"_", childrenOf(10_000, of(fast.Any), beside)})
	})
}
