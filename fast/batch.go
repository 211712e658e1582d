package fast

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Batch is a run of entities of one table that match a query in the same way. A Batch, and the
// slices and pointers that its methods return, are valid until the loop continues.
type Batch struct {
	set  *matchSet
	at   query.TableMatch
	rows query.Part
}

// batch returns the i-th match of a set as a batch of all rows of its table. If the table is empty,
// its length is 0.
func (s *matchSet) batch(i int) Batch {
	m := s.Tables[i]
	return Batch{s, m, query.Part{Count: int32(s.w.core.Store.Count(m.Table))}}
}

// part returns the i-th match of a set as a batch of the rows that match.
func (s *matchSet) part(i int) Batch { return Batch{s, s.Tables[i], s.Rows(s.w.core.Store, i)} }

// Len returns the number of entities.
func (b Batch) Len() int { return int(b.rows.Count) }

// Entities returns the entities of the batch, in the order in which slices of field values have
// their values. Do not write to the slice.
func (b Batch) Entities() []Entity {
	return b.set.w.core.Store.Entities(b.at.Table)[b.rows.From:][:b.rows.Count]
}

// match returns the match of a term, numbered as in ID.
func (b Batch) match(term int) *query.FieldMatch {
	if uint(term) >= uint(b.set.width) {
		panic(b.set.noTerm())
	}
	return &b.set.Fields[int(b.at.First)+term]
}

func (s *matchSet) noTerm() *spec.Error {
	if s.query == nil {
		return errNoTerms
	}
	return errNoTerm
}

// matched returns the id that a term matched. If the targets of the relationship are stored outside
// the tables, it returns the pair with the target of the first entity of the batch.
func (b Batch) matched(term int) store.ID {
	id := b.match(term).ID
	if rules.IsMark(id) {
		return b.set.w.core.Actual(id, b.Entities()[0].Index())
	}
	return id
}

// ID returns the id that a term matched. Terms are numbered from 0: first the fields, then the
// other terms in the order in which they were given. ID returns the zero ID if the term did not
// match. If the term has _ as an element, the returned id has * there.
func (b Batch) ID(term int) ID {
	m := b.match(term)
	if !m.Set {
		return ID{}
	}
	return b.set.w.publicID(b.matched(term))
}

// Target returns the target of the pair that a term matched, or [Wildcard] if the term has _ as its
// target. It returns the zero Entity if the term did not match, or matched a single id.
func (b Batch) Target(term int) Entity { return b.set.w.core.Entity(b.matched(term).Second()) }

// Source returns the entity that owns the id that a term matched: a base, an entity above, or a
// fixed source. It returns the zero Entity if the entities of the batch own the id, or if the term
// did not match.
func (b Batch) Source(term int) Entity {
	return b.set.w.core.Entity(b.match(term).Source)
}

// IsSet reports whether a term matched. It can be false for an [Optional] or [Maybe] term, and is
// always false for a [Not] term.
func (b Batch) IsSet(term int) bool {
	return b.match(term).Set
}

// Variable returns the value of a variable of the query, or the zero Entity if the variable is not
// set. It panics with code unresolved if the query does not have the variable.
func (b Batch) Variable(v Entity) Entity {
	if b.set.query == nil {
		panic(errNoTerms)
	}
	n := len(b.set.query.q.Variables) - 1
	i := variableOf(v)
	if i == 0 || i > n {
		panic(spec.Errorf(spec.CodeUnresolved, "the query has no such variable; use it in a term"))
	}
	return b.set.w.core.Entity(b.set.Values[int(b.at.First/b.set.width)*n+i-1])
}

// Column holds the values of a field in a batch: one value for each entity, or one shared value if
// the field is inherited, on a fixed source or on an entity above. It is empty if the field is not
// set.
type Column[T any] struct {
	first  unsafe.Pointer
	stride uintptr
	count  int
}

var (
	errUnset  = spec.Errorf(spec.CodeInvalid, "the field is not set in this batch; check IsSet first")
	errShared = spec.Errorf(spec.CodeInvalid,
		"all entities of the batch share one value of the field; use Columns, and Value or At of the Column")
	errOwned  = spec.Errorf(spec.CodeInvalid, "the field has one value per entity; use Slice or At of the Column")
	errNoTerm = spec.Errorf(spec.CodeInvalid,
		"the query has no such term; terms are numbered from 0, the fields first")
	errNoTerms = spec.Errorf(spec.CodeInvalid,
		"the batch is of new entities, not of a query: it has fields but no terms or variables")
	errRow = spec.Errorf(spec.CodeInvalid, "the position is outside the batch; use 0 to Len()-1")
)

