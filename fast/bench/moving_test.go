package bench

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkAddRem, per change: add Vel to all entities, and remove it from all.
func BenchmarkAddRem(b *testing.B) { measure(b, sizesAll, addRemove) }

// BenchmarkPairAddRemT10, per change: as BenchmarkAddRem with (R, t), 10 targets.
func BenchmarkPairAddRemT10(b *testing.B) { measure(b, sizesAll, pairAddRemove(tenTargets)) }

// BenchmarkPairAddRemFrag, per change: as BenchmarkPairAddRemT10, but with N/10 targets whose
// tables exist.
func BenchmarkPairAddRemFrag(b *testing.B) { measure(b, sizesAll, pairAddRemove(manyTargets)) }

// BenchmarkSparseAddRem, per change: add and remove a DontFragment component.
func BenchmarkSparseAddRem(b *testing.B) { measure(b, sizesAll, sparseAddRemove) }

func tenTargets(int) int    { return 10 }
func hundred(int) int       { return 100 }
func manyTargets(n int) int { return max(1, n/10) }

func addRemove(n int) body {
	w := fast.NewWorld()
	entities := withPos(w, n)
	vel := fast.Register[Vel](w)
	return again(2*n, func() int64 {
		for _, e := range entities {
			must(vel.Add(e))
		}
		count := w.Count(vel.ID())
		for _, e := range entities {
			must(vel.Remove(e))
		}
		return int64(count - w.Count(vel.ID()))
	})
}

//go:noinline
func pairAddRemove(targets func(int) int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		entities, to := withPos(w, n), plain(w, targets(n))
		return again(2*n, func() int64 {
			for i, e := range entities {
				must(w.AddPair(e, r, to[i%len(to)]))
			}
			count := w.Count(fast.Pair(r, fast.Wildcard))
			for i, e := range entities {
				must(w.RemovePair(e, r, to[i%len(to)]))
			}
			return int64(count - w.Count(fast.Pair(r, fast.Wildcard)))
		})
	}
}

func sparseAddRemove(n int) body {
	w := fast.NewWorld()
	vel := fast.Register[Vel](w)
	must(w.Add(vel.Entity(), fast.DontFragment))
	entities := withPos(w, n)
	return again(2*n, func() int64 {
		for _, e := range entities {
			must(vel.Add(e))
		}
		count := w.Count(vel.ID())
		for _, e := range entities {
			must(vel.Remove(e))
		}
		return int64(count - w.Count(vel.ID()))
	})
}

// BenchmarkReparentT100, per move: every entity moves to the next target of an exclusive
// relationship, 100 targets.
func BenchmarkReparentT100(b *testing.B) { measure(b, sizesAll, reparent(hundred, exclusive)) }

// BenchmarkReparentFrag, per move: every entity moves to the next target of an exclusive
// relationship, N/10 targets.
func BenchmarkReparentFrag(b *testing.B) { measure(b, sizesAll, reparent(manyTargets, exclusive)) }

// BenchmarkReparentChildOfT100, per move: every entity moves to the next target of ChildOf, 100
// targets.
func BenchmarkReparentChildOfT100(b *testing.B) { measure(b, sizesAll, reparent(hundred, childOf)) }

// BenchmarkUnionReparentT100, per move: every entity moves to the next target of a Union, 100
// targets.
func BenchmarkUnionReparentT100(b *testing.B) { measure(b, sizesAll, reparent(hundred, union)) }

// BenchmarkUnionReparentFrag, per move: every entity moves to the next target of a Union, N/10
// targets.
func BenchmarkUnionReparentFrag(b *testing.B) { measure(b, sizesCold, reparent(manyTargets, union)) }

func exclusive(w *fast.World) fast.Entity { return w.NewRelationship("R", fast.Exclusive) }
func union(w *fast.World) fast.Entity     { return w.NewRelationship("R", fast.Union) }
func childOf(*fast.World) fast.Entity     { return fast.ChildOf }

//go:noinline
func reparent(targets func(int) int, relationship func(*fast.World) fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := relationship(w)
		entities, to := withPos(w, n), plain(w, targets(n))
		at := make([]int, n)
		for i, e := range entities {
			at[i] = i % len(to)
			must(w.AddPair(e, r, to[at[i]]))
		}
		return again(n, func() int64 {
			for i, e := range entities {
				next := at[i] + 1
				if next == len(to) {
					next = 0
				}
				at[i] = next
				must(w.AddPair(e, r, to[next]))
			}
			return int64(w.Count(fast.Pair(r, fast.Wildcard)))
		})
	}
}
