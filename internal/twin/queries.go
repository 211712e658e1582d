package twin

import (
	"iter"

	"github.com/relspec/relspec/fast"
)

func query0(q fast.Query0) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows0) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows0) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e := range q.All() {
					if !yield(e, nil) {
						return
					}
				}
			}
		},
		bind:  func(variable, value fast.Entity) query { return query0(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query0(q.Group(group)) },
	}
}

func rows0(batch fast.Batch) batchRows { return batchRows{Batch: batch} }

func query1(q fast.Query1[T1]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows1) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows1) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, []cell{erased(row)}) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return []cell{erased(row)}, ok
		},
		bind:  func(variable, value fast.Entity) query { return query1(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query1(q.Group(group)) },
	}
}

func rows1(batch fast.Batch1[T1]) batchRows {
	a := batch.Column()
	return batchRows{batch.Batch, []column{columnOf(a)}, func(i int) []cell {
		a := batch.Field()
		return []cell{erased(&a[i])}
	}}
}

func query2(q fast.Query2[T1, T2]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows2) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows2) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, []cell{erased(row.A), erased(row.B)}) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return []cell{erased(row.A), erased(row.B)}, ok
		},
		bind:  func(variable, value fast.Entity) query { return query2(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query2(q.Group(group)) },
	}
}

func rows2(batch fast.Batch2[T1, T2]) batchRows {
	a, b := batch.Columns()
	return batchRows{batch.Batch, []column{columnOf(a), columnOf(b)}, func(i int) []cell {
		a, b := batch.Fields()
		return []cell{erased(&a[i]), erased(&b[i])}
	}}
}

func query3(q fast.Query3[T1, T2, T3]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows3) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows3) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, []cell{erased(row.A), erased(row.B), erased(row.C)}) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return []cell{erased(row.A), erased(row.B), erased(row.C)}, ok
		},
		bind:  func(variable, value fast.Entity) query { return query3(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query3(q.Group(group)) },
	}
}

func rows3(batch fast.Batch3[T1, T2, T3]) batchRows {
	a, b, c := batch.Columns()
	return batchRows{batch.Batch, []column{columnOf(a), columnOf(b), columnOf(c)}, func(i int) []cell {
		a, b, c := batch.Fields()
		return []cell{erased(&a[i]), erased(&b[i]), erased(&c[i])}
	}}
}

func query4(q fast.Query4[T1, T2, T3, T4]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows4) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows4) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, []cell{erased(row.A), erased(row.B), erased(row.C), erased(row.D)}) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return []cell{erased(row.A), erased(row.B), erased(row.C), erased(row.D)}, ok
		},
		bind:  func(variable, value fast.Entity) query { return query4(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query4(q.Group(group)) },
	}
}

func rows4(batch fast.Batch4[T1, T2, T3, T4]) batchRows {
	a, b, c, d := batch.Columns()
	return batchRows{batch.Batch, []column{columnOf(a), columnOf(b), columnOf(c), columnOf(d)}, func(i int) []cell {
		a, b, c, d := batch.Fields()
		return []cell{erased(&a[i]), erased(&b[i]), erased(&c[i]), erased(&d[i])}
	}}
}

func query5(q fast.Query5[T1, T2, T3, T4, T5]) query {
	return query{
		rowsQuery: q,
		batches:   func() iter.Seq[batchRows] { return erasedSeq(q.Batches(), rows5) },
		split:     func(n int) iter.Seq[batchRows] { return inTurn(q.Split(n), rows5) },
		all: func() iter.Seq2[fast.Entity, []cell] {
			return func(yield func(fast.Entity, []cell) bool) {
				for e, row := range q.All() {
					if !yield(e, []cell{erased(row.A), erased(row.B), erased(row.C), erased(row.D), erased(row.E)}) {
						return
					}
				}
			}
		},
		get: func(e fast.Entity) ([]cell, bool) {
			row, ok := q.Get(e)
			return []cell{erased(row.A), erased(row.B), erased(row.C), erased(row.D), erased(row.E)}, ok
		},
		bind:  func(variable, value fast.Entity) query { return query5(q.Bind(variable, value)) },
		group: func(group fast.Entity) query { return query5(q.Group(group)) },
	}
}

func rows5(batch fast.Batch5[T1, T2, T3, T4, T5]) batchRows {
	a, b, c, d, e := batch.Columns()
	return batchRows{
		batch.Batch,
		[]column{columnOf(a), columnOf(b), columnOf(c), columnOf(d), columnOf(e)},
		func(i int) []cell {
			a, b, c, d, e := batch.Fields()
			return []cell{erased(&a[i]), erased(&b[i]), erased(&c[i]), erased(&d[i]), erased(&e[i])}
		},
	}
}
