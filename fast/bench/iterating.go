package bench

import "github.com/relspec/relspec/fast"

func iteration() []Workload {
	const what = "cached query over one table, "
	frag := "as iter2 over min(N, 1024) tables"
	return []Workload{
		{"iter1", "entity", what + "1 component, by entity", sizesAll, "hand1", iter1(false)},
		{"iter1_tab", "entity", what + "1 component, by field slices", sizesAll, "hand1", iter1(true)},
		{"iter2", "entity", what + "2 components, 1 written, by entity", sizesAll, "hand2", iter2(oneTable, false)},
		{"iter2_tab", "entity", what + "2 components, 1 written, by field slices", sizesAll, "hand2", iter2(oneTable, true)},
		{"iter5", "entity", what + "5 components, 1 written, by entity", sizesAll, "hand5", iter5(false)},
		{"iter5_tab", "entity", what + "5 components, 1 written, by field slices", sizesAll, "hand5", iter5(true)},
		{"iter2_frag", "entity", frag + ", by entity", sizesAll, "hand2", iter2(tagged, false)},
		{"iter2_frag_tab", "entity", frag + ", by field slices", sizesAll, "hand2", iter2(tagged, true)},
		{"iter2_frag_unc", "entity", frag + ", by field slices, uncached", sizesAll, "hand2", iter2(tagged, true, fast.Uncached)},
		{"wild", "entity", "Pos, (R, *): N/10 tables of 10, target read per table", sizesAll, "hand1", wild()},
		{"wild_unc", "entity", "the same, uncached", sizesAll, "hand1", wild(fast.Uncached)},
	}
}

func oneTable(w *fast.World, n int) []fast.Entity { return withPosVel(w, n) }

//go:noinline
func iter1(tables bool) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		withPos(w, n)
		q := fast.NewQuery1[Pos](w)
		if tables {
			return again(n, func() int64 {
				count := 0
				for batch := range q.Batches() {
					p := batch.Field()
					for i := range p {
						p[i].X++
						p[i].Y++
					}
					count += len(p)
				}
				return int64(count)
			})
		}
		return again(n, func() int64 {
			for _, p := range q.All() {
				p.X++
				p.Y++
			}
			return int64(q.Len())
		})
	}
}

//go:noinline
func iter2(world func(*fast.World, int) []fast.Entity, tables bool, terms ...fast.Term) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		world(w, n)
		q := fast.NewQuery2[Pos, Vel](w, terms...)
		if tables {
			return again(n, func() int64 {
				count := 0
				for batch := range q.Batches() {
					p, v := batch.Fields()
					for i := range p {
						p[i].X += v[i].X
						p[i].Y += v[i].Y
					}
					count += len(p)
				}
				return int64(count)
			})
		}
		return again(n, func() int64 {
			for _, row := range q.All() {
				row.A.X += row.B.X
				row.A.Y += row.B.Y
			}
			return int64(q.Len())
		})
	}
}

//go:noinline
func iter5(tables bool) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		s := fast.NewSpawner5[Pos, Vel, Acc, Rot, Mass](w)
		for i := range n {
			s.Spawn(Pos{X: float64(i)}, Vel{X: 1}, Acc{X: 1}, Rot{X: 1}, Mass{X: 1})
		}
		q := fast.NewQuery5[Pos, Vel, Acc, Rot, Mass](w)
		if tables {
			return again(n, func() int64 {
				count := 0
				for batch := range q.Batches() {
					p, v, a, r, m := batch.Fields()
					v, a, r, m = v[:len(p)], a[:len(p)], r[:len(p)], m[:len(p)]
					for i := range p {
						p[i].X += v[i].X + a[i].X + r[i].X + m[i].X
						p[i].Y += v[i].Y + a[i].Y + r[i].Y + m[i].Y
					}
					count += len(p)
				}
				return int64(count)
			})
		}
		return again(n, func() int64 {
			for _, row := range q.All() {
				row.A.X += row.B.X + row.C.X + row.D.X + row.E.X
				row.A.Y += row.B.Y + row.C.Y + row.D.Y + row.E.Y
			}
			return int64(q.Len())
		})
	}
}

//go:noinline
func wild(terms ...fast.Term) func(int) Body {
	return func(n int) Body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		targets := plain(w, max(1, n/10))
		s := fast.NewSpawner1[Pos](w)
		for i := range n {
			s.Spawn(Pos{X: 1}, fast.Pair(r, targets[i/10%len(targets)]))
		}
		q := fast.NewQuery1[Pos](w, append(terms, fast.Pair(r, fast.Wildcard))...)
		return again(n, func() int64 {
			sum := int64(0)
			for batch := range q.Batches() {
				p := batch.Field()
				for i := range p {
					p[i].X++
				}
				sum += int64(batch.Target(1).Index()) * int64(len(p))
			}
			return sum
		})
	}
}
