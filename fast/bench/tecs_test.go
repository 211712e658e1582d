package bench

import (
	"testing"

	"github.com/relspec/relspec/fast/tecs"
)

// BenchmarkTecsPacked, per edge: read the data of all edges as a column of a Go type, 16 targets
// (TECS-014).
func BenchmarkTecsPacked(b *testing.B) { measure(b, sizesAll, tecsPacked) }

// BenchmarkTecsTargeting, per entity: query the sources of each of 1,000 targets, dense
// relationship (TECS-034).
func BenchmarkTecsTargeting(b *testing.B) { measure(b, sizesAll, tecsTargeting) }

// BenchmarkTecsFragmented, per entity: read Pos of all entities with an edge, dense relationship,
// 1,000 targets (TECS-035).
func BenchmarkTecsFragmented(b *testing.B) { measure(b, sizesAll, tecsAny(1_000, false)) }

// BenchmarkTecsUnfragmented, per entity: as BenchmarkTecsFragmented, but for a sparse relationship
// (TECS-035).
func BenchmarkTecsUnfragmented(b *testing.B) { measure(b, sizesAll, tecsAny(1_000, true)) }

// BenchmarkTecsAnyDense, per entity: read Pos of all entities with an edge, dense relationship, 16
// targets; half of the entities have no edge (TECS-051).
func BenchmarkTecsAnyDense(b *testing.B) { measure(b, sizesAll, tecsAny(16, false)) }

// BenchmarkTecsAnySparse, per entity: as BenchmarkTecsAnyDense, but for a sparse relationship
// (TECS-051).
func BenchmarkTecsAnySparse(b *testing.B) { measure(b, sizesAll, tecsAny(16, true)) }

// BenchmarkTecsRows, per entity: read Pos and the target by the rows of a query, sparse
// relationship (TECS-061).
func BenchmarkTecsRows(b *testing.B) { measure(b, sizesAll, tecsRows) }

// BenchmarkTecsLookups, per entity: as BenchmarkTecsRows, but look up Pos and the target by entity
// (TECS-061).
func BenchmarkTecsLookups(b *testing.B) { measure(b, sizesAll, tecsLookups) }

// BenchmarkTecsSources, per source: list the sources of N/10 targets with the reverse index, sparse
// relationship (TECS-079).
func BenchmarkTecsSources(b *testing.B) { measure(b, sizesAll, tecsSources(true)) }

// BenchmarkTecsSourcesDense, per source: as BenchmarkTecsSources, but for a dense relationship
// (TECS-079).
func BenchmarkTecsSourcesDense(b *testing.B) { measure(b, sizesAll, tecsSources(false)) }

// BenchmarkTecsWalkUp, per ancestor: walk up from depth 50 with a context, without allocations
// (TECS-084).
func BenchmarkTecsWalkUp(b *testing.B) { measure(b, sizesAll, tecsWalkUp) }

// made returns the value of a call that cannot fail.
func made[T any](value T, err error) T {
	must(err)
	return value
}

func tecsTargets(w *tecs.World, n int) []tecs.Entity {
	list := make([]tecs.Entity, n)
	for i := range list {
		list[i] = made(w.Spawn())
	}
	return list
}

// Follow is the data of an edge.
type Follow struct{ Delay, Distance float64 }

func tecsPacked(n int) body {
	w := tecs.NewWorld()
	follows := made(tecs.NewRelationshipOf[Follow](w, tecs.Options{Name: "Follows"}))
	targets := tecsTargets(w, 16)
	for i := range n {
		made(w.Spawn(follows.With(targets[i%16], Follow{Delay: 1})))
	}
	q := made(w.NewQuery(tecs.Terms{Include: []tecs.Term{follows}}))
	return again(n, func() int64 {
		sum := int64(0)
		for batch := range q.Batches() {
			data := follows.In(batch)
			for i := range data {
				data[i].Distance += data[i].Delay
			}
			sum += int64(len(data))
		}
		return sum
	})
}

