package fast

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Batch is a run of entities of one table that match a query in the same way. It is valid within the loop that it
// comes from; the slices and addresses that it gives are too.
type Batch struct {
	set  *matchSet
	at   batchPlace
	rows batchRows
}

type batchPlace struct {
	table store.Table
	match int32
}

type batchRows struct{ from, count int32 }

// batch is the i-th of a set; its length is 0 if the table is empty.
func (s *matchSet) batch(i int) Batch {
	t := s.matches[i].table
	rows := batchRows{0, int32(s.w.st.Count(t))}
	if len(s.rows) > 0 && s.rows[i] != 0 {
		rows = batchRows{s.rows[i] - 1, 1}
	}
	return Batch{s, batchPlace{t, int32(i)}, rows}
}

// Len is the number of entities.
func (b Batch) Len() int { return int(b.rows.count) }

// Entities are the entities of the batch; fields that are slices have their values at the same positions. The slice
// must not be written.
func (b Batch) Entities() []Entity {
	return b.set.w.st.Entities(b.at.table)[b.rows.from:][:b.rows.count]
}

// match is what a term, the fields counted first, matched.
func (b Batch) match(term int) *fieldMatch {
	if b.set.query == nil {
		panic(errNoTerms)
	}
	place := b.set.query.terms[term]
	if place.up != 0 {
		panic(spec.Errorf(spec.CodeInvalid, "Up has a source, see Source, but no id that differs from the term's"))
	}
	return &b.set.fields[int(b.set.matches[b.at.match].first)+place.node]
}

// ID is what a term matched. Terms count from 0, the fields first and then the others as they were given. It is the
// zero ID if the term is not set; its elements are * where the term has _.
func (b Batch) ID(term int) ID {
	m := b.match(term)
	if !m.set {
		return ID{}
	}
	if m.id.IsWildcard() {
		return b.set.w.publicPattern(m.id)
	}
	return b.set.w.publicID(m.id)
}

// Target is the target of the pair that a term matched, the zero Entity if it is not set or no pair.
func (b Batch) Target(term int) Entity {
	m := b.match(term)
	if !m.set {
		return 0
	}
	return b.set.w.entity(m.id.Second())
}

// Source is the entity that a term was matched on, the zero Entity if that is each entity of the batch itself.
func (b Batch) Source(term int) Entity {
	q := b.set.query
	if place := q.terms[term]; place.up != 0 {
		return b.set.above[int(b.at.match)*len(q.ups)+place.up-1]
	}
	m := b.match(term)
	if m.source == 0 {
		return 0
	}
	return b.set.w.entity(m.source)
}

// IsSet reports whether a term matched; only those in Optional may not.
func (b Batch) IsSet(term int) bool {
	q := b.set.query
	if place := q.terms[term]; place.up != 0 {
		return b.Source(term) != 0
	}
	return b.match(term).set
}

// Variable is the value of a variable of the query, the zero Entity if it has none.
func (b Batch) Variable(v Entity) Entity {
	n := len(b.set.query.q.variables) - 1
	i := variableOf(v)
	if i == 0 || i > n {
		panic(spec.Errorf(spec.CodeUnresolved, "the query does not have the variable"))
	}
	value := b.set.values[int(b.at.match)*n+i-1]
	if value == 0 {
		return 0
	}
	return b.set.w.entity(value)
}

// publicPattern is publicID for an id with wildcards.
func (w *World) publicPattern(id store.ID) ID {
	element := func(index uint32) Entity {
		if index == store.Wildcard {
			return Wildcard
		}
		return w.entity(index)
	}
	if !id.IsPair() {
		return Single(element(id.First()))
	}
	return Pair(element(id.First()), element(id.Second()))
}

// Column is the values of a field in a batch: one per entity, or a single one for all where the field is inherited, on
// a fixed source or on an entity above, or none where it is not set.
type Column[T any] struct {
	first  unsafe.Pointer
	stride uintptr
	count  int
}

var (
	errUnset   = spec.Errorf(spec.CodeInvalid, "the field is not set in this batch; ask IsSet before")
	errShared  = spec.Errorf(spec.CodeInvalid, "the field is one value for the whole batch; take it with Columns and Value")
	errOwned   = spec.Errorf(spec.CodeInvalid, "the field has one value per entity; take them with Slice or At")
	errNoTerms = spec.Errorf(spec.CodeInvalid, "the batch is of new entities, not of a query: it has fields but no terms")
	errRow     = spec.Errorf(spec.CodeInvalid, "the position is not one of the batch")
)

// IsSet reports whether there are values.
func (c Column[T]) IsSet() bool { return c.first != nil }

// IsShared reports whether there is a single value for all entities of the batch.
func (c Column[T]) IsShared() bool {
	return c.stride == 0 && c.first != nil && unsafe.Sizeof(*new(T)) != 0
}

// Slice is the values, one per entity. It panics if the field is shared or not set.
func (c Column[T]) Slice() []T {
	if c.first == nil {
		panic(errUnset)
	}
	if c.stride != unsafe.Sizeof(*new(T)) {
		panic(errShared)
	}
	return unsafe.Slice((*T)(c.first), c.count)
}

// Value is the single value of a shared field. It panics if there is one value per entity, or none.
func (c Column[T]) Value() *T {
	if c.first == nil {
		panic(errUnset)
	}
	if c.stride != 0 {
		panic(errOwned)
	}
	return (*T)(c.first)
}

// At is the value for the entity at a position, shared or not. It panics if the field is not set or the position is
// not in the batch.
func (c Column[T]) At(i int) *T {
	if c.first == nil {
		panic(errUnset)
	}
	if uint(i) >= uint(c.count) {
		panic(errRow)
	}
	return c.at(i)
}

// at is At without checks, nil if the field is not set.
func (c Column[T]) at(i int) *T {
	if c.first == nil { // the compiler takes sums of addresses for not nil
		return nil
	}
	return (*T)(unsafe.Add(c.first, uintptr(i)*c.stride))
}

// columnOf is a field of a batch. Where the table has the component of the field's type, and the query asks for that,
// it is found without looking at what the terms matched.
func columnOf[T any](c *Component[T], b *Batch, field int) Column[T] {
	if b.set.query == nil || b.set.query.plain {
		if first := c.reader.Base(b.at.table); first != nil {
			size := unsafe.Sizeof(*new(T))
			return Column[T]{unsafe.Add(first, uintptr(b.rows.from)*size), size, int(b.rows.count)}
		}
	}
	first, stride := b.set.column(int(b.at.match), field)
	if first != nil {
		first = unsafe.Add(first, uintptr(b.rows.from)*stride)
	}
	return Column[T]{first, stride, int(b.rows.count)}
}

// In is the values that the entities of a batch own, one per entity, whether the query has a field of the type or not;
// nil if they do not own the component.
func (c *Component[T]) In(b Batch) []T {
	first := c.reader.Base(b.at.table)
	if first == nil {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Add(first, uintptr(b.rows.from)*unsafe.Sizeof(*new(T)))), int(b.rows.count))
}

// sliceOf is the values of a field of a batch, one per entity.
func sliceOf[T any](c *Component[T], b *Batch, field int) []T {
	return columnOf(c, b, field).Slice()
}
