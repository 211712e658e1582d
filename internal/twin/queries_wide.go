package twin

import (
	"iter"

	"github.com/relspec/relspec/fast"
)

func query6(q fast.Query6[T1, T2, T3, T4, T5, T6]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows6) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows6) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, cells6(row)) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return cells6(row), ok
		},
		bind:  func(variable, value fast.Entity) query { return query6(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query6(q.Group(group)) },
	}
}

func cells6(row fast.Row6[T1, T2, T3, T4, T5, T6]) []cell {
	return []cell{erased(row.A), erased(row.B), erased(row.C), erased(row.D), erased(row.E), erased(row.F)}
}

func rows6(batch fast.Batch6[T1, T2, T3, T4, T5, T6]) batchRows {
	a, b, c, d, e, f := batch.Columns()
	return batchRows{batch.Batch, []column{
		columnOf(a), columnOf(b), columnOf(c), columnOf(d), columnOf(e),
		columnOf(f),
	}, func(i int) []cell {
		a, b, c, d, e, f := batch.Fields()
		return []cell{erased(&a[i]), erased(&b[i]), erased(&c[i]), erased(&d[i]), erased(&e[i]), erased(&f[i])}
	}}
}

func query7(q fast.Query7[T1, T2, T3, T4, T5, T6, T7]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows7) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows7) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, cells7(row)) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return cells7(row), ok
		},
		bind:  func(variable, value fast.Entity) query { return query7(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query7(q.Group(group)) },
	}
}

func cells7(row fast.Row7[T1, T2, T3, T4, T5, T6, T7]) []cell {
	return []cell{
		erased(row.A), erased(row.B), erased(row.C), erased(row.D), erased(row.E), erased(row.F),
		erased(row.G),
	}
}

func rows7(batch fast.Batch7[T1, T2, T3, T4, T5, T6, T7]) batchRows {
	a, b, c, d, e, f, g := batch.Columns()
	return batchRows{batch.Batch, []column{
		columnOf(a), columnOf(b), columnOf(c), columnOf(d), columnOf(e), columnOf(f),
		columnOf(g),
	}, func(i int) []cell {
		a, b, c, d, e, f, g := batch.Fields()
		return []cell{
			erased(&a[i]), erased(&b[i]), erased(&c[i]), erased(&d[i]), erased(&e[i]), erased(&f[i]),
			erased(&g[i]),
		}
	}}
}

func query8(q fast.Query8[T1, T2, T3, T4, T5, T6, T7, T8]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows8) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows8) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, cells8(row)) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return cells8(row), ok
		},
		bind:  func(variable, value fast.Entity) query { return query8(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query8(q.Group(group)) },
	}
}

func cells8(row fast.Row8[T1, T2, T3, T4, T5, T6, T7, T8]) []cell {
	return []cell{
		erased(row.A), erased(row.B), erased(row.C), erased(row.D), erased(row.E), erased(row.F),
		erased(row.G), erased(row.H),
	}
}

func rows8(batch fast.Batch8[T1, T2, T3, T4, T5, T6, T7, T8]) batchRows {
	a, b, c, d, e, f, g, h := batch.Columns()
	return batchRows{batch.Batch, []column{
		columnOf(a), columnOf(b), columnOf(c), columnOf(d), columnOf(e), columnOf(f),
		columnOf(g), columnOf(h),
	}, func(i int) []cell {
		a, b, c, d, e, f, g, h := batch.Fields()
		return []cell{
			erased(&a[i]), erased(&b[i]), erased(&c[i]), erased(&d[i]), erased(&e[i]), erased(&f[i]),
			erased(&g[i]), erased(&h[i]),
		}
	}}
}