func tecsTargeting(n int) body {
	w := tecs.NewWorld()
	r := made(w.NewRelationship(tecs.Options{Name: "R"}))
	targets := tecsTargets(w, 1_000)
	for i := range n {
		made(w.Spawn(r.To(targets[i%1_000])))
	}
	queries := make([]*tecs.Query, len(targets))
	for i, t := range targets {
		queries[i] = made(w.NewQuery(tecs.Terms{Include: []tecs.Term{r.Targeting(t)}}))
	}
	return again(n, func() int64 {
		sum := int64(0)
		for _, q := range queries {
			for batch := range q.Batches() {
				sum += int64(len(batch.Entities()))
			}
		}
		return sum
	})
}

//go:noinline
func tecsAny(targets int, sparse bool) func(int) body {
	return func(n int) body {
		w := tecs.NewWorld()
		pos := tecs.NewComponent[Pos](w)
		r := made(w.NewRelationship(tecs.Options{Name: "R", Exclusive: true, Sparse: sparse}))
		list := tecsTargets(w, targets)
		for i := range n {
			made(w.Spawn(pos.Of(Pos{X: 1}), r.To(list[i%targets])))
			made(w.Spawn(pos.Of(Pos{X: 1})))
		}
		q := made(w.NewQuery(tecs.Terms{Include: []tecs.Term{pos, r}}))
		return again(n, func() int64 {
			sum := int64(0)
			for batch := range q.Batches() {
				p := pos.In(batch)
				for i := range p {
					p[i].X++
					p[i].Y++
				}
				sum += int64(len(p))
			}
			return sum
		})
	}
}

// tecsChildren returns a world of n children with Pos, ten per parent.
func tecsChildren(n int) (w *tecs.World, pos *tecs.Component[Pos], children []tecs.Entity) {
	w = tecs.NewWorld()
	pos = tecs.NewComponent[Pos](w)
	parents := tecsTargets(w, max(1, n/10))
	children = make([]tecs.Entity, n)
	for i := range children {
		children[i] = made(w.Spawn(pos.Of(Pos{X: 1}), w.ChildOf.To(parents[i%len(parents)])))
	}
	return w, pos, children
}

func tecsRows(n int) body {
	w, pos, _ := tecsChildren(n)
	q := made(w.NewQuery(tecs.Terms{Include: []tecs.Term{pos, w.ChildOf}}))
	return again(n, func() int64 {
		sum := 0.0
		for batch := range q.Batches() {
			p, parents := pos.In(batch), batch.Edges(w.ChildOf)
			for row := range p {
				if parents.Target(row) != 0 {
					sum += p[row].X
				}
			}
		}
		return int64(sum)
	})
}

func tecsLookups(n int) body {
	w, pos, children := tecsChildren(n)
	return again(n, func() int64 {
		sum := 0.0
		for _, e := range children {
			if p := pos.Get(e); p != nil && w.Target(e, w.ChildOf) != 0 {
				sum += p.X
			}
		}
		return int64(sum)
	})
}

func countSource(_ tecs.Entity, sum *int64) { *sum++ }

//go:noinline
func tecsSources(sparse bool) func(int) body {
	return func(n int) body {
		w := tecs.NewWorld()
		r := made(w.NewRelationship(tecs.Options{Name: "R", Exclusive: true, ReverseIndex: true, Sparse: sparse}))
		targets := tecsTargets(w, max(1, n/10))
		for i := range n {
			made(w.Spawn(r.To(targets[i%len(targets)])))
		}
		return again(n, func() int64 {
			sum := int64(0)
			for _, t := range targets {
				must(tecs.SourcesWith(w, t, r, countSource, &sum))
			}
			return sum
		})
	}
}

func countAncestor(_ tecs.Entity, _ int, sum *int64) bool {
	*sum++
	return true
}

// tecsWalkUp returns a world of chains with fifty entities.
func tecsWalkUp(n int) body {
	const depth = 50
	w := tecs.NewWorld()
	var leaves []tecs.Entity
	for range max(1, n/depth) {
		at := made(w.Spawn())
		for range depth {
			at = made(w.Spawn(w.ChildOf.To(at)))
		}
		leaves = append(leaves, at)
	}
	return again(depth*len(leaves), func() int64 {
		sum := int64(0)
		for _, e := range leaves {
			must(tecs.WalkUpWith(w, e, w.ChildOf, countAncestor, &sum, 0))
		}
		return sum
	})
}
