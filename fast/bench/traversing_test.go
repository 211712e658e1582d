package bench

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkTargetEach, per query: list the sources of (R, t) for each of N/10 targets t.
func BenchmarkTargetEach(b *testing.B) { measure(b, sizesAll, targetEach) }

// BenchmarkTargetQ, per query: as BenchmarkTargetEach, but an uncached query whose target is set at
// run time returns the sources with Pos.
func BenchmarkTargetQ(b *testing.B) { measure(b, sizesAll, targetQuery(false)) }

// BenchmarkTargetQBadOrder, per query: as BenchmarkTargetQ, but the query begins with the
// component.
func BenchmarkTargetQBadOrder(b *testing.B) { measure(b, sizesCold, targetQuery(true)) }

// BenchmarkUnionTargetQ, per query: as BenchmarkTargetQ, but R is a Union.
func BenchmarkUnionTargetQ(b *testing.B) { measure(b, sizesCold, targetQuery(false, fast.Union)) }

// BenchmarkChildren, per child: list the children of each parent of a fan-out-10 tree.
func BenchmarkChildren(b *testing.B) { measure(b, sizesAll, children(false)) }

// BenchmarkChildrenBulk, per child: as BenchmarkChildren, but one call created the children of a
// parent.
func BenchmarkChildrenBulk(b *testing.B) { measure(b, sizesAll, children(true)) }

// BenchmarkUp, per entity: query Pos and, up ChildOf, the parent's Mass; 10 children per parent.
func BenchmarkUp(b *testing.B) { measure(b, sizesAll, up()) }

// BenchmarkUpUnc, per entity: as BenchmarkUp, uncached.
func BenchmarkUpUnc(b *testing.B) { measure(b, sizesAll, up(fast.Uncached)) }

// BenchmarkCascade, per entity: compute the world position as the parent's world position plus the
// local one, breadth first, fan-out 10.
func BenchmarkCascade(b *testing.B) { measure(b, sizesAll, cascade(10, false)) }

// BenchmarkCascadeF2, per entity: as BenchmarkCascade, but with fan-out 2.
func BenchmarkCascadeF2(b *testing.B) { measure(b, sizesCold, cascade(2, false)) }

// BenchmarkCascadeBulk, per entity: as BenchmarkCascade, but one call created the children of a
// parent.
func BenchmarkCascadeBulk(b *testing.B) { measure(b, sizesAll, cascade(10, true)) }

// BenchmarkCascadeMoved, per entity: as BenchmarkCascade, after one entity has moved.
func BenchmarkCascadeMoved(b *testing.B) { measure(b, sizesAll, cascadeMoved()) }

// BenchmarkCascadeBeside, per entity: as BenchmarkCascadeMoved, but ChildOf is DontFragment.
func BenchmarkCascadeBeside(b *testing.B) { measure(b, sizesAll, cascadeMoved(fast.DontFragment)) }

// BenchmarkTransDown, per result: query all entities that are transitively LocatedIn the root of a
// fan-out-10 tree.
func BenchmarkTransDown(b *testing.B) { measure(b, sizesAll, transDown) }

// BenchmarkTransUp, per result: query all ancestors of the leaf of a chain of depth N.
func BenchmarkTransUp(b *testing.B) { measure(b, sizesDepth, transUp) }

// BenchmarkTransCheck, per test: ask a closure whether the leaf of a chain of depth N is in the
// root.
func BenchmarkTransCheck(b *testing.B) { measure(b, sizesDepth, transCheck) }

// BenchmarkTransCheckQ, per test: as BenchmarkTransCheck, but by a rule query.
func BenchmarkTransCheckQ(b *testing.B) { measure(b, sizesDepth, transCheckQuery) }

// BenchmarkJoin16, per entity: query (Likes, $x), (Eats, $x), where each target is a random one of
// 16.
func BenchmarkJoin16(b *testing.B) { measure(b, sizesAll, joinSame(sixteen)) }

