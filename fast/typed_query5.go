package fast

import "iter"

// Query5 is [Query2] for five components.
type Query5[A, B, C, D, E any] struct {
	fields *fields5[A, B, C, D, E]
	bound  binding
}

// fields5 is the typed query and the components of its fields.
type fields5[A, B, C, D, E any] struct {
	*typedQuery
	a *Component[A]
	b *Component[B]
	c *Component[C]
	d *Component[D]
	e *Component[E]
}

func newFields5[A, B, C, D, E any](w *World) *fields5[A, B, C, D, E] {
	return &fields5[A, B, C, D, E]{a: Register[A](w), b: Register[B](w), c: Register[C](w), d: Register[D](w), e: Register[E](w)}
}

// NewQuery5 is as [NewQuery2].
func NewQuery5[A, B, C, D, E any](w *World, terms ...Term) Query5[A, B, C, D, E] {
	f := newFields5[A, B, C, D, E](w)
	f.typedQuery = newTypedQuery(w, terms, f.a.field(), f.b.field(), f.c.field(), f.d.field(), f.e.field())
	return Query5[A, B, C, D, E]{fields: f}
}

// Bind is as [Query2.Bind].
func (q Query5[A, B, C, D, E]) Bind(variable, value Entity) Query5[A, B, C, D, E] {
	q.bound.add(q.fields.typedQuery, variable, value)
	return q
}

// Batches is as [Query2.Batches].
func (q Query5[A, B, C, D, E]) Batches() iter.Seq[Batch5[A, B, C, D, E]] {
	return func(yield func(Batch5[A, B, C, D, E]) bool) {
		set := q.fields.open(&q.bound)
		for m := range set.matches {
			b := set.batch(m)
			if b.rows.count != 0 && !yield(Batch5[A, B, C, D, E]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// All is as [Query2.All].
func (q Query5[A, B, C, D, E]) All() iter.Seq2[Entity, Row5[A, B, C, D, E]] {
	return func(yield func(Entity, Row5[A, B, C, D, E]) bool) {
		set := q.fields.open(&q.bound)
	loop:
		for m := range set.matches {
			batch := set.batch(m)
			if batch.rows.count == 0 {
				continue
			}
			a, b, c, d, e := columnOf(q.fields.a, &batch, 0), columnOf(q.fields.b, &batch, 1), columnOf(q.fields.c, &batch, 2), columnOf(q.fields.d, &batch, 3), columnOf(q.fields.e, &batch, 4)
			for i, entity := range batch.Entities() {
				if !yield(entity, Row5[A, B, C, D, E]{a.at(i), b.at(i), c.at(i), d.at(i), e.at(i)}) {
					break loop
				}
			}
		}
		set.close()
	}
}

// Len is as [Query0.Len].
func (q Query5[A, B, C, D, E]) Len() int { return q.fields.length(&q.bound) }

// Release ends the keeping of a cached query, which must not be used afterwards. Queries that are no longer referred to
// need not be released.
func (q Query5[A, B, C, D, E]) Release() { q.fields.forget() }

// Row5 is as [Row2].
type Row5[A, B, C, D, E any] struct {
	A *A
	B *B
	C *C
	D *D
	E *E
}

// Batch5 is a [Batch] with the fields A, B, C, D and E.
type Batch5[A, B, C, D, E any] struct {
	Batch
	fields *fields5[A, B, C, D, E]
}

// Fields is as [Batch2.Fields].
func (b Batch5[A, B, C, D, E]) Fields() ([]A, []B, []C, []D, []E) {
	return sliceOf(b.fields.a, &b.Batch, 0), sliceOf(b.fields.b, &b.Batch, 1), sliceOf(b.fields.c, &b.Batch, 2), sliceOf(b.fields.d, &b.Batch, 3), sliceOf(b.fields.e, &b.Batch, 4)
}

// Columns is as [Batch2.Columns].
func (b Batch5[A, B, C, D, E]) Columns() (Column[A], Column[B], Column[C], Column[D], Column[E]) {
	return columnOf(b.fields.a, &b.Batch, 0), columnOf(b.fields.b, &b.Batch, 1), columnOf(b.fields.c, &b.Batch, 2), columnOf(b.fields.d, &b.Batch, 3), columnOf(b.fields.e, &b.Batch, 4)
}

// Spawner5 is [Spawner2] for five components.
type Spawner5[A, B, C, D, E any] struct {
	spawner
	fields *fields5[A, B, C, D, E]
}

// NewSpawner5 is as [NewSpawner2].
func NewSpawner5[A, B, C, D, E any](w *World, ids ...ID) *Spawner5[A, B, C, D, E] {
	f := newFields5[A, B, C, D, E](w)
	s := &Spawner5[A, B, C, D, E]{fields: f}
	s.init(w, append([]ID{f.a.ID(), f.b.ID(), f.c.ID(), f.d.ID(), f.e.ID()}, ids...))
	return s
}

// Spawn is as [Spawner2.Spawn].
func (s *Spawner5[A, B, C, D, E]) Spawn(a A, b B, c C, d D, e E, others ...ID) Entity {
	made, t := s.spawn(others)
	s.fields.a.put(made, t, a)
	s.fields.b.put(made, t, b)
	s.fields.c.put(made, t, c)
	s.fields.d.put(made, t, d)
	s.fields.e.put(made, t, e)
	return made
}

// SpawnMany is as [Spawner2.SpawnMany].
func (s *Spawner5[A, B, C, D, E]) SpawnMany(n int, others ...ID) Batch5[A, B, C, D, E] {
	return Batch5[A, B, C, D, E]{s.spawnMany(n, others), s.fields}
}

// Spawn5 is as [Spawn2].
func Spawn5[A, B, C, D, E any](w *World, a A, b B, c C, d D, e E, ids ...ID) Entity {
	return spawnerOf(w, NewSpawner5[A, B, C, D, E]).Spawn(a, b, c, d, e, ids...)
}

// SpawnMany5 is as [SpawnMany2].
func SpawnMany5[A, B, C, D, E any](w *World, n int, ids ...ID) Batch5[A, B, C, D, E] {
	return spawnerOf(w, NewSpawner5[A, B, C, D, E]).SpawnMany(n, ids...)
}
