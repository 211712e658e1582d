package fast

import "iter"

// Query2 is a query for entities that have components A and B and match further terms; see [Term].
// It is cached unless an option or a [Variable] prevents that; see [QueryOption]. The cost of a
// loop over a cached query is proportional to its results, and the loop does not allocate. Many
// goroutines can loop over a query at the same time while none writes. During a loop the world is
// locked: structural changes return an error with code locked, or panic if the call returns no
// error. Values may be written, and structural changes recorded in [Commands].
type Query2[A, B any] struct {
	anyQuery
	fields *fieldsOf[Row2[A, B]]
}

// NewQuery2 makes a query. It panics with an [*Error] if the terms are invalid, or if the term of a
// field names a dead entity or has values of another type.
func NewQuery2[A, B any](w *World, terms ...Term) Query2[A, B] {
	q := newQuery(w, terms, coreOf[A](w), coreOf[B](w))
	return Query2[A, B]{q, (*fieldsOf[Row2[A, B]])(&q.typed.cores)}
}

func (Query2[A, B]) cores(w *World) []*componentCore {
	return []*componentCore{coreOf[A](w), coreOf[B](w)}
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
	return batchesOf[Batch2[A, B]](q.anyQuery, q.fields)
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
	return splitAs[Batch2[A, B]](q.anyQuery, q.fields, n)
}

// All iterates over the matches one at a time. A row has a pointer for each field: to the entity's
// own value, to the value that the batch shares, or nil if the field is not set.
func (q Query2[A, B]) All() iter.Seq2[Entity, Row2[A, B]] {
	return func(yield func(Entity, Row2[A, B]) bool) {
		var w rowWalk
		w.open(q.typed, &q.bound)
	loop:
		for w.next() {
			a, b := w.first[0], w.first[1]
			aStep, bStep := w.step[0], w.step[1]
			for _, entity := range w.entities {
				if !yield(entity, Row2[A, B]{cellAt[A](a), cellAt[B](b)}) {
					break loop
				}
				a += aStep
				b += bStep
			}
		}
		w.close()
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

// Row2 has pointers to the values of one match.
type Row2[A, B any] struct {
	A *A
	B *B
}

// Batch2 is a [Batch] with the fields A and B.
type Batch2[A, B any] struct {
	Batch
	fields *fieldsOf[Row2[A, B]]
}

// Fields returns the values of A and B, one for each entity of the batch. It panics if a field is
// not set, or has one value for the batch (inherited, on a fixed source, Up); use Columns then. For
// example, Fields panics for the batch of frigates that inherit one Hull, and Columns returns this
// Hull.
func (b Batch2[A, B]) Fields() ([]A, []B) {
	return sliceOf[A](b.fields[0], &b.Batch, 0), sliceOf[B](b.fields[1], &b.Batch, 1)
}

// Columns returns the values of A and B, whether a field has one value for each entity or one for
// the batch.
func (b Batch2[A, B]) Columns() (Column[A], Column[B]) {
	return columnOf[A](b.fields[0], &b.Batch, 0), columnOf[B](b.fields[1], &b.Batch, 1)
}

// Spawn2 makes an entity with the values a and b, and with everything in with: ids, a name, a
// parent. It is created directly in its final table: Spawn2(w, a, b, Named("Santa Maria"),
// Below(fleet), armed). It panics as [World.Spawn] does.
func Spawn2[A, B any](w *World, a A, b B, with ...Initial) Entity {
	s := spawnerOf[Query2[A, B]](w)
	made, at := s.begin(with)
	put(s.cores[0], made, at, a)
	put(s.cores[1], made, at, b)
	w.finishSpawn(at)
	return made
}

// SpawnMany2 makes n entities with components A and B and ids, as n rows of one table. Their values
// are zero: set them through the batch before the next structural change. SpawnMany2 is one
// operation. It panics as [World.Spawn] does, while changes are deferred, and if consequences of
// the ids would put the entities into different tables; then it makes no entity. It also panics if
// an observer has deleted new entities or moved them to another table; the others then stay.
func SpawnMany2[A, B any](w *World, n int, ids ...AnyID) Batch2[A, B] {
	s := spawnerOf[Query2[A, B]](w)
	return Batch2[A, B]{s.spawnMany(n, ids), (*fieldsOf[Row2[A, B]])(&s.cores)}
}
