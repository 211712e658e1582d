package fast

import (
	"iter"
	"unsafe"
)

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
			if len(set.rows) != 0 {
				b = b.narrow()
			}
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
		w := walk4[A, B, C, D]{fields: q.fields, walk: walk{set: q.fields.open(&q.bound)}}
	loop:
		for w.next() {
			a, b, c, d := w.a, w.b, w.c, w.d
			aStep, bStep, cStep, dStep := w.aStep, w.bStep, w.cStep, w.dStep
			for _, entity := range w.entities {
				if !yield(entity, Row4[A, B, C, D]{cellAt[A](a), cellAt[B](b), cellAt[C](c), cellAt[D](d)}) {
					break loop
				}
				a += aStep
				b += bStep
				c += cStep
				d += dStep
			}
		}
		w.set.close()
	}
}

// walk4 goes from batch to batch, and has where the values of each begin and how far apart they are.
type walk4[A, B, C, D any] struct {
	walk
	fields   *fields4[A, B, C, D]
	a, aStep uintptr
	b, bStep uintptr
	c, cStep uintptr
	d, dStep uintptr
}

func (w *walk4[A, B, C, D]) next() bool {
	for w.plain(1<<4 - 1) {
		t := w.set.matches[w.at].table
		a, b, c, d := w.fields.a.reader.Base(t), w.fields.b.reader.Base(t), w.fields.c.reader.Base(t), w.fields.d.reader.Base(t)
		if a == nil || b == nil || c == nil || d == nil {
			break // one is shared
		}
		if w.skip(t) {
			continue
		}
		w.a, w.aStep = uintptr(a), unsafe.Sizeof(*new(A))
		w.b, w.bStep = uintptr(b), unsafe.Sizeof(*new(B))
		w.c, w.cStep = uintptr(c), unsafe.Sizeof(*new(C))
		w.d, w.dStep = uintptr(d), unsafe.Sizeof(*new(D))
		return true
	}
	b, ok := w.advance()
	if ok {
		w.a, w.aStep = columnOf(w.fields.a, &b, 0).walk()
		w.b, w.bStep = columnOf(w.fields.b, &b, 1).walk()
		w.c, w.cStep = columnOf(w.fields.c, &b, 2).walk()
		w.d, w.dStep = columnOf(w.fields.d, &b, 3).walk()
	}
	return ok
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
	s.init(w, append([]ID{f.a.ID(), f.b.ID(), f.c.ID(), f.d.ID()}, ids...), unsafe.Sizeof(*new(A)), unsafe.Sizeof(*new(B)), unsafe.Sizeof(*new(C)), unsafe.Sizeof(*new(D)))
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
