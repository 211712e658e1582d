package fast

import (
	"iter"
	"unsafe"
)

// Query1 is like [Query2] with one component.
type Query1[A any] struct {
	anyQuery
	fields *fields1[A]
}

// fields1 holds the component of the field.
type fields1[A any] struct {
	a *Component[A]
}

func newFields1[A any](w *World) fields1[A] {
	return fields1[A]{a: Register[A](w)}
}

func (f *fields1[A]) cores() []*componentCore { return []*componentCore{&f.a.core} }

// NewQuery1 is like [NewQuery2].
func NewQuery1[A any](w *World, terms ...Term) Query1[A] {
	f := newFields1[A](w)
	q := newQuery(w, terms, f.a.field())
	return Query1[A]{q, kept(q.typed, f)}
}

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
	return func(yield func(Batch1[A]) bool) {
		set := q.typed.openBatches(&q.bound)
		for m := 0; set.slow || m < len(set.Tables); m++ { // a single call of yield, so that the compiler inlines it
			var b Batch
			if set.slow {
				ok := false
				if b, ok = set.walk.advance(); !ok {
					break
				}
			} else if b = set.batch(m); b.rows.Count == 0 {
				continue
			}
			if !yield(Batch1[A]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// Split is like [Query2.Split].
func (q Query1[A]) Split(n int) []iter.Seq[Batch1[A]] {
	return splitAs(q.anyQuery, n, func(b Batch) Batch1[A] { return Batch1[A]{b, q.fields} })
}

// All is like [Query2.All]. With one field, the row is a pointer to its value.
func (q Query1[A]) All() iter.Seq2[Entity, *A] {
	return func(yield func(Entity, *A) bool) {
		w := walk1[A]{fields: q.fields, walk: walk{set: q.typed.openRows(&q.bound)}}
	loop:
		for w.next() {
			a := w.a
			aStep := w.aStep
			for _, entity := range w.walk.entities {
				if !yield(entity, cellAt[A](a)) {
					break loop
				}
				a += aStep
			}
		}
		w.walk.close()
	}
}

// Get is like [Query2.Get]. With one field, the row is a pointer to its value.
func (q Query1[A]) Get(e Entity) (row *A, ok bool) {
	for _, row = range q.Bind(This, e).All() {
		return row, true
	}
	return nil, false
}

// walk1 iterates over batches. For each field it has the address of the first value and the
// distance to the next.
type walk1[A any] struct {
	walk     walk
	fields   *fields1[A]
	a, aStep uintptr
}

func (w *walk1[A]) next() bool {
	for w.walk.plain(1<<1 - 1) {
		t := w.walk.set.Tables[w.walk.at].Table
		a := w.fields.a.core.reader.Base(t)
		if a == nil {
			break // the field is shared
		}
		if w.walk.skip(t) {
			continue
		}
		w.a, w.aStep = uintptr(a), unsafe.Sizeof(*new(A))
		return true
	}
	batch, ok := w.walk.advance()
	if ok {
		w.a, w.aStep = columnOf(w.fields.a, &batch, 0).walk()
	}
	return ok
}

// Batch1 is a [Batch] with the field A.
type Batch1[A any] struct {
	Batch
	fields *fields1[A]
}

// Field returns the values of A, like [Batch2.Fields].
func (b Batch1[A]) Field() []A {
	return sliceOf(b.fields.a, &b.Batch, 0)
}

// Column returns the values of A, like [Batch2.Columns].
func (b Batch1[A]) Column() Column[A] {
	return columnOf(b.fields.a, &b.Batch, 0)
}

// Spawn1 is like [Spawn2].
func Spawn1[A any](w *World, a A, with ...Initial) Entity {
	s := spawnerOf(w, newFields1[A])
	made, t := s.spawner.begin(with)
	s.fields.a.put(made, t, a)
	w.finishSpawn(t)
	return made
}

// SpawnMany1 is like [SpawnMany2].
func SpawnMany1[A any](w *World, n int, ids ...AnyID) Batch1[A] {
	s := spawnerOf(w, newFields1[A])
	return Batch1[A]{s.spawner.spawnMany(n, ids), s.fields}
}