// BenchmarkJoinSparse, per entity: as BenchmarkJoin16, but with N/10 targets.
func BenchmarkJoinSparse(b *testing.B) { measure(b, sizesCold, joinSame(manyTargets)) }

// BenchmarkJoinTyped, per entity: query Pos, (R, $p), Planet($p), with 10 entities per target; half
// of the targets are planets.
func BenchmarkJoinTyped(b *testing.B) { measure(b, sizesAll, joinTyped) }

func sixteen(int) int { return 16 }

// sources is a world of n entities with Pos and (R, one of n/10 targets).
func sources(n int, properties ...fast.Entity) (w *fast.World, r fast.Entity, targets []fast.Entity) {
	w = fast.NewWorld()
	r = w.NewRelationship("R", properties...)
	fast.Register[Pos](w)
	targets = plain(w, max(1, n/10))
	for i := range n {
		fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, targets[i%len(targets)]))
	}
	return w, r, targets
}

func targetEach(n int) body {
	w, r, targets := sources(n)
	reader := w.Relationship(r)
	last := int64(targets[len(targets)-1].Index())
	return again(len(targets), func() int64 {
		sum := int64(0)
		for _, t := range targets {
			for e := range reader.Sources(t) {
				sum += int64(e.Index())
			}
		}
		return sum - int64(n)*last
	})
}

//go:noinline
func targetQuery(componentFirst bool, properties ...fast.Entity) func(int) body {
	return func(n int) body {
		w, r, targets := sources(n, properties...)
		t := fast.Variable(1)
		pos := fast.Register[Pos](w)
		pair := fast.Term(fast.Pair(r, t))
		q := fast.NewQuery1[Pos](w, pair)
		if !componentFirst {
			other := fast.NewQuery0(w, pair, pos.ID())
			return again(len(targets), func() int64 {
				count := 0
				for _, target := range targets {
					for batch := range other.Bind(t, target).Batches() {
						p := pos.In(batch)
						for i := range p {
							p[i].X++
						}
						count += len(p)
					}
				}
				return int64(count)
			})
		}
		return again(len(targets), func() int64 {
			count := 0
			for _, target := range targets {
				for batch := range q.Bind(t, target).Batches() {
					p := batch.Field()
					for i := range p {
						p[i].X++
					}
					count += len(p)
				}
			}
			return int64(count)
		})
	}
}

//go:noinline
func children(bulk bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := family(w, n, 10, bulk)
		reader := w.Relationship(fast.ChildOf)
		return again(max(1, n-1), func() int64 {
			sum := int64(0)
			for _, parent := range all[:(n+8)/10] {
				for e := range reader.Sources(parent) {
					sum += int64(e.Index())
				}
			}
			return sum - int64(n-1)*int64(all[0].Index())
		})
	}
}

//go:noinline
func up(terms ...fast.Term) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		mass := fast.Register[Mass](w)
		roots(w, n)
		q := fast.NewQuery2[Pos, Mass](w, append(terms, fast.Field[Mass](fast.Up(fast.ChildOf, mass.ID())))...)
		return again(n, func() int64 {
			count := 0
			for batch := range q.Batches() {
				p, m := batch.Columns()
				above := m.Value().X
				cells := p.Slice()
				for i := range cells {
					cells[i].X += above
				}
				count += len(cells)
			}
			return int64(count)
		})
	}
}

// cascade computes Vel as the world position from Pos, the local one.
//
//go:noinline
func cascade(fan int, bulk bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		family(w, n, fan, bulk)
		return again(n, cascading(w))
	}
}

// cascadeMoved moves the last entity between two parents of one depth.
//
//go:noinline
func cascadeMoved(properties ...fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		for _, property := range properties {
			must(w.Add(fast.ChildOf, property))
		}
		all := family(w, n, 10, false)
		run, leaf := cascading(w), all[n-1]
		parent, other := all[(n-2)/10], all[(n-2)/10-1]
		return again(n, func() int64 {
			must(w.AddPair(leaf, fast.ChildOf, other))
			parent, other = other, parent
			return run()
		})
	}
}

