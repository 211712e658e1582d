package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkDelTarget, per source: delete 1 target with N sources.
func BenchmarkDelTarget(b *testing.B) { measure(b, sizesAll, delTarget) }

// BenchmarkDelTargets, per target: delete N/10 targets with 10 sources each.
func BenchmarkDelTargets(b *testing.B) { measure(b, sizesCold, delTargets(1)) }

// BenchmarkDelTargets2, per target: as BenchmarkDelTargets, but the sources have pairs of two
// relationships.
func BenchmarkDelTargets2(b *testing.B) { measure(b, sizesCold, delTargets(2)) }

// BenchmarkDelTree, per entity: delete a fan-out-10 tree with its root.
func BenchmarkDelTree(b *testing.B) { measure(b, sizesAll, delTree(false)) }

// BenchmarkDelTreeBulk, per entity: as BenchmarkDelTree, but one call created the children of a
// parent.
func BenchmarkDelTreeBulk(b *testing.B) { measure(b, sizesAll, delTree(true)) }

func delTarget(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	target := w.Spawn()
	withPos(w, n, fast.Pair(r, target))
	pos := fast.Register[Pos](w)
	return once(n, func() int64 {
		must(w.Delete(target))
		return int64(w.Count(pos.ID()) - w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

//go:noinline
func delTargets(relationships int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		other := w.NewRelationship("S")
		pos := fast.Register[Pos](w).ID()
		targets := plain(w, max(1, n/10))
		for i := range n {
			at := i % len(targets)
			if relationships == 1 {
				fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, targets[at]))
				continue
			}
			fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, targets[at]), fast.Pair(other, targets[(at+1)%len(targets)]))
		}
		return once(len(targets), func() int64 {
			for _, t := range targets {
				must(w.Delete(t))
			}
			return int64(w.Count(pos) - w.Count(fast.Pair(r, fast.Wildcard)))
		})
	}
}

//go:noinline
func delTree(bulk bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := family(w, n, 10, bulk)
		pos := fast.Register[Pos](w)
		return once(n, func() int64 {
			must(w.Delete(all[0]))
			return int64(w.Count(pos.ID()))
		})
	}
}

// BenchmarkChurn, per pair: delete a random one of N entities and spawn another.
func BenchmarkChurn(b *testing.B) { measure(b, sizesAll, churn) }

// BenchmarkChurnFamily, per entity: spawning and deleting a parent with 10 children, in a world
// with N/11 families.
func BenchmarkChurnFamily(b *testing.B) { measure(b, sizesAll, churnFamily(0)) }

// BenchmarkChurnFamilyQ20, per entity: as BenchmarkChurnFamily with 20 live cached queries.
func BenchmarkChurnFamilyQ20(b *testing.B) { measure(b, sizesCold, churnFamily(20)) }

func churn(n int) body {
	w := fast.NewWorld()
	all := withPosVel(w, n)
	random := rand.New(rand.NewPCG(5, 6))
	picks := make([]int32, 1<<20) // so many that successive runs rarely pick the same entities
	for i := range picks {
		picks[i] = int32(random.IntN(n)) //nolint:gosec // below n
	}
	at, each := 0, max(1000, n/10)
	return again(each, func() int64 {
		if at+each > len(picks) {
			at = 0
		}
		at += each
		for _, i := range picks[at-each : at] {
			must(w.Delete(all[i]))
			all[i] = fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
		}
		return int64(w.Count(fast.Register[Pos](w).ID()))
	})
}

//go:noinline
func churnFamily(queries int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		spawn := func() fast.Entity {
			parent := fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
			for range 10 {
				fast.Spawn2(w, Pos{X: 1}, Vel{X: 1}, fast.Pair(fast.ChildOf, parent))
			}
			return parent
		}
		for range max(1, n/11) {
			spawn()
		}
		live := make([]fast.Query2[Pos, Vel], queries)
		for i := range live {
			live[i] = fast.NewQuery2[Pos, Vel](w, fast.Not(w.NewTag("")))
		}
		rounds := max(100, n/110)
		return again(11*rounds, func() int64 {
			for range rounds {
				must(w.Delete(spawn()))
			}
			count := 0
			for i := range live {
				count += live[i].Len()
			}
			return int64(w.Count(fast.Register[Pos](w).ID()) + count)
		})
	}
}
