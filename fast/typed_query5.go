package fast

import (
	"iter"
	"unsafe"
)

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
			if len(set.rows) != 0 {
				b = b.narrow()
			}
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
		w := walk5[A, B, C, D, E]{fields: q.fields, walk: walk{set: q.fields.open(&q.bound)}}
	loop:
		for w.next() {
			a, b, c, d, e := w.a, w.b, w.c, w.d, w.e
			aStep, bStep, cStep, dStep, eStep := w.aStep, w.bStep, w.cStep, w.dStep, w.eStep
			for _, entity := range w.entities {
				if !yield(entity, Row5[A, B, C, D, E]{cellAt[A](a), cellAt[B](b), cellAt[C](c), cellAt[D](d), cellAt[E](e)}) {
					break loop
				}
				a += aStep
				b += bStep
				c += cStep
				d += dStep
				e += eStep
			}
		}
		w.set.close()
	}
}

// walk5 goes from batch to batch, and has where the values of each begin and how far apart they are.
type walk5[A, B, C, D, E any] struct {
	walk
	fields   *fields5[A, B, C, D, E]
	a, aStep uintptr
	b, bStep uintptr
	c, cStep uintptr
	d, dStep uintptr
	e, eStep uintptr
}

func (w *walk5[A, B, C, D, E]) next() bool {
	for w.plain(1<<5 - 1) {
		t := w.set.matches[w.at].table
		a, b, c, d, e := w.fields.a.reader.Base(t), w.fields.b.reader.Base(t), w.fields.c.reader.Base(t), w.fields.d.reader.Base(t), w.fields.e.reader.Base(t)
		if a == nil || b == nil || c == nil || d == nil || e == nil {
			break // one is shared
		}
		if w.skip(t) {
			continue
		}
		w.a, w.aStep = uintptr(a), unsafe.Sizeof(*new(A))
		w.b, w.bStep = uintptr(b), unsafe.Sizeof(*new(B))
		w.c, w.cStep = uintptr(c), unsafe.Sizeof(*new(C))
		w.d, w.dStep = uintptr(d), unsafe.Sizeof(*new(D))
		w.e, w.eStep = uintptr(e), unsafe.Sizeof(*new(E))
		return true
	}
	b, ok := w.advance()
	if ok {
		w.a, w.aStep = columnOf(w.fields.a, &b, 0).walk()
		w.b, w.bStep = columnOf(w.fields.b, &b, 1).walk()
		w.c, w.cStep = columnOf(w.fields.c, &b, 2).walk()
		w.d, w.dStep = columnOf(w.fields.d, &b, 3).walk()
		w.e, w.eStep = columnOf(w.fields.e, &b, 4).walk()
	}
	return ok
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
	s.init(w, append([]ID{f.a.ID(), f.b.ID(), f.c.ID(), f.d.ID(), f.e.ID()}, ids...), unsafe.Sizeof(*new(A)), unsafe.Sizeof(*new(B)), unsafe.Sizeof(*new(C)), unsafe.Sizeof(*new(D)), unsafe.Sizeof(*new(E)))
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
