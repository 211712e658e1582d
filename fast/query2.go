package fast

import (
	"iter"
	"unsafe"
)

// Query2 is a query for entities that have components A and B and match further terms; see [Term].
// It is cached unless an option or a [Variable] prevents that; see [QueryOption]. The cost of a
// loop over a cached query is proportional to its results, and the loop does not allocate. Many
// goroutines can loop over a query at the same time while none writes. During a loop the world is
// locked: structural changes return an error with code locked, or panic if the call returns no
// error. Values may be written, and structural changes recorded in [Commands].
type Query2[A, B any] struct {
	anyQuery
	fields *fields2[A, B]
}

// fields2 holds the components of the fields.
type fields2[A, B any] struct {
	a *Component[A]
	b *Component[B]
}

func newFields2[A, B any](w *World) fields2[A, B] {
	return fields2[A, B]{a: Register[A](w), b: Register[B](w)}
}

func (f *fields2[A, B]) cores() []*componentCore { return []*componentCore{&f.a.core, &f.b.core} }

// NewQuery2 makes a query. It panics with an [*Error] if the terms are invalid, or if the term of a
// field names a dead entity or has values of another type.
func NewQuery2[A, B any](w *World, terms ...Term) Query2[A, B] {
	f := newFields2[A, B](w)
	q := newQuery(w, terms, f.a.field(), f.b.field())
	return Query2[A, B]{q, kept(q.typed, f)}
}

// Bind returns the query with a variable, or [This], set to a value. For example,
// q.Bind(Variable(1), mars) finds the ships at Mars, and q still finds the ships of all ports. q
// does not change, so goroutines can bind different values. If a variable is set twice, the later
// value counts. A dead value matches nothing. A query can have at most four values: one for each
// variable, one for each call of With, and in Matches and Get one for This. A fifth one panics with
// code limit.
func (q Query2[A, B]) Bind(variable, value Entity) Query2[A, B] {
	q.bound.add(q.typed, variable, value)
	return q
}

// With returns the query restricted to entities that have the pair (relationship, target):
// children.With(ChildOf, ship).All(). A loop over it costs as much as the query over the sources of
// target. The first With of a relationship compiles a query, so no other goroutine may use the
// world at that time; after that, another target costs nothing. q does not change.
func (q Query2[A, B]) With(relationship, target Entity) Query2[A, B] {
	q.with(relationship, target)
	return q
}

// Group returns a query restricted to one of its groups; see [GroupBy] and [Cascade]. The zero
// Entity is the group of entities without a target. A dead group matches nothing. Group panics with
// code invalid if the query is not grouped. q does not change. The cost of finding a group does not
// depend on the number of tables.
//
// Statements: QRY-568, QRY-571.
func (q Query2[A, B]) Group(group Entity) Query2[A, B] {
	q.bound.choose(q.typed, group)
	return q
}

// Batches iterates over the matching entities one table at a time. The order is unspecified unless
// the query has one; see [OrderBy].
//
//	for batch := range q.Batches() {
//		a, b := batch.Fields()
//		for i := range a { ... }
//	}
func (q Query2[A, B]) Batches() iter.Seq[Batch2[A, B]] {
	return func(yield func(Batch2[A, B]) bool) {
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
			if !yield(Batch2[A, B]{b, q.fields}) {
				break
			}
		}
		set.close()
	}
}

// Split divides the loop of [Query2.Batches] into n parts for n goroutines. The numbers of entities
// in the parts differ by at most one; a batch may be cut. The parts keep the order of the loop, so
// each part of a sorted query is sorted.
//
//	for _, part := range q.Split(runtime.GOMAXPROCS(0)) {
//		group.Go(func() {
//			for batch := range part { ... }
//		})
//	}
//	group.Wait()
//
// Together the parts are one loop. The world is locked from this call until every part with
// entities was looped over, to its end or a break, by any goroutine and in any order. If a part
// will never be looped over, call [World.AbandonLoops]. A goroutine may write the values that the
// entities of its part own. It may only read shared values: inherited ones, those of fixed sources,
// and all values of a query that finds an entity in several ways, for example by a wildcard, since
// the matches may be in several parts.
//
// Split panics with code invalid unless n is from 1 to 65,536. A second loop over a part panics
// too. Split costs a visit to each batch and memory for a list of the batches.
func (q Query2[A, B]) Split(n int) []iter.Seq[Batch2[A, B]] {
	return splitAs(q.anyQuery, n, func(b Batch) Batch2[A, B] { return Batch2[A, B]{b, q.fields} })
}

// All iterates over the matches one at a time. A row has a pointer for each field: to the entity's
// own value, to the value that the batch shares, or nil if the field is not set.
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

// Get returns the row of e, and false if e does not match. If e matches in several ways, Get
// returns one of the rows of All. The cost depends on the number of terms only.
func (q Query2[A, B]) Get(e Entity) (row Row2[A, B], ok bool) {
	for _, row = range q.Bind(This, e).All() {
		return row, true
	}
	return row, false
}

// walk2 iterates over batches. For each field it has the address of the first value and the
// distance to the next.
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
			break // a field is shared
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

// Row2 has pointers to the values of one match.
type Row2[A, B any] struct {
	A *A
	B *B
}

// Batch2 is a [Batch] with the fields A and B.
type Batch2[A, B any] struct {
	Batch
	fields *fields2[A, B]
}

// Fields returns the values of A and B, one for each entity of the batch. It panics if a field is
// not set, or has one value for the batch (inherited, on a fixed source, Up); use Columns then. For
// example, Fields panics for the batch of frigates that inherit one Hull, and Columns returns this
// Hull.
func (b Batch2[A, B]) Fields() ([]A, []B) {
	return sliceOf(b.fields.a, &b.Batch, 0), sliceOf(b.fields.b, &b.Batch, 1)
}

// Columns returns the values of A and B, whether a field has one value for each entity or one for
// the batch.
func (b Batch2[A, B]) Columns() (Column[A], Column[B]) {
	return columnOf(b.fields.a, &b.Batch, 0), columnOf(b.fields.b, &b.Batch, 1)
}

// Spawn2 makes an entity with the values a and b, and with everything in with: ids, a name, a
// parent. It is created directly in its final table: Spawn2(w, a, b, Named("Santa Maria"),
// Below(fleet), armed). It panics as [World.Spawn] does.
func Spawn2[A, B any](w *World, a A, b B, with ...Initial) Entity {
	s := spawnerOf(w, newFields2[A, B])
	made, t := s.spawner.begin(with)
	s.fields.a.put(made, t, a)
	s.fields.b.put(made, t, b)
	w.finishSpawn(t)
	return made
}

// SpawnMany2 makes n entities with components A and B and ids, as n rows of one table. Their values
// are zero: set them through the batch before the next structural change. SpawnMany2 is one
// operation. It panics as [World.Spawn] does, while changes are deferred, and if consequences of
// the ids would put the entities into different tables; then it makes no entity. It also panics if
// an observer has deleted new entities or moved them to another table; the others then stay.
func SpawnMany2[A, B any](w *World, n int, ids ...AnyID) Batch2[A, B] {
	s := spawnerOf(w, newFields2[A, B])
	return Batch2[A, B]{s.spawner.spawnMany(n, ids), s.fields}
}
