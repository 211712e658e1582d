package fast

import "iter"

// Query4 is [Query2] for four components.
type Query4[A, B, C, D any] struct {
	fields *fields4[A, B, C, D]
	bound  binding
}

// fields4 is the typed query and the components of its fields.
type fields4[A, B, C, D any] struct {
	*typedQuery
	a *Component[A]
	b *Component[B]
	c *Component[C]
	d *Component[D]
}

func newFields4[A, B, C, D any](w *World) *fields4[A, B, C, D] {
	return &fields4[A, B, C, D]{a: Register[A](w), b: Register[B](w), c: Register[C](w), d: Register[D](w)}
}

// NewQuery4 is as [NewQuery2].
func NewQuery4[A, B, C, D any](w *World, terms ...Term) Query4[A, B, C, D] {
	f := newFields4[A, B, C, D](w)
	f.typedQuery = newTypedQuery(w, terms, f.a.field(), f.b.field(), f.c.field(), f.d.field())
	return Query4[A, B, C, D]{fields: f}
}

// Bind is as [Query2.Bind].
func (q Query4[A, B, C, D]) Bind(variable, value Entity) Query4[A, B, C, D] {
	q.bound.add(q.fields.typedQuery, variable, value)
	return q
}

// Batches is as [Query2.Batches].
func (q Query4[A, B, C, D]) Batches() iter.Seq[Batch4[A, B, C, D]] {
	return func(yield func(Batch4[A, B, C, D]) bool) {
		set := q.fields.open(&q.bound)
		for m := range set.matches {
			b := set.batch(m)
			if b.rows.count != 0 && !yield(Batch4[A, B, C, D]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// All is as [Query2.All].
func (q Query4[A, B, C, D]) All() iter.Seq2[Entity, Row4[A, B, C, D]] {
	return func(yield func(Entity, Row4[A, B, C, D]) bool) {
		set := q.fields.open(&q.bound)
	loop:
		for m := range set.matches {
			batch := set.batch(m)
			if batch.rows.count == 0 {
				continue
			}
			a, b, c, d := columnOf(q.fields.a, &batch, 0), columnOf(q.fields.b, &batch, 1), columnOf(q.fields.c, &batch, 2), columnOf(q.fields.d, &batch, 3)
			for i, entity := range batch.Entities() {
				if !yield(entity, Row4[A, B, C, D]{a.at(i), b.at(i), c.at(i), d.at(i)}) {
					break loop
				}
			}
		}
		set.close()
	}
}

// Len is as [Query0.Len].
func (q Query4[A, B, C, D]) Len() int { return q.fields.length(&q.bound) }

// Release ends the keeping of a cached query, which must not be used afterwards. Queries that are no longer referred to
// need not be released.
func (q Query4[A, B, C, D]) Release() { q.fields.forget() }

// Row4 is as [Row2].
type Row4[A, B, C, D any] struct {
	A *A
	B *B
	C *C
	D *D
}

// Batch4 is a [Batch] with the fields A, B, C and D.
type Batch4[A, B, C, D any] struct {
	Batch
	fields *fields4[A, B, C, D]
}

// Fields is as [Batch2.Fields].
func (b Batch4[A, B, C, D]) Fields() ([]A, []B, []C, []D) {
	return sliceOf(b.fields.a, &b.Batch, 0), sliceOf(b.fields.b, &b.Batch, 1), sliceOf(b.fields.c, &b.Batch, 2), sliceOf(b.fields.d, &b.Batch, 3)
}

// Columns is as [Batch2.Columns].
func (b Batch4[A, B, C, D]) Columns() (Column[A], Column[B], Column[C], Column[D]) {
	return columnOf(b.fields.a, &b.Batch, 0), columnOf(b.fields.b, &b.Batch, 1), columnOf(b.fields.c, &b.Batch, 2), columnOf(b.fields.d, &b.Batch, 3)
}

// Spawner4 is [Spawner2] for four components.
type Spawner4[A, B, C, D any] struct {
	spawner
	fields *fields4[A, B, C, D]
}

// NewSpawner4 is as [NewSpawner2].
func NewSpawner4[A, B, C, D any](w *World, ids ...ID) *Spawner4[A, B, C, D] {
	f := newFields4[A, B, C, D](w)
	s := &Spawner4[A, B, C, D]{fields: f}
	s.init(w, append([]ID{f.a.ID(), f.b.ID(), f.c.ID(), f.d.ID()}, ids...))
	return s
}

// Spawn is as [Spawner2.Spawn].
func (s *Spawner4[A, B, C, D]) Spawn(a A, b B, c C, d D, others ...ID) Entity {
	made, t := s.spawn(others)
	s.fields.a.put(made, t, a)
	s.fields.b.put(made, t, b)
	s.fields.c.put(made, t, c)
	s.fields.d.put(made, t, d)
	return made
}

// SpawnMany is as [Spawner2.SpawnMany].
func (s *Spawner4[A, B, C, D]) SpawnMany(n int, others ...ID) Batch4[A, B, C, D] {
	return Batch4[A, B, C, D]{s.spawnMany(n, others), s.fields}
}

// Spawn4 is as [Spawn2].
func Spawn4[A, B, C, D any](w *World, a A, b B, c C, d D, ids ...ID) Entity {
	return spawnerOf(w, NewSpawner4[A, B, C, D]).Spawn(a, b, c, d, ids...)
}

// SpawnMany4 is as [SpawnMany2].
func SpawnMany4[A, B, C, D any](w *World, n int, ids ...ID) Batch4[A, B, C, D] {
	return spawnerOf(w, NewSpawner4[A, B, C, D]).SpawnMany(n, ids...)
}
