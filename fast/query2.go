package fast

import (
	"iter"
	"unsafe"
)

// Query2 is a query for entities that have A and B and match further terms; see [Term]. It is
// cached unless an option says otherwise, costs in proportion to its results, allocates nothing in
// a loop, and can be looped over by many goroutines at a time while none writes. While a loop runs
// the world is locked: changes of structure are errors with code locked, and calls without an error
// panic. Values may be written, and changes recorded in [Commands].
type Query2[A, B any] struct {
	anyQuery
	fields *fields2[A, B]
}

// fields2 is the components of the fields.
type fields2[A, B any] struct {
	a *Component[A]
	b *Component[B]
}

func newFields2[A, B any](w *World) *fields2[A, B] {
	return &fields2[A, B]{a: Register[A](w), b: Register[B](w)}
}

// NewQuery2 makes a query. It panics with one sentence if a term makes no sense, names a dead entity as field, or has
// values of another type than its field.
func NewQuery2[A, B any](w *World, terms ...Term) Query2[A, B] {
	f := newFields2[A, B](w)
	return Query2[A, B]{newQuery(w, terms, f.a.field(), f.b.field()), f}
}

// Bind is the same query with a variable given a value, or [This]; at most four can be given. A
// dead value matches nothing. The query that it is called on does not change, so that goroutines
// can bind differently. For example, q.Bind(Variable(1), mars) has no effect on q, which finds the
// ships of all ports as before.
func (q Query2[A, B]) Bind(variable, value Entity) Query2[A, B] {
	q.bound.add(q.typed, variable, value)
	return q
}

// With is the same query for the entities that have the pair (relationship, target) besides:
// children.With(ChildOf, ship).All(). It costs what the query costs among the sources of the target,
// and nothing has to be made for another target; the first With of a relationship makes a query,
// which is a write. The query that it is called on does not change.
func (q Query2[A, B]) With(relationship, target Entity) Query2[A, B] {
	q.with(relationship, target)
	return q
}

// Group is the same query for one group only, of a query that is grouped; see [GroupBy]. The zero
// Entity is the group of entities without a target; a dead one has none. It panics with code
// invalid if the query is not grouped. The query that it is called on does not change. Finding a
// group costs the same however many tables it or the others have.
//
// Statements: QRY-568, QRY-571.
func (q Query2[A, B]) Group(group Entity) Query2[A, B] {
	q.bound.choose(q.typed, group)
	return q
}