// IsSet reports whether there are values.
func (c Column[T]) IsSet() bool { return c.first != nil }

// IsShared reports whether there is one value for all entities of the batch. It is false for a tag,
// for which Slice and Value both work.
func (c Column[T]) IsShared() bool {
	return c.stride == 0 && c.first != nil && unsafe.Sizeof(*new(T)) != 0
}

// Slice returns the values, one for each entity. It panics with code invalid if the field is shared
// or not set.
func (c Column[T]) Slice() []T {
	if c.first == nil {
		panic(errUnset)
	}
	if c.stride != unsafe.Sizeof(*new(T)) {
		panic(errShared)
	}
	return unsafe.Slice((*T)(c.first), c.count)
}

// Value returns the single value of a shared field. It panics with code invalid if the field is not
// shared.
func (c Column[T]) Value() *T {
	if c.first == nil {
		panic(errUnset)
	}
	if c.stride != 0 {
		panic(errOwned)
	}
	return (*T)(c.first)
}

// At returns a pointer to the value for the i-th entity, shared or not. It panics with code invalid
// if the field is not set or i is out of range.
func (c Column[T]) At(i int) *T {
	if c.first == nil {
		panic(errUnset)
	}
	if uint(i) >= uint(c.count) {
		panic(errRow)
	}
	return (*T)(unsafe.Add(c.first, uintptr(i)*c.stride))
}

// fieldsOf has the components of the fields of a query whose rows have type R. The type keeps a
// program from converting a query or a batch to one with fields of other types.
type fieldsOf[R any] [maxFields]*componentCore

// typedBatch is the type constraint that [Batch1] to [Batch8] satisfy.
type typedBatch[R any] interface {
	~struct {
		Batch
		fields *fieldsOf[R]
	}
}

// base returns the address of the first value of a field in the table of the batch. It returns nil
// unless the field is the component of its type and the entities own it.
func (b *Batch) base(c *componentCore, field int) unsafe.Pointer {
	if b.set.plainFields>>field&1 == 0 {
		return nil
	}
	return c.reader.Base(b.at.Table)
}

// columnOf returns a field of a batch.
func columnOf[T any](c *componentCore, b *Batch, field int) Column[T] {
	if first := b.base(c, field); first != nil { // fast path: does not read the matches of the terms
		size := unsafe.Sizeof(*new(T))
		return Column[T]{unsafe.Add(first, uintptr(b.rows.From)*size), size, int(b.rows.Count)}
	}
	first, stride := b.column(c, field)
	return Column[T]{first, stride, int(b.rows.Count)}
}

// In returns the values of the component that the entities of a batch own, one for each entity. The
// query need not have a field of this type. In returns nil if the entities do not own the
// component.
func (c *Component[T]) In(b Batch) []T {
	first := c.core.reader.Base(b.at.Table)
	if first == nil {
		return nil
	}
	b.lendOwn(c.core.id)
	return unsafe.Slice((*T)(unsafe.Add(first, uintptr(b.rows.From)*unsafe.Sizeof(*new(T)))), int(b.rows.Count))
}

// sliceOf returns the values of a field of a batch, one per entity.
func sliceOf[T any](c *componentCore, b *Batch, field int) []T {
	if first := b.base(c, field); first != nil {
		return unsafe.Slice((*T)(unsafe.Add(first, uintptr(b.rows.From)*unsafe.Sizeof(*new(T)))), int(b.rows.Count))
	}
	column := columnOf[T](c, b, field)
	if b.set.split && column.IsShared() && b.rows.Count == 1 {
		return unsafe.Slice((*T)(column.first), 1)
	}
	return column.Slice()
}

// ValuesIn returns the values that the entities of a batch own for an id, one for each entity. The
// id may be a pair (R, target) whose relationship was made by [NewRelationshipOf]. ValuesIn returns
// nil if the entities do not own the id or its values are not of type T.
func ValuesIn[T any](b Batch, id AnyID) []T {
	w := b.set.w
	sid, ok := w.patternID(idOf(id))
	if !ok || sid.IsWildcard() || w.core.CheckType(sid, reflect.TypeFor[T]()) != nil {
		return nil
	}
	column, count := w.core.Store.Find(b.at.Table, sid)
	if count == 0 {
		return nil
	}
	b.lendOwn(sid)
	return store.Column[T](w.core.Store, b.at.Table, column)[b.rows.From:][:b.rows.Count]
}
