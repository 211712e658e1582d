package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkCreate2, per entity: N entities with Pos and Vel, straight into the final table.
func BenchmarkCreate2(b *testing.B) { measure(b, sizesAll, create2) }

// BenchmarkCreate2Naive, per entity: as BenchmarkCreate2, but the ids are added one by one.
func BenchmarkCreate2Naive(b *testing.B) { measure(b, sizesAll, create2Naive) }

// BenchmarkCreate2Bulk, per entity: as BenchmarkCreate2, but one call creates all entities and the
// values are set afterwards.
func BenchmarkCreate2Bulk(b *testing.B) { measure(b, sizesAll, create2Bulk) }

// BenchmarkCreateRel, per entity: as BenchmarkCreate2, plus (R, one of 100 targets).
func BenchmarkCreateRel(b *testing.B) { measure(b, sizesAll, createRel) }

// BenchmarkBuildTree, per entity: a fan-out-10 tree with 2 components.
func BenchmarkBuildTree(b *testing.B) { measure(b, sizesAll, buildTree(false)) }

// BenchmarkBuildTreeBulk, per entity: as BenchmarkBuildTree, but one call creates the children of a
// parent.
func BenchmarkBuildTreeBulk(b *testing.B) { measure(b, sizesAll, buildTree(true)) }

// BenchmarkPairCold, per pair: each of N entities gets a pair of R with a different target, which
// makes N tables.
func BenchmarkPairCold(b *testing.B) { measure(b, sizesCold, pairCold) }

// BenchmarkPairMulti8, per pair: each of N entities gets 8 pairs with targets out of 64.
func BenchmarkPairMulti8(b *testing.B) { measure(b, []int{1_000, 10_000}, pairMulti8) }

// BenchmarkPairsOnOne, per pair: N pairs of one relationship on one entity.
func BenchmarkPairsOnOne(b *testing.B) { measure(b, []int{100, 1_000, 3_000}, pairsOnOne) }

// BenchmarkPairsOnOneBulk, per pair: as BenchmarkPairsOnOne, but one call adds all pairs.
func BenchmarkPairsOnOneBulk(b *testing.B) { measure(b, []int{100, 1_000, 3_000}, pairsOnOneBulk) }

// BenchmarkArchCombos, per archetype: N archetypes from subsets of tags.
func BenchmarkArchCombos(b *testing.B) { measure(b, []int{64, 1_000, 8_000}, archCombos) }

func create2(n int) body {
	w := fast.NewWorld()
	fast.SpawnMany2[Pos, Vel](w, 0) // their components and table
	return once(n, func() int64 {
		for i := range n {
			fast.Spawn2(w, Pos{X: float64(i)}, Vel{X: 1})
		}
		return int64(w.Count(fast.Register[Pos](w).ID()))
	})
}

func create2Naive(n int) body {
	w := fast.NewWorld()
	pos, vel := fast.Register[Pos](w), fast.Register[Vel](w)
	return once(n, func() int64 {
		for i := range n {
			e := w.Spawn()
			must(pos.Set(e, Pos{X: float64(i)}))
			must(vel.Set(e, Vel{X: 1}))
		}
		return int64(w.Count(vel.ID()))
	})
}

func create2Bulk(n int) body {
	w := fast.NewWorld()
	fast.SpawnMany2[Pos, Vel](w, 0) // their components and table
	return once(n, func() int64 {
		p, v := fast.SpawnMany2[Pos, Vel](w, n).Fields()
		for i := range p {
			p[i], v[i] = Pos{X: float64(i)}, Vel{X: 1}
		}
		return int64(w.Count(fast.Register[Vel](w).ID()))
	})
}

func createRel(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	targets := plain(w, 100)
	fast.SpawnMany2[Pos, Vel](w, 0)
	return once(n, func() int64 {
		for i := range n {
			fast.Spawn2(w, Pos{X: float64(i)}, Vel{X: 1}, fast.Pair(r, targets[i%100]))
		}
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

//go:noinline
func buildTree(bulk bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		fast.Register[Pos](w)
		fast.Register[Vel](w)
		return once(n, func() int64 {
			family(w, n, 10, bulk)
			return int64(w.Count(fast.Pair(fast.ChildOf, fast.Wildcard)))
		})
	}
}

func pairCold(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	entities, targets := withPos(w, n), plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			must(w.AddPair(e, r, targets[i]))
		}
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

func pairMulti8(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	entities, targets := withPos(w, n), plain(w, 64)
	random := rand.New(rand.NewPCG(3, 4))
	picks := make([][8]int, n)
	for i := range picks {
		copy(picks[i][:], random.Perm(64))
	}
	return once(8*n, func() int64 {
		for i, e := range entities {
			for _, t := range picks[i] {
				must(w.AddPair(e, r, targets[t]))
			}
		}
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

func pairsOnOne(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	e, targets := w.Spawn(), plain(w, n)
	return once(n, func() int64 {
		for _, t := range targets {
			must(w.AddPair(e, r, t))
		}
		return int64(len(w.Targets(e, r)))
	})
}

func pairsOnOneBulk(n int) body {
	w := fast.NewWorld()
	reader := w.Relationship(w.NewRelationship("R"))
	e, targets := w.Spawn(), plain(w, n)
	return once(n, func() int64 {
		must(reader.AddAll(e, targets...))
		return int64(len(w.Targets(e, reader.Entity())))
	})
}

func archCombos(n int) body {
	w := fast.NewWorld()
	var tags []fast.ID
	for 1<<len(tags) <= n {
		tags = append(tags, fast.Single(w.NewTag("")))
	}
	entities := plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			for bit := len(tags) - 1; bit >= 0; bit-- {
				if (i+1)>>bit&1 != 0 {
					must(w.Add(e, tags[bit]))
				}
			}
		}
		count := 0
		for _, tag := range tags {
			count += w.Count(tag)
		}
		return int64(count)
	})
}
