package main

import (
	"runtime"

	"github.com/relspec/relspec/fast"
)

func access() []workload {
	return []workload{
		{"get", "access", "random order over N entities in 1 table", sizesAll, "two_hop", get(oneTable)},
		{"get_frag", "access", "random order over N entities in 1,024 tables", sizesAll, "two_hop", get(tagged)},
		{"get_own", "access", "as get, by Own, which does not see inherited values", sizesAll, "two_hop", getOwn},
		{"set", "access", "set in random order over N entities in 1 table", sizesAll, "two_hop", set},
		{"has", "access", "has in random order over N entities in 1 table", sizesAll, "two_hop", has(oneTable)},
		{"has_frag", "access", "has in random order over N entities in 1,024 tables", sizesAll, "two_hop", has(tagged)},
		{"has_pair", "access", "has (R, its target) in random order, 100 targets", sizesAll, "two_hop", hasPair},
		{"get_target", "access", "target of R in random order, 100 targets", sizesAll, "two_hop", getTarget},
	}
}

//go:noinline
func get(world func(*fast.World, int) []fast.Entity) func(int) body {
	return func(n int) body {
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

func getOwn(n int) body {
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

func set(n int) body {
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
func has(world func(*fast.World, int) []fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := shuffled(world(w, n))
		pos := fast.Register[Pos](w)
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

// linked is n entities with Pos and (R, one of 100 targets) in random order, and the target of each.
func linked(w *fast.World, n int) (reader *fast.Relationship, all, of []fast.Entity) {
	r := w.NewRelationship("R")
	targets := plain(w, 100)
	s := fast.NewSpawner1[Pos](w)
	at := make([]int, n)
	all, of = make([]fast.Entity, n), make([]fast.Entity, n)
	for i := range n {
		at[i] = i
		all[i] = s.Spawn(Pos{X: 1}, fast.Pair(r, targets[i%100]))
	}
	made := append([]fast.Entity(nil), all...)
	for to, from := range shuffled(at) {
		all[to], of[to] = made[from], targets[from%100]
	}
	return w.Relationship(r), all, of
}

func hasPair(n int) body {
	w := fast.NewWorld()
	reader, all, of := linked(w, n)
	return again(n, func() int64 {
		count := 0
		for i, e := range all {
			if reader.Has(e, of[i]) {
				count++
			}
		}
		return int64(count)
	})
}

func getTarget(n int) body {
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

func queries() []workload {
	sizes := []int{64, 1_000, 8_000}
	return []workload{
		{"query_new_cached", "query", "create and release a two-term cached query, iterated once, in a world of N tables of which 1 matches", sizes, "map_insert", queryNew()},
		{"query_new_unc", "query", "the same, uncached", sizes, "map_insert", queryNew(fast.Uncached)},
	}
}

//go:noinline
func queryNew(terms ...fast.Term) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		entities, targets := withPos(w, n), plain(w, n)
		for i, e := range entities {
			must(w.AddPair(e, r, targets[i]))
		}
		fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
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

func collection() []workload {
	return []workload{
		{"gc_rel", "collection", "one full runtime.GC of a world with N relationship tables", sizesCold, "", collect},
	}
}

func collect(n int) body {
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
