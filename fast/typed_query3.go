package fast

import (
	"iter"
	"unsafe"
)

// Query3 is [Query2] for three components.
type Query3[A, B, C any] struct {
	fields *fields3[A, B, C]
	bound  binding
}

// fields3 is the typed query and the components of its fields.
type fields3[A, B, C any] struct {
	*typedQuery
	a *Component[A]
	b *Component[B]
	c *Component[C]
}

func newFields3[A, B, C any](w *World) *fields3[A, B, C] {
	return &fields3[A, B, C]{a: Register[A](w), b: Register[B](w), c: Register[C](w)}
}

// NewQuery3 is as [NewQuery2].
func NewQuery3[A, B, C any](w *World, terms ...Term) Query3[A, B, C] {
	f := newFields3[A, B, C](w)
	f.typedQuery = newTypedQuery(w, terms, f.a.field(), f.b.field(), f.c.field())
	return Query3[A, B, C]{fields: f}
}

// Bind is as [Query2.Bind].
func (q Query3[A, B, C]) Bind(variable, value Entity) Query3[A, B, C] {
	q.bound.add(q.fields.typedQuery, variable, value)
	return q
}

// Batches is as [Query2.Batches].
func (q Query3[A, B, C]) Batches() iter.Seq[Batch3[A, B, C]] {
	return func(yield func(Batch3[A, B, C]) bool) {
		set := q.fields.open(&q.bound)
		for m := range set.matches {
			b := set.batch(m)
			if len(set.rows) != 0 {
				b = b.narrow()
			}
			if b.rows.count != 0 && !yield(Batch3[A, B, C]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// All is as [Query2.All].
func (q Query3[A, B, C]) All() iter.Seq2[Entity, Row3[A, B, C]] {
	return func(yield func(Entity, Row3[A, B, C]) bool) {
		w := walk3[A, B, C]{fields: q.fields, walk: walk{set: q.fields.open(&q.bound)}}
	loop:
		for w.next() {
			a, b, c := w.a, w.b, w.c
			aStep, bStep, cStep := w.aStep, w.bStep, w.cStep
			for _, entity := range w.entities {
				if !yield(entity, Row3[A, B, C]{cellAt[A](a), cellAt[B](b), cellAt[C](c)}) {
					break loop
				}
				a += aStep
				b += bStep
				c += cStep
			}
		}
		w.set.close()
	}
}

// walk3 goes from batch to batch, and has where the values of each begin and how far apart they are.
type walk3[A, B, C any] struct {
	walk
	fields   *fields3[A, B, C]
	a, aStep uintptr
	b, bStep uintptr
	c, cStep uintptr
}

func (w *walk3[A, B, C]) next() bool {
	for w.plain(1<<3 - 1) {
		t := w.set.matches[w.at].table
		a, b, c := w.fields.a.reader.Base(t), w.fields.b.reader.Base(t), w.fields.c.reader.Base(t)
		if a == nil || b == nil || c == nil {
			break // one is shared
		}
		if w.skip(t) {
			continue
		}
		w.a, w.aStep = uintptr(a), unsafe.Sizeof(*new(A))
		w.b, w.bStep = uintptr(b), unsafe.Sizeof(*new(B))
		w.c, w.cStep = uintptr(c), unsafe.Sizeof(*new(C))
		return true
	}
	b, ok := w.advance()
	if ok {
		w.a, w.aStep = columnOf(w.fields.a, &b, 0).walk()
		w.b, w.bStep = columnOf(w.fields.b, &b, 1).walk()
		w.c, w.cStep = columnOf(w.fields.c, &b, 2).walk()
	}
	return ok
}

// Len is as [Query0.Len].
func (q Query3[A, B, C]) Len() int { return q.fields.length(&q.bound) }

// Release ends the keeping of a cached query, which must not be used afterwards. Queries that are no longer referred to
// need not be released.
func (q Query3[A, B, C]) Release() { q.fields.forget() }

// Row3 is as [Row2].
type Row3[A, B, C any] struct {
	A *A
	B *B
	C *C
}

// Batch3 is a [Batch] with the fields A, B and C.
type Batch3[A, B, C any] struct {
	Batch
	fields *fields3[A, B, C]
}

// Fields is as [Batch2.Fields].
func (b Batch3[A, B, C]) Fields() ([]A, []B, []C) {
	return sliceOf(b.fields.a, &b.Batch, 0), sliceOf(b.fields.b, &b.Batch, 1), sliceOf(b.fields.c, &b.Batch, 2)
}

// Columns is as [Batch2.Columns].
func (b Batch3[A, B, C]) Columns() (Column[A], Column[B], Column[C]) {
	return columnOf(b.fields.a, &b.Batch, 0), columnOf(b.fields.b, &b.Batch, 1), columnOf(b.fields.c, &b.Batch, 2)
}

// Spawner3 is [Spawner2] for three components.
type Spawner3[A, B, C any] struct {
	spawner
	fields *fields3[A, B, C]
}

// NewSpawner3 is as [NewSpawner2].
func NewSpawner3[A, B, C any](w *World, ids ...ID) *Spawner3[A, B, C] {
	f := newFields3[A, B, C](w)
	s := &Spawner3[A, B, C]{fields: f}
	s.init(w, append([]ID{f.a.ID(), f.b.ID(), f.c.ID()}, ids...), unsafe.Sizeof(*new(A)), unsafe.Sizeof(*new(B)), unsafe.Sizeof(*new(C)))
	return s
}

// Spawn is as [Spawner2.Spawn].
func (s *Spawner3[A, B, C]) Spawn(a A, b B, c C, others ...ID) Entity {
	made, t := s.spawn(others)
	s.fields.a.put(made, t, a)
	s.fields.b.put(made, t, b)
	s.fields.c.put(made, t, c)
	return made
}

// SpawnMany is as [Spawner2.SpawnMany].
func (s *Spawner3[A, B, C]) SpawnMany(n int, others ...ID) Batch3[A, B, C] {
	return Batch3[A, B, C]{s.spawnMany(n, others), s.fields}
}

// Spawn3 is as [Spawn2].
func Spawn3[A, B, C any](w *World, a A, b B, c C, ids ...ID) Entity {
	return spawnerOf(w, NewSpawner3[A, B, C]).Spawn(a, b, c, ids...)
}

// SpawnMany3 is as [SpawnMany2].
func SpawnMany3[A, B, C any](w *World, n int, ids ...ID) Batch3[A, B, C] {
	return spawnerOf(w, NewSpawner3[A, B, C]).SpawnMany(n, ids...)
}
