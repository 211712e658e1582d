package bench

import (
	"math/rand/v2"

	"github.com/relspec/relspec/fast"
)

func creation() []Workload {
	return []Workload{
		{"create2", "entity", "N entities with Pos and Vel, straight into the final table", sizesAll, "map_insert", create2},
		{"create2_naive", "entity", "the same id by id", sizesAll, "map_insert", create2Naive},
		{"create2_bulk", "entity", "the same in one bulk call, values filled in", sizesAll, "map_insert", create2Bulk},
		{"create_rel", "entity", "as create2 plus (R, one of 100 targets)", sizesAll, "map_insert", createRel},
		{"build_tree", "entity", "a fan-out-10 tree with 2 components", sizesAll, "map_insert", buildTree(false)},
		{"build_tree_bulk", "entity", "the same, the children of a parent in one call", sizesAll, "map_insert", buildTree(true)},
		{"pair_cold", "pair", "each of N entities gets (R, a target of its own): N new tables", sizesCold, "map_insert", pairCold},
		{"pair_multi8", "pair", "8 pairs each out of 64 targets", []int{1_000, 10_000}, "map_insert", pairMulti8},
		{"pairs_on_one", "pair", "N pairs of one relationship on one entity", []int{100, 1_000, 3_000}, "map_insert", pairsOnOne},
		{"pairs_on_one_bulk", "pair", "the same in one call", []int{100, 1_000, 3_000}, "map_insert", pairsOnOneBulk},
		{"arch_combos", "archetype", "N archetypes from subsets of tags", []int{64, 1_000, 8_000}, "map_insert", archCombos},
	}
}

func create2(n int) Body {
	w := fast.NewWorld()
	s := fast.NewSpawner2[Pos, Vel](w)
	return once(n, func() int64 {
		for i := range n {
			s.Spawn(Pos{X: float64(i)}, Vel{X: 1})
		}
		return int64(w.Count(fast.Register[Pos](w).ID()))
	})
}

func create2Naive(n int) Body {
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

func create2Bulk(n int) Body {
	w := fast.NewWorld()
	s := fast.NewSpawner2[Pos, Vel](w)
	return once(n, func() int64 {
		p, v := s.SpawnMany(n).Fields()
		for i := range p {
			p[i], v[i] = Pos{X: float64(i)}, Vel{X: 1}
		}
		return int64(w.Count(fast.Register[Vel](w).ID()))
	})
}

func createRel(n int) Body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	targets := plain(w, 100)
	s := fast.NewSpawner2[Pos, Vel](w)
	return once(n, func() int64 {
		for i := range n {
			s.Spawn(Pos{X: float64(i)}, Vel{X: 1}, fast.Pair(r, targets[i%100]))
		}
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

//go:noinline
func buildTree(bulk bool) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		fast.NewSpawner2[Pos, Vel](w)
		return once(n, func() int64 {
			family(w, n, 10, bulk)
			return int64(w.Count(fast.Pair(fast.ChildOf, fast.Wildcard)))
		})
	}
}

func pairCold(n int) Body {
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

func pairMulti8(n int) Body {
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

func pairsOnOne(n int) Body {
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

func pairsOnOneBulk(n int) Body {
	w := fast.NewWorld()
	reader := w.Relationship(w.NewRelationship("R"))
	e, targets := w.Spawn(), plain(w, n)
	return once(n, func() int64 {
		must(reader.AddAll(e, targets...))
		return int64(len(w.Targets(e, reader.Entity())))
	})
}

func archCombos(n int) Body {
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
