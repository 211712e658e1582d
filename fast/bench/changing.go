package main

import "github.com/relspec/relspec/fast"

// changing are workloads of what the documents say beside adding and removing: changes that wait, ids that are switched
// off, and copies that a base marks.
func changing() []workload {
	return []workload{
		{"defer_addrem", "change", "addrem, each half deferred and applied at its end", sizesAll, "map_insert", deferAddRemove},
		{"toggle", "switch", "Pos of all switched off and on again", sizesAll, "map_insert", toggle},
		{"override", "instance", "instance of a base that marks its one component", sizesAll, "map_insert", override},
	}
}

func deferAddRemove(n int) body {
	w := fast.NewWorld()
	entities := withPos(w, n)
	vel := fast.Register[Vel](w)
	return again(2*n, func() int64 {
		must(w.Defer(func() {
			for _, e := range entities {
				must(vel.Add(e))
			}
		}))
		count := w.Count(vel.ID())
		must(w.Defer(func() {
			for _, e := range entities {
				must(vel.Remove(e))
			}
		}))
		return int64(count - w.Count(vel.ID()))
	})
}

func toggle(n int) body {
	w := fast.NewWorld()
	entities := withPos(w, n)
	pos := fast.Register[Pos](w)
	q := fast.NewQuery1[Pos](w)
	return again(2*n, func() int64 {
		for _, e := range entities {
			must(w.DisableID(e, pos.ID()))
		}
		off := q.Len()
		for _, e := range entities {
			must(w.EnableID(e, pos.ID()))
		}
		return int64(q.Len() - off)
	})
}

func override(n int) body {
	w := fast.NewWorld()
	base := fast.Spawn1(w, Mass{X: 1})
	mass := fast.Register[Mass](w)
	must(w.Override(base, mass.ID()))
	id := fast.Pair(fast.IsA, base)
	return once(n, func() int64 {
		for range n {
			w.SpawnWith(id)
		}
		return int64(w.Count(mass.ID()) - 1)
	})
}
