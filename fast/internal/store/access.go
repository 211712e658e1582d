package store

import (
	"reflect"
	"unsafe"
)

// ColumnType returns the column type of the id at a position of a table's IDs.
func (s *Store) ColumnType(t Table, column int) TypeIndex {
	meta := &s.tables[t]
	physical := s.layouts.data[int(meta.layout)+column]
	if physical == 0 {
		return TagType
	}
	return s.shapes.data[meta.shapes+uint32(physical)].typ
}

// ColumnData returns the address of the first cell of the column at a position of a table's IDs, or
// nil for a tag or while the table has no memory for rows. The column has Count contiguous cells.
// The address is valid until the next structural change.
func (s *Store) ColumnData(t Table, column int) unsafe.Pointer {
	meta := &s.tables[t]
	physical := s.layouts.data[int(meta.layout)+column]
	if physical == 0 {
		return nil
	}
	return s.columns.data[meta.columns+uint32(physical)].pointer()
}

// Column returns the cells of the column at a position as a slice with one element per row, or nil
// if the column has another type. The slice is valid until the next structural change.
func Column[T any](s *Store, t Table, column int) []T {
	meta := &s.tables[t]
	physical := uint32(s.layouts.data[int(meta.layout)+column])
	if physical == 0 || s.types[s.shapes.data[meta.shapes+physical].typ].word != typeWord(reflect.TypeFor[T]()) {
		return nil
	}
	return unsafe.Slice((*T)(s.columns.data[meta.columns+physical].pointer()), int(meta.count))
}

// Get returns the address and the type of an entity's value of an id, which must not be a wildcard.
// The address is nil for a tag and valid until the next structural change. If the entity is dead or
// does not have the id, Get returns false.
func (s *Store) Get(e Entity, id ID) (unsafe.Pointer, TypeIndex, bool) {
	if !s.Alive(e) {
		return nil, TagType, false
	}
	r := &s.records[e.Index()]
	return s.Cell(r.table, int(r.row), id)
}

// Cell is like [Store.Get], for a known row.
func (s *Store) Cell(t Table, row int, id ID) (unsafe.Pointer, TypeIndex, bool) {
	if debug {
		s.verifyRow(t, row)
	}
	if id.IsPair() {
		return s.pairCell(t, row, id)
	}
	k := s.keyOf(id)
	base := k.base(t)
	if base == nil || k.size == 0 {
		return nil, TagType, base != nil
	}
	return unsafe.Add(base, uintptr(row)*k.size), k.typ, true
}

func (s *Store) pairCell(t Table, row int, id ID) (unsafe.Pointer, TypeIndex, bool) {
	p := s.pairPosition(t, id)
	if p < 0 {
		return nil, TagType, false
	}
	typ := s.ColumnType(t, p)
	if typ == TagType {
		return nil, TagType, true
	}
	return unsafe.Add(s.ColumnData(t, p), uintptr(row)*uintptr(s.types[typ].size)), typ, true
}

// Value returns the value of an id as a *T. It returns nil if the entity is dead, does not have the
// id, or if the column has another type.
func Value[T any](s *Store, e Entity, id ID) *T {
	if !s.Alive(e) {
		return nil
	}
	r := &s.records[e.Index()]
	if id.IsPair() {
		cell, typ, _ := s.pairCell(r.table, int(r.row), id)
		if cell == nil || s.types[typ].word != typeWord(reflect.TypeFor[T]()) {
			return nil
		}
		return (*T)(cell)
	}
	k := s.keyOf(id)
	if k.goType != typeWord(reflect.TypeFor[T]()) {
		return nil
	}
	base := k.base(r.table)
	if base == nil {
		return nil
	}
	return (*T)(unsafe.Add(base, uintptr(r.row)*unsafe.Sizeof(*new(T))))
}

// HasID reports whether an entity is alive and has an id or one that matches a wildcard.
func (s *Store) HasID(e Entity, id ID) bool {
	return s.Alive(e) && s.Has(s.records[e.Index()].table, id)
}

// Target returns the entity's first target of a relationship in ascending order.
func (s *Store) Target(e Entity, relationship uint32) (uint32, bool) {
	if !s.Alive(e) {
		return 0, false
	}
	t := s.records[e.Index()].table
	at := s.keyOf(Pair(relationship, Wildcard)).pairRange(t)
	return at.target, at.count > 0
}

// Pairs returns the pairs of a relationship that a table has, or all its pairs for [Wildcard]. They
// are valid until the table is removed.
func (s *Store) Pairs(t Table, relationship uint32) []ID {
	column, count := s.Find(t, Pair(relationship, Wildcard))
	return s.IDs(t)[column:][:count]
}

// Relation reads the targets of one relationship. [Store.Relation] looks the relationship up once,
// so keep the result as long as the relationship lives.
type Relation struct {
	s *Store
	k *key
}

// Relation returns a reader of a relationship. Once the relationship is deleted, the reader finds
// nothing.
func (s *Store) Relation(relationship uint32) Relation {
	k := s.makeKey(Pair(relationship, Wildcard))
	s.read(k, readRelation)
	return Relation{s, k}
}

// FindRelation is like [Store.Relation] but changes nothing, so goroutines may call it
// concurrently. The reader is valid until a table is created.
func (s *Store) FindRelation(relationship uint32) Relation {
	return Relation{s, s.keyOf(Pair(relationship, Wildcard))}
}

// One returns the only target of an entity, or 0 if it has none. ok is false if the entity is dead
// or has several targets, and for a relationship with few tables, which needs a search. It can be
// inlined.
func (r *Relation) One(e Entity) (target uint32, ok bool) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) &&
		r.k.storage != keySparse {
		at := (*pairRange)(unsafe.Pointer(slot(r.k.flat, records[i].table)))
		target, ok = at.target, at.count <= 1
	}
	return
}

// Has reports whether an entity is alive and has the target.
func (r Relation) Has(e Entity, target uint32) bool {
	records := r.s.records
	if uint(uint32(e)) >= uint(len(records)) || records[uint32(e)].generation != uint32(e>>32) {
		return false
	}
	if r.k.storage == keySparse {
		return r.hasMore(e, target)
	}
	at := (*pairRange)(unsafe.Pointer(slot(r.k.flat, records[uint32(e)].table)))
	return at.target == target && at.count != 0 || at.count > 1 && r.hasMore(e, target)
}

func (r Relation) hasMore(e Entity, target uint32) bool {
	return r.s.pairPosition(r.s.records[e.Index()].table, Pair(r.k.id.First(), target)) >= 0
}

// Of returns the position of a table's first pair of the relationship, the number of such pairs,
// and the target of the first.
func (r Relation) Of(t Table) (column, count int, target uint32) {
	at := r.k.pairRange(t)
	return int(at.start), int(at.count), at.target
}

// CopyCell copies one value of a column type.
func (s *Store) CopyCell(typ TypeIndex, to, from unsafe.Pointer) {
	copyCells(&s.types[typ], to, from, 1)
}

// ZeroCell sets one value of a column type to zero.
func (s *Store) ZeroCell(typ TypeIndex, cell unsafe.Pointer) { zeroCells(&s.types[typ], cell, 1) }