func cascading(w *fast.World) func() int64 {
	above := fast.Optional(fast.Cascade(fast.ChildOf, fast.Register[Vel](w).ID()))
	q := fast.NewQuery3[Pos, Vel, Vel](w, fast.Field[Vel](above))
	return func() int64 {
		last := 0.0
		for batch := range q.Batches() {
			locals, worlds, parent := batch.Columns()
			p, v, x, y := locals.Slice(), worlds.Slice(), 0.0, 0.0
			if parent.IsSet() {
				x, y = parent.Value().X, parent.Value().Y
			}
			for i := range p {
				v[i].X, v[i].Y = x+p[i].X, y+p[i].Y
			}
			last = v[len(v)-1].X
		}
		return int64(last)
	}
}

func transDown(n int) body {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	all := plain(w, n)
	for i, e := range all[1:] {
		must(w.AddPair(e, in, all[i/10]))
	}
	q := fast.NewQuery0(w, fast.Pair(in, all[0]), fast.Rule)
	return again(n-1, func() int64 { return int64(q.Len()) })
}

// chain is n places, each in the next.
func chain(n int) (w *fast.World, in fast.Entity, places []fast.Entity) {
	w = fast.NewWorld()
	in = w.NewRelationship("LocatedIn", fast.Transitive)
	places = plain(w, n+1)
	for i, e := range places[:n] {
		must(w.AddPair(e, in, places[i+1]))
	}
	return w, in, places
}

func transUp(n int) body {
	w, in, places := chain(n)
	x := fast.Variable(1)
	leaf := fast.Single(w.NewTag("Leaf"))
	must(w.Add(places[0], leaf))
	q := fast.NewQuery0(w, leaf, fast.Pair(in, x))
	return again(n, func() int64 {
		sum := int64(0)
		for batch := range q.Batches() {
			sum += int64(batch.Variable(x).Index())
		}
		return sum - int64(n)*int64(places[0].Index())
	})
}

// tests is the number of tests in a run. A single test takes no longer than reading the clock.
const tests = 100

func transCheck(n int) body {
	w, in, places := chain(n)
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

func transCheckQuery(n int) body {
	w, in, places := chain(n)
	leaf := fast.Single(w.NewTag("Leaf"))
	must(w.Add(places[0], leaf))
	q := fast.NewQuery0(w, leaf, fast.Pair(in, places[n]), fast.Rule)
	return again(tests, func() int64 {
		count := 0
		for range tests {
			count += q.Len()
		}
		return int64(count)
	})
}

//go:noinline
func joinSame(targets func(int) int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		likes, eats := w.NewRelationship("Likes"), w.NewRelationship("Eats")
		to := plain(w, targets(n))
		for i := range n {
			w.Spawn(fast.Pair(likes, to[pick(2*i, len(to))]), fast.Pair(eats, to[pick(2*i+1, len(to))]))
		}
		before := int64(to[0].Index()) - 1
		x := fast.Variable(1)
		q := fast.NewQuery0(w, fast.Pair(likes, x), fast.Pair(eats, x))
		return again(n, func() int64 {
			sum := int64(0)
			for batch := range q.Batches() {
				sum += int64(batch.Len()) * (int64(batch.Variable(x).Index()) - before)
			}
			return sum
		})
	}
}

func joinTyped(n int) body {
	w := fast.NewWorld()
	r, planet := w.NewRelationship("R"), w.NewTag("Planet")
	to := plain(w, max(2, n/10))
	for i := 0; i < len(to); i += 2 {
		must(w.Add(to[i], planet))
	}
	for i := range n {
		fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, to[i%len(to)]))
	}
	p := fast.Variable(1)
	q := fast.NewQuery1[Pos](w, fast.Pair(r, p), fast.On(p, planet))
	return again(n, func() int64 {
		count := 0
		for batch := range q.Batches() {
			cells := batch.Field()
			for i := range cells {
				cells[i].X++
			}
			count += len(cells)
		}
		return int64(count)
	})
}
