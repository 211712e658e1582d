package bench

import "github.com/relspec/relspec/fast"

func moves() []Workload {
	return []Workload{
		{"addrem", "change", "add Vel to all, remove it from all", sizesAll, "map_insert", addRemove},
		{"pair_addrem_T10", "change", "the same with (R, t), 10 targets", sizesAll, "map_insert", pairAddRemove(tenTargets)},
		{"pair_addrem_frag", "change", "the same, N/10 targets, tables warm", sizesAll, "map_insert", pairAddRemove(manyTargets)},
		{"sparse_addrem", "change", "add and remove a DontFragment component", sizesAll, "map_insert", sparseAddRemove},
	}
}

func tenTargets(int) int    { return 10 }
func hundred(int) int       { return 100 }
func manyTargets(n int) int { return max(1, n/10) }

func addRemove(n int) Body {
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
func pairAddRemove(targets func(int) int) func(int) Body {
	return func(n int) Body {
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

func sparseAddRemove(n int) Body {
	w := fast.NewWorld()
	vel := fast.Register[Vel](w)
	must(w.Add(vel.Entity(), fast.Single(fast.DontFragment)))
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

func reparenting() []Workload {
	const what = "every entity moves to the next target of "
	return []Workload{
		{"reparent_T100", "move", what + "an exclusive relationship, 100 targets", sizesAll, "map_insert", reparent(hundred, exclusive)},
		{"reparent_frag", "move", what + "an exclusive relationship, N/10 targets", sizesAll, "map_insert", reparent(manyTargets, exclusive)},
		{"reparent_childof_T100", "move", what + "ChildOf, 100 targets", sizesAll, "map_insert", reparent(hundred, childOf)},
		{"union_reparent_T100", "move", what + "a Union, 100 targets", sizesAll, "map_insert", reparent(hundred, union)},
		{"union_reparent_frag", "move", what + "a Union, N/10 targets", sizesCold, "map_insert", reparent(manyTargets, union)},
	}
}

func exclusive(w *fast.World) fast.Entity { return w.NewRelationship("R", fast.Exclusive) }
func union(w *fast.World) fast.Entity     { return w.NewRelationship("R", fast.Union) }
func childOf(*fast.World) fast.Entity     { return fast.ChildOf }

//go:noinline
func reparent(targets func(int) int, relationship func(*fast.World) fast.Entity) func(int) Body {
	return func(n int) Body {
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
