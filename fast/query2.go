package fast

import "iter"

// Query2 is a query for entities that have components A and B, its fields, and match further terms;
// see [Term]. It is cached unless an option or a [Variable] prevents that; see [QueryOption]. The
// cost of a loop over a cached query is proportional to the number of results, and the loop does
// not allocate. Many goroutines can loop over a query at the same time while none writes.
//
// During a loop the world is locked: structural changes return an error with code locked, or panic
// with it if the call has no error result. The loop may write values. For structural changes,
// record them in [Commands] or put the loop into [World.Defer].
type Query2[A, B any] struct {
	anyQuery
	fields *fieldsOf[Row2[A, B]]
}

// NewQuery2 makes a query. It panics with an [*Error] if the terms are invalid: for example, with
// code invalid if no term is about the entity itself, as for a [Singleton] alone, or if the term of
// a field has values of another type.
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
// value counts. A dead value matches nothing.
//
// Bind panics with code unresolved if the query does not have the variable, with invalid for a
// wildcard, and with limit for the fifth value of a query. Each variable, each call of With, and
// This in Matches and Get count as one value.
func (q Query2[A, B]) Bind(variable, value Entity) Query2[A, B] {
	q.bound.add(q.typed, variable, value)
	return q
}

// With returns the query restricted to entities that have the pair (relationship, target), as in
// children.With(ChildOf, ship).All(). q does not change. The cost of a loop over the result depends
// on the number of sources of target, not on the number of matches of q. The first With of a
// relationship compiles a query, so no other goroutine may use the world at that time. Further
// calls cost little, whatever the target.
func (q Query2[A, B]) With(relationship, target Entity) Query2[A, B] {
	q.with(relationship, target)
	return q
}

// Group returns the query restricted to one of its groups; see [GroupBy] and [Cascade]. q does not
// change. The zero Entity is the group of entities without a target. A dead group matches nothing.
// Group panics with code invalid if the query is not grouped. The cost of finding a group does not
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

// Split divides the loop of [Query2.Batches] into n parts for n goroutines. The parts have equal
// numbers of entities, give or take one, so the rows of a table may be in several parts. The parts
// keep the order of the loop, so each part of a sorted query is sorted.
//
//	for _, part := range q.Split(runtime.GOMAXPROCS(0)) {
//		group.Go(func() {
//			for batch := range part { ... }
//		})
//	}
//	group.Wait()
//
// Together the parts are one loop. The world is locked from the call of Split until the loops over
// all parts that have entities have ended. They may run in any order and end early. If the program
// skips such a part, call [World.AbandonLoops].
//
// A goroutine may write the values that the entities of its part own. It may only read values that
// several parts share: inherited values and those of fixed sources. If the query finds an entity in
// several ways, for example by a wildcard, these matches may be in several parts, so no values may
// be written.
//
// Split panics with code invalid unless n is from 1 to 65,536. A second loop over a part panics
// too. Split costs a visit to each batch and memory for a list of the batches.
func (q Query2[A, B]) Split(n int) []iter.Seq[Batch2[A, B]] {
	return splitAs[Batch2[A, B]](q.anyQuery, q.fields, n)
}

// All iterates over the matches one at a time. A row has a pointer for each field: to the value
// that the entity owns, to a shared value (inherited, on a fixed source, or found above), or nil if
// the field is not set.
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
// returns one of its rows. The cost depends only on the number of terms.
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

// Fields returns the values of A and B, one for each entity of the batch. It panics with code
// invalid if a field is not set, or if the batch shares one value (inherited, on a fixed source, or
// found above); use Columns then. For example, if a batch has frigates that inherit one Hull,
// Fields panics and Columns returns this Hull.
func (b Batch2[A, B]) Fields() ([]A, []B) {
	return sliceOf[A](b.fields[0], &b.Batch, 0), sliceOf[B](b.fields[1], &b.Batch, 1)
}

// Columns returns the values of A and B, whether a field has one value for each entity or one for
// the batch.
func (b Batch2[A, B]) Columns() (Column[A], Column[B]) {
	return columnOf[A](b.fields[0], &b.Batch, 0), columnOf[B](b.fields[1], &b.Batch, 1)
}

// Spawn2 makes an entity with the values a and b, and with the ids, name and parent in with, as in
// Spawn2(w, a, b, Named("Santa Maria"), Below(fleet), armed). The entity is created directly in its
// final table. Spawn2 panics in the cases in which [World.Spawn] does.
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
// operation.
//
// It panics and makes no entity in the cases in which [World.Spawn] panics, while changes are
// deferred, and if consequences of the ids would put the entities into different tables. It also
// panics if an observer deletes new entities or moves them to another table; the other new entities
// then stay.
func SpawnMany2[A, B any](w *World, n int, ids ...AnyID) Batch2[A, B] {
	s := spawnerOf[Query2[A, B]](w)
	return Batch2[A, B]{s.spawnMany(n, ids), (*fieldsOf[Row2[A, B]])(&s.cores)}
}
