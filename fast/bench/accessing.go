package bench

import (
	"math/rand/v2"
	"runtime"

	"github.com/relspec/relspec/fast"
)

func access() []Workload {
	return []Workload{
		{"get", "access", "random order over N entities in 1 table", sizesAll, "two_hop", get(oneTable)},
		{"get_frag", "access", "random order over N entities in 1,024 tables", sizesAll, "two_hop", get(tagged)},
		{"get_own", "access", "as get, by Own, which does not see inherited values", sizesAll, "two_hop", getOwn},
		{"set", "access", "set in random order over N entities in 1 table", sizesAll, "two_hop", set},
		{"has", "access", "has in random order over N entities in 2 tables, half of the answers no", sizesAll, "two_hop", has(oneTable)},
		{"has_frag", "access", "has in random order over N entities in 1,024 tables, half of the answers no", sizesAll, "two_hop", has(tagged)},
		{"has_pair", "access", "has (R, one of 100 targets) in random order, 99 of 100 answers no", sizesAll, "two_hop", hasPair},
		{"get_target", "access", "target of R in random order, 100 targets", sizesAll, "two_hop", getTarget},
	}
}

//go:noinline
func get(world func(*fast.World, int) []fast.Entity) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		all := shuffled(world(w, n))
		pos := fast.Register[Pos](w)
		return again(n, func() int64 {
			sum := 0.0
			for _, e := range all {
				sum += pos.Get(e).X
			}
			return int64(sum)
		})
	}
}

func getOwn(n int) Body {
	w := fast.NewWorld()
	all := shuffled(oneTable(w, n))
	pos := fast.Register[Pos](w)
	return again(n, func() int64 {
		sum := 0.0
		for _, e := range all {
			sum += pos.Own(e).X
		}
		return int64(sum)
	})
}

func set(n int) Body {
	w := fast.NewWorld()
	all := shuffled(withPosVel(w, n))
	pos := fast.Register[Pos](w)
	return again(n, func() int64 {
		for i, e := range all {
			must(pos.Set(e, Pos{X: float64(i)}))
		}
		return int64(pos.Get(all[n-1]).X)
	})
}

//go:noinline
func has(world func(*fast.World, int) []fast.Entity) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		all := world(w, n)
		pos := fast.Register[Pos](w)
		for i := n / 2; i < n; i++ {
			must(pos.Remove(all[i]))
		}
		shuffled(all)
		return again(n, func() int64 {
			count := 0
			for _, e := range all {
				if pos.Has(e) {
					count++
				}
			}
			return int64(count)
		})
	}
}

// linked is n entities with Pos and (R, one of 100 targets) in random order, and the targets.
func linked(w *fast.World, n int) (reader *fast.Relationship, all, targets []fast.Entity) {
	r := w.NewRelationship("R")
	targets = plain(w, 100)
	s := fast.NewSpawner1[Pos](w)
	all = make([]fast.Entity, n)
	for i := range n {
		all[i] = s.Spawn(Pos{X: 1}, fast.Pair(r, targets[i%100]))
	}
	return w.Relationship(r), shuffled(all), targets
}

func hasPair(n int) Body {
	w := fast.NewWorld()
	reader, all, targets := linked(w, n)
	random := rand.New(rand.NewPCG(3, 4))
	asked := make([]fast.Entity, n)
	for i := range asked {
		asked[i] = targets[random.IntN(len(targets))]
	}
	return again(n, func() int64 {
		count := 0
		for i, e := range all {
			if !reader.Has(e, asked[i]) {
				count++
			}
		}
		return int64(count)
	})
}

func getTarget(n int) Body {
	w := fast.NewWorld()
	reader, all, _ := linked(w, n)
	return again(n, func() int64 {
		sum := int64(0)
		for _, e := range all {
			sum += int64(reader.Target(e).Index())
		}
		return sum
	})
}

func queries() []Workload {
	sizes := []int{64, 1_000, 8_000}
	return []Workload{
		{"query_new_cached", "query", "create and release a two-term cached query, counted once, in a world of N tables that match", sizes, "map_insert", queryNew(true)},
		{"query_new_cached_lazy", "query", "the same where 1 of the N tables matches", sizes, "map_insert", queryNew(false)},
		{"query_new_unc", "query", "the same where 1 of the N tables matches, uncached", sizes, "map_insert", queryNew(false, fast.Uncached)},
	}
}

//go:noinline
func queryNew(match bool, terms ...fast.Term) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		entities, targets := withPos(w, n), plain(w, n)
		if match {
			for i := range entities {
				must(fast.Set(w, entities[i], Vel{X: 1}))
			}
		}
		for i, e := range entities {
			must(w.AddPair(e, r, targets[i]))
		}
		if !match {
			fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
		}
		const rounds = 10
		return again(rounds, func() int64 {
			count := 0
			for range rounds {
				q := fast.NewQuery2[Pos, Vel](w, terms...)
				count += q.Len()
				q.Release()
			}
			return int64(count)
		})
	}
}

func collection() []Workload {
	return []Workload{
		{"gc_rel", "collection", "one full runtime.GC of a world with N relationship tables", sizesCold, "", collect},
	}
}

func collect(n int) Body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	entities, targets := withPos(w, n), plain(w, n)
	for i, e := range entities {
		must(w.AddPair(e, r, targets[i]))
	}
	return again(1, func() int64 {
		runtime.GC()
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}
