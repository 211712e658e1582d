package bench

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkIter1, per entity: cached query over one table, 1 component, by entity.
func BenchmarkIter1(b *testing.B) { measure(b, sizesAll, iter1(false)) }

// BenchmarkIter1Tab, per entity: cached query over one table, 1 component, by field slices.
func BenchmarkIter1Tab(b *testing.B) { measure(b, sizesAll, iter1(true)) }

// BenchmarkIter2, per entity: cached query over one table, 2 components, 1 written, by entity.
func BenchmarkIter2(b *testing.B) { measure(b, sizesAll, iter2(oneTable, false)) }

// BenchmarkIter2Tab, per entity: cached query over one table, 2 components, 1 written, by field
// slices.
func BenchmarkIter2Tab(b *testing.B) { measure(b, sizesAll, iter2(oneTable, true)) }

// BenchmarkIter5, per entity: cached query over one table, 5 components, 1 written, by entity.
func BenchmarkIter5(b *testing.B) { measure(b, sizesAll, iter5(false)) }

// BenchmarkIter5Tab, per entity: cached query over one table, 5 components, 1 written, by field
// slices.
func BenchmarkIter5Tab(b *testing.B) { measure(b, sizesAll, iter5(true)) }

// BenchmarkIter2Frag, per entity: as BenchmarkIter2 over min(N, 1024) tables, by entity.
func BenchmarkIter2Frag(b *testing.B) { measure(b, sizesAll, iter2(tagged, false)) }

// BenchmarkIter2FragTab, per entity: as BenchmarkIter2 over min(N, 1024) tables, by field slices.
func BenchmarkIter2FragTab(b *testing.B) { measure(b, sizesAll, iter2(tagged, true)) }

// BenchmarkIter2FragUnc, per entity: as BenchmarkIter2 over min(N, 1024) tables, by field slices,
// uncached.
func BenchmarkIter2FragUnc(b *testing.B) { measure(b, sizesAll, iter2(tagged, true, fast.Uncached)) }

// BenchmarkWild, per entity: query Pos, (R, *) over N/10 tables of 10 entities; the target is read
// once per table.
func BenchmarkWild(b *testing.B) { measure(b, sizesAll, wild()) }

// BenchmarkWildUnc, per entity: as BenchmarkWild, uncached.
func BenchmarkWildUnc(b *testing.B) { measure(b, sizesAll, wild(fast.Uncached)) }

func oneTable(w *fast.World, n int) []fast.Entity { return withPosVel(w, n) }

//go:noinline
func iter1(tables bool) func(int) body {
	return func(n int) body {
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
func iter2(world func(*fast.World, int) []fast.Entity, tables bool, terms ...fast.Term) func(int) body {
	return func(n int) body {
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
func iter5(tables bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		for i := range n {
			fast.Spawn5(w, Pos{X: float64(i)}, Vel{X: 1}, Acc{X: 1}, Rot{X: 1}, Mass{X: 1})
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
func wild(terms ...fast.Term) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		targets := plain(w, max(1, n/10))
		for i := range n {
			fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, targets[i/10%len(targets)]))
		}
		q := fast.NewQuery1[Pos](w, append(terms, fast.Pair(r, fast.Wildcard))...)
		before := int64(targets[0].Index()) - 1
		return again(n, func() int64 {
			sum := int64(0)
			for batch := range q.Batches() {
				p := batch.Field()
				for i := range p {
					p[i].X++
				}
				sum += int64(batch.Target(1).Index()) * int64(len(p))
			}
			return sum - int64(n)*before
		})
	}
}
