package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkDiamond, per test: as BenchmarkTransCheck, but one entity has two targets.
func BenchmarkDiamond(b *testing.B) { measure(b, sizesDepth, diamond) }

// BenchmarkChainDown, per result: query (In, root) by a rule query, in a chain of N entities.
func BenchmarkChainDown(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, chainDown(false)) }

// BenchmarkDiamondDown, per result: as BenchmarkChainDown, but one entity has two targets.
func BenchmarkDiamondDown(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, chainDown(true)) }

// BenchmarkDagDown, per result: query (In, root) by a rule query; each of N entities has two
// targets.
func BenchmarkDagDown(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, dagDown) }

// BenchmarkDagCheck, per test: a closure tests a pair that does not hold, in a fan-out-10 tree in
// which 10 entities have a second target.
func BenchmarkDagCheck(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, dagCheck) }

// BenchmarkChainGrow, per pair: add N entities to the end of a chain that has a closure.
func BenchmarkChainGrow(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, chainGrow) }

// BenchmarkDagCut, per entity: delete half of N entities that have two targets each and a closure.
func BenchmarkDagCut(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, dagCut) }

// BenchmarkUpDeep, per entity: query Pos and, up a chain of N entities, Mass; uncached.
func BenchmarkUpDeep(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, upDeep(false)) }

// BenchmarkUpDeepMoved, per entity: as BenchmarkUpDeep, but cached, after the middle of the chain
// has moved.
func BenchmarkUpDeepMoved(b *testing.B) { measure(b, []int{100, 1_000, 10_000}, upDeep(true)) }

// addDiamond adds an entity with two targets, which are both in a third.
func addDiamond(w *fast.World, in fast.Entity) {
	four := plain(w, 4)
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}} {
		must(w.AddPair(four[pair[0]], in, four[pair[1]]))
	}
}

func diamond(n int) body {
	w, in, places := chain(n)
	addDiamond(w, in)
	closure := w.Closure(in)
	return again(tests, func() int64 {
		count := 0
		for range tests {
			if closure.Has(places[0], places[n]) {
				count++
			}
		}
		return int64(count)
	})
}

//go:noinline
func chainDown(apart bool) func(int) body {
	return func(n int) body {
		w, in, places := chain(n)
		if apart {
			addDiamond(w, in)
		}
		q := fast.NewQuery0(w, fast.Pair(in, places[n]), fast.Rule)
		return again(n, func() int64 { return int64(q.Len()) })
	}
}

// dag returns n entities, each in the previous one and in a random earlier one.
func dag(n int) (w *fast.World, in fast.Entity, all []fast.Entity) {
	w = fast.NewWorld()
	in = w.NewRelationship("LocatedIn", fast.Transitive)
	all = plain(w, n)
	random := rand.New(rand.NewPCG(13, 14))
	for i := 1; i < n; i++ {
		must(w.AddPair(all[i], in, all[i-1]))
		must(w.AddPair(all[i], in, all[random.IntN(i)]))
	}
	return w, in, all
}

func dagDown(n int) body {
	w, in, all := dag(n)
	q := fast.NewQuery0(w, fast.Pair(in, all[0]), fast.Rule)
	return again(n-1, func() int64 { return int64(q.Len()) })
}

func dagCheck(n int) body {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	all := plain(w, n)
	for i, e := range all[1:] {
		must(w.AddPair(e, in, all[i/10]))
	}
	random := rand.New(rand.NewPCG(15, 16))
	for range 10 {
		i := 1 + random.IntN(n-1)
		must(w.AddPair(all[i], in, all[random.IntN(i)]))
	}
	closure := w.Closure(in)
	return again(tests, func() int64 {
		count := int64(1)
		for i := range tests {
			// entities without a second target are in none of these leaves
			if closure.Has(all[n-1-i%(n/4)], all[n/2+i%(n/4)]) {
				count++
			}
		}
		return count
	})
}

func chainGrow(n int) body {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	all := plain(w, n+1)
	closure := w.Closure(in)
	return once(n, func() int64 {
		for i := range n {
			must(w.AddPair(all[i+1], in, all[i]))
		}
		if !closure.Has(all[n], all[0]) {
			return 0
		}
		return int64(n)
	})
}

func dagCut(n int) body {
	w, in, all := dag(n)
	closure := w.Closure(in)
	return once(n/2, func() int64 {
		for i := n - 1; i > 0; i -= 2 {
			must(w.Delete(all[i]))
		}
		if closure.Has(all[0], all[2]) {
			return 0
		}
		return int64(w.Count(fast.Pair(in, fast.Wildcard))) + 1
	})
}

//go:noinline
func upDeep(moved bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		mass := fast.Register[Mass](w)
		top := fast.Spawn1(w, Mass{X: 1})
		other := fast.Spawn1(w, Mass{X: 2})
		all := make([]fast.Entity, n)
		for i, above := 0, top; i < n; i++ {
			all[i] = fast.Spawn1(w, Pos{X: 1}, fast.Pair(fast.ChildOf, above))
			above = all[i]
		}
		terms := []fast.Term{fast.Field[Mass](fast.Up(fast.ChildOf, mass.ID()))}
		if !moved {
			terms = append(terms, fast.Uncached)
		}
		q := fast.NewQuery2[Pos, Mass](w, terms...)
		return again(n, func() int64 {
			if moved {
				must(w.AddPair(all[n/2], fast.ChildOf, other))
				must(w.AddPair(all[n/2], fast.ChildOf, all[n/2-1]))
			}
			sum := 0.0
			for batch := range q.Batches() {
				_, above := batch.Columns()
				sum += above.Value().X * float64(batch.Len())
			}
			return int64(sum)
		})
	}
}
