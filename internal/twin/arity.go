package twin

import (
	"iter"

	"github.com/relspec/relspec/fast"
)

// spawner is a spawner of any number of values, with the ids that it was made with.
type spawner struct {
	ids   []fast.ID
	spawn func(values []int, ids []fast.ID) fast.Entity
	many  func(n int, ids []fast.ID) batchRows
}

// column is the values of a field in a batch, whatever their type.
type column struct {
	set, shared bool
	at          func(i int) cell
	slice       func(i int) cell // out of the slice of all
	value       func() cell      // the shared one
}

func columnOf[T any](c fast.Column[T]) column {
	return column{
		set: c.IsSet(), shared: c.IsShared(),
		at:    func(i int) cell { return erased(c.At(i)) },
		slice: func(i int) cell { return erased(&c.Slice()[i]) },
		value: func() cell { return erased(c.Value()) },
	}
}

// batchRows is a batch of any number of fields.
type batchRows struct {
	fast.Batch
	columns []column
	// fields are the values of the i-th entity where all fields have one for each.
	fields func(i int) []cell
}

// erasedSeq is batches of any number of fields.
func erasedSeq[B any](batches iter.Seq[B], rows func(B) batchRows) iter.Seq[batchRows] {
	return func(yield func(batchRows) bool) {
		for b := range batches {
			if !yield(rows(b)) {
				return
			}
		}
	}
}

// inTurn is the batches of parts one after the other.
func inTurn[B any](parts []iter.Seq[B], rows func(B) batchRows) iter.Seq[batchRows] {
	return func(yield func(batchRows) bool) {
		for _, part := range parts {
			for b := range part {
				if !yield(rows(b)) {
					return
				}
			}
		}
	}
}

// rowsQuery has the methods that queries of all numbers of fields have.
type rowsQuery interface {
	Len() int
	Matches(e fast.Entity) bool
	Changed() bool
	Groups() []fast.Entity
	Plan() string
	Release()
	Variable(name string) fast.Entity
}

// query is a typed query of any number of fields.
type query struct {
	rowsQuery
	batches func() iter.Seq[batchRows]
	split   func(n int) iter.Seq[batchRows] // the parts, one after the other
	all     func() iter.Seq2[fast.Entity, []cell]
	get     func(e fast.Entity) ([]cell, bool) // nil for queries without fields
	bind    func(variable, value fast.Entity) query
	group   func(group fast.Entity) query
}

// mostFields is how many fields a query has at most.
const mostFields = 8

// widened makes some of the widest numbers of fields that are drawn often wider still.
func (t *twin) widened(arity int) int {
	if arity == 5 {
		arity += t.pick(mostFields - 4)
	}
	return arity
}

// newQueries make queries, by the number of fields.
var newQueries = []func(w *fast.World, terms []fast.Term) query{
	func(w *fast.World, terms []fast.Term) query { return query0(fast.NewQuery0(w, terms...)) },
	func(w *fast.World, terms []fast.Term) query { return query1(fast.NewQuery1[T1](w, terms...)) },
	func(w *fast.World, terms []fast.Term) query { return query2(fast.NewQuery2[T1, T2](w, terms...)) },
	func(w *fast.World, terms []fast.Term) query { return query3(fast.NewQuery3[T1, T2, T3](w, terms...)) },
	func(w *fast.World, terms []fast.Term) query {
		return query4(fast.NewQuery4[T1, T2, T3, T4](w, terms...))
	},
	func(w *fast.World, terms []fast.Term) query {
		return query5(fast.NewQuery5[T1, T2, T3, T4, T5](w, terms...))
	},
	func(w *fast.World, terms []fast.Term) query {
		return query6(fast.NewQuery6[T1, T2, T3, T4, T5, T6](w, terms...))
	},
	func(w *fast.World, terms []fast.Term) query {
		return query7(fast.NewQuery7[T1, T2, T3, T4, T5, T6, T7](w, terms...))
	},
	func(w *fast.World, terms []fast.Term) query {
		return query8(fast.NewQuery8[T1, T2, T3, T4, T5, T6, T7, T8](w, terms...))
	},
}

// spawns make an entity, by the number of values less one; so do the lists below.
var spawns = []func(w *fast.World, v []int, ids []fast.ID) fast.Entity{
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn1(w, valued[T1](v[0]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn2(w, valued[T1](v[0]), valued[T2](v[1]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn3(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn4(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn5(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
			ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn6(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
			valued[T6](v[5]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn7(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
			valued[T6](v[5]), valued[T7](v[6]), ids...)
	},
	func(w *fast.World, v []int, ids []fast.ID) fast.Entity {
		return fast.Spawn8(w, valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
			valued[T6](v[5]), valued[T7](v[6]), valued[T8](v[7]), ids...)
	},
}

var spawnsMany = []func(w *fast.World, n int, ids []fast.ID) batchRows{
	func(w *fast.World, n int, ids []fast.ID) batchRows { return rows1(fast.SpawnMany1[T1](w, n, ids...)) },
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows2(fast.SpawnMany2[T1, T2](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows3(fast.SpawnMany3[T1, T2, T3](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows4(fast.SpawnMany4[T1, T2, T3, T4](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows5(fast.SpawnMany5[T1, T2, T3, T4, T5](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows6(fast.SpawnMany6[T1, T2, T3, T4, T5, T6](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows7(fast.SpawnMany7[T1, T2, T3, T4, T5, T6, T7](w, n, ids...))
	},
	func(w *fast.World, n int, ids []fast.ID) batchRows {
		return rows8(fast.SpawnMany8[T1, T2, T3, T4, T5, T6, T7, T8](w, n, ids...))
	},
}

var newSpawners = []func(w *fast.World, ids []fast.ID) spawner{
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner1[T1](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity { return s.Spawn(valued[T1](v[0]), ids...) },
			func(n int, ids []fast.ID) batchRows { return rows1(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner2[T1, T2](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity { return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), ids...) },
			func(n int, ids []fast.ID) batchRows { return rows2(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner3[T1, T2, T3](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows3(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner4[T1, T2, T3, T4](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows4(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner5[T1, T2, T3, T4, T5](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
					ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows5(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner6[T1, T2, T3, T4, T5, T6](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
					valued[T6](v[5]), ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows6(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner7[T1, T2, T3, T4, T5, T6, T7](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
					valued[T6](v[5]), valued[T7](v[6]), ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows7(s.SpawnMany(n, ids...)) },
		}
	},
	func(w *fast.World, ids []fast.ID) spawner {
		s := fast.NewSpawner8[T1, T2, T3, T4, T5, T6, T7, T8](w, ids...)
		return spawner{
			ids,
			func(v []int, ids []fast.ID) fast.Entity {
				return s.Spawn(valued[T1](v[0]), valued[T2](v[1]), valued[T3](v[2]), valued[T4](v[3]), valued[T5](v[4]),
					valued[T6](v[5]), valued[T7](v[6]), valued[T8](v[7]), ids...)
			},
			func(n int, ids []fast.ID) batchRows { return rows8(s.SpawnMany(n, ids...)) },
		}
	},
}