// Batches goes over the entities a table at a time. The order is open unless the query has one; see [OrderBy].
//
//	for batch := range q.Batches() {
//		a, b := batch.Fields()
//		for i := range a { ... }
//	}
func (q Query2[A, B]) Batches() iter.Seq[Batch2[A, B]] {
	return func(yield func(Batch2[A, B]) bool) {
		set := q.typed.openBatches(&q.bound)
		for m := 0; set.slow || m < len(set.Tables); m++ { // with one call of yield, which the compiler then inlines
			var b Batch
			if set.slow {
				ok := false
				if b, ok = set.walk.advance(); !ok {
					break
				}
			} else if b = set.batch(m); b.rows.Count == 0 {
				continue
			}
			if !yield(Batch2[A, B]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// Split gives what [Query2.Batches] gives in n parts, for as many goroutines. Their numbers of
// entities differ by at most one: a batch may be cut. The parts follow on each other in the order
// of the loop, so that each part of a sorted query is a run of the order.
//
// Together they are one loop. The world is locked from this call until every part that has entities
// was looped over, to its end or a break, by any goroutine, in any order; [World.AbandonLoops]
// unlocks it where a part never will be. A goroutine may write the values that the entities of its
// part own. Shared values are only read: inherited ones, those of fixed sources, and the entities
// of a query that finds them in several ways, by a wildcard for example, since they may be in
// several parts.
//
// It panics with code invalid unless n is from 1 to 65,536; so does a second loop over a part. It
// costs a look at each batch and memory for a list of them, which are as many as entities where
// batches have one entity each.
//
//	for _, part := range q.Split(runtime.GOMAXPROCS(0)) {
//		group.Go(func() {
//			for batch := range part { ... }
//		})
//	}
//	group.Wait()
func (q Query2[A, B]) Split(n int) []iter.Seq[Batch2[A, B]] {
	parts := q.parts(n)
	list := make([]iter.Seq[Batch2[A, B]], 0, len(parts))
	for _, part := range parts {
		list = append(list, func(yield func(Batch2[A, B]) bool) {
			part.each(func(b Batch) bool { return yield(Batch2[A, B]{b, q.fields}) })
		})
	}
	return list
}

// All goes over the entities one at a time. A row has the address of each field: of the entity's own value, of the
// single value where the field is shared, nil where it is not set.
func (q Query2[A, B]) All() iter.Seq2[Entity, Row2[A, B]] {
	return func(yield func(Entity, Row2[A, B]) bool) {
		w := walk2[A, B]{fields: q.fields, walk: walk{set: q.typed.openRows(&q.bound)}}
	loop:
		for w.next() {
			a, b := w.a, w.b
			aStep, bStep := w.aStep, w.bStep
			for _, entity := range w.walk.entities {
				if !yield(entity, Row2[A, B]{cellAt[A](a), cellAt[B](b)}) {
					break loop
				}
				a += aStep
				b += bStep
			}
		}
		w.walk.close()
	}
}

// Get is the row of one entity; false if it does not match. Of an entity that matches in several ways, and of values
// that are not set, it is as All. It costs as much as the terms, whatever the number of results.
func (q Query2[A, B]) Get(e Entity) (row Row2[A, B], ok bool) {
	for _, row = range q.Bind(This, e).All() {
		return row, true
	}
	return row, false
}

// walk2 goes from batch to batch, and has where the values of each begin and how far apart they are.
type walk2[A, B any] struct {
	walk     walk
	fields   *fields2[A, B]
	a, aStep uintptr
	b, bStep uintptr
}

func (w *walk2[A, B]) next() bool {
	for w.walk.plain(1<<2 - 1) {
		t := w.walk.set.Tables[w.walk.at].Table
		a, b := w.fields.a.core.reader.Base(t), w.fields.b.core.reader.Base(t)
		if a == nil || b == nil {
			break // one is shared
		}
		if w.walk.skip(t) {
			continue
		}
		w.a, w.aStep = uintptr(a), unsafe.Sizeof(*new(A))
		w.b, w.bStep = uintptr(b), unsafe.Sizeof(*new(B))
		return true
	}
	batch, ok := w.walk.advance()
	if ok {
		w.a, w.aStep = columnOf(w.fields.a, &batch, 0).walk()
		w.b, w.bStep = columnOf(w.fields.b, &batch, 1).walk()
	}
	return ok
}

// Row2 is the values of one entity.
type Row2[A, B any] struct {
	A *A
	B *B
}

// Batch2 is a [Batch] with the fields A and B.
type Batch2[A, B any] struct {
	Batch
	fields *fields2[A, B]
}

// Fields are the values of A and B, one per entity. All slices have the length of the batch. It
// panics with one sentence if a field is one value for the batch (inherited, on a fixed source, Up)
// or not set; see Columns. For example, it panics in the batch of frigates that inherit one Hull,
// and Columns gives this Hull.
func (b Batch2[A, B]) Fields() ([]A, []B) {
	return sliceOf(b.fields.a, &b.Batch, 0), sliceOf(b.fields.b, &b.Batch, 1)
}

// Columns are the values of A and B, whether there is one per entity or one for the batch.
func (b Batch2[A, B]) Columns() (Column[A], Column[B]) {
	return columnOf(b.fields.a, &b.Batch, 0), columnOf(b.fields.b, &b.Batch, 1)
}

// spawner2 is the spawner of entities with A and B.
type spawner2[A, B any] struct {
	spawner spawner
	fields  *fields2[A, B]
}

func newSpawner2[A, B any](w *World) *spawner2[A, B] {
	f := newFields2[A, B](w)
	s := &spawner2[A, B]{fields: f}
	s.spawner.init(w, &f.a.core, &f.b.core)
	return s
}

// Spawn2 makes an entity with A, B and what else it begins with, straight in its final table:
// Spawn2(w, a, b, Named("Santa Maria"), Below(fleet), armed). It panics where [World.Spawn] does.
func Spawn2[A, B any](w *World, a A, b B, with ...Initial) Entity {
	s := spawnerOf(w, newSpawner2[A, B])
	made, t := s.spawner.begin(with)
	s.fields.a.put(made, t, a)
	s.fields.b.put(made, t, b)
	s.spawner.finishSpawn(t)
	return made
}

// SpawnMany2 makes n entities with A, B and ids, which are n rows of one table. Their values are zero:
// set them through the batch, before the next change of structure. It is one operation: it panics,
// and makes none, where [World.Spawn] does, and where the consequences of the ids put the entities
// into several tables, as for instances of a base that they are symmetric to.
func SpawnMany2[A, B any](w *World, n int, ids ...AnyID) Batch2[A, B] {
	s := spawnerOf(w, newSpawner2[A, B])
	return Batch2[A, B]{s.spawner.spawnMany(n, ids), s.fields}
}
