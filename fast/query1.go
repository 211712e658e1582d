package fast

import "iter"

// Query1 is like [Query2] but has one field.
type Query1[A any] struct {
	anyQuery
	fields *fieldsOf[A]
}

// NewQuery1 is like [NewQuery2].
func NewQuery1[A any](w *World, terms ...Term) Query1[A] {
	q := newQuery(w, terms, coreOf[A](w))
	return Query1[A]{q, (*fieldsOf[A])(&q.typed.cores)}
}

func (Query1[A]) cores(w *World) []*componentCore { return []*componentCore{coreOf[A](w)} }

// Bind is like [Query2.Bind].
func (q Query1[A]) Bind(variable, value Entity) Query1[A] {
	q.bound.add(q.typed, variable, value)
	return q
}

// With is like [Query2.With].
func (q Query1[A]) With(relationship, target Entity) Query1[A] {
	q.with(relationship, target)
	return q
}

// Group is like [Query2.Group].
func (q Query1[A]) Group(group Entity) Query1[A] {
	q.bound.choose(q.typed, group)
	return q
}

// Batches is like [Query2.Batches].
func (q Query1[A]) Batches() iter.Seq[Batch1[A]] {
	return batchesOf[Batch1[A]](q.anyQuery, q.fields)
}

// Split is like [Query2.Split].
func (q Query1[A]) Split(n int) []iter.Seq[Batch1[A]] {
	return splitAs[Batch1[A]](q.anyQuery, q.fields, n)
}

// All is like [Query2.All]. With one field, the row is a pointer to its value.
func (q Query1[A]) All() iter.Seq2[Entity, *A] {
	return func(yield func(Entity, *A) bool) {
		var w rowWalk
		w.open(q.typed, &q.bound)
	loop:
		for w.next() {
			a, aStep := w.first[0], w.step[0]
			for _, entity := range w.entities {
				if !yield(entity, cellAt[A](a)) {
					break loop
				}
				a += aStep
			}
		}
		w.close()
	}
}

// Get is like [Query2.Get]. With one field, the row is a pointer to its value.
func (q Query1[A]) Get(e Entity) (row *A, ok bool) {
	for _, row = range q.Bind(This, e).All() {
		return row, true
	}
	return nil, false
}

// Batch1 is a [Batch] with the field A.
type Batch1[A any] struct {
	Batch
	fields *fieldsOf[A]
}

// Field returns the values of A, like [Batch2.Fields].
func (b Batch1[A]) Field() []A { return sliceOf[A](b.fields[0], &b.Batch, 0) }

// Column returns the values of A, like [Batch2.Columns].
func (b Batch1[A]) Column() Column[A] { return columnOf[A](b.fields[0], &b.Batch, 0) }

// Spawn1 is like [Spawn2].
func Spawn1[A any](w *World, a A, with ...Initial) Entity {
	s := spawnerOf[Query1[A]](w)
	made, at := s.begin(with)
	put(s.cores[0], made, at, a)
	w.finishSpawn(at)
	return made
}

// SpawnMany1 is like [SpawnMany2].
func SpawnMany1[A any](w *World, n int, ids ...AnyID) Batch1[A] {
	s := spawnerOf[Query1[A]](w)
	return Batch1[A]{s.spawnMany(n, ids), (*fieldsOf[A])(&s.cores)}
}
