package store

import (
	"reflect"
	"unsafe"
)

// ColumnType is the type of the ids at a position of a table's IDs.
func (s *Store) ColumnType(t Table, column int) TypeIndex {
	meta := &s.tables[t]
	physical := s.layouts.data[int(meta.layout)+column]
	if physical == 0 {
		return TagType
	}
	return s.shapes.data[meta.shapes+uint32(physical)].typ
}

// ColumnData is the first cell of the column at a position of a table's IDs;
// nil for a tag or while the table never had a row. The cells are contiguous,
// Count of them. The address is valid until the next structural change.
func (s *Store) ColumnData(t Table, column int) unsafe.Pointer {
	meta := &s.tables[t]
	physical := s.layouts.data[int(meta.layout)+column]
	if physical == 0 {
		return nil
	}
	return s.columns.data[meta.columns+uint32(physical)]
}

// Column is the cells at a position as a slice with one element per row; nil
// if the column is of another type. It is valid until the next structural
// change.
func Column[T any](s *Store, t Table, column int) []T {
	base := s.ColumnData(t, column)
	if base == nil || s.types[s.ColumnType(t, column)].goType != reflect.TypeFor[T]() {
		return nil
	}
	return unsafe.Slice((*T)(base), s.tables[t].count)
}

// Get is the cell of an id (not a wildcard) that an entity has: its address,
// valid until the next structural change and nil for a tag, and its type.
// False if the entity is dead or does not have the id.
func (s *Store) Get(e Entity, id ID) (unsafe.Pointer, TypeIndex, bool) {
	if !s.Alive(e) {
		return nil, TagType, false
	}
	r := &s.records[e.Index()]
	return s.cell(r.table, r.row, id)
}

// Cell is [Store.Get] for a known row.
func (s *Store) Cell(t Table, row int, id ID) (unsafe.Pointer, TypeIndex, bool) {
	return s.cell(t, uint32(row), id)
}

// Value is the cell of an id as a *T; nil if the entity is dead, does not
// have the id, or the column is of another type.
func Value[T any](s *Store, e Entity, id ID) *T {
	cell, typ, ok := s.Get(e, id)
	if !ok || cell == nil || s.types[typ].goType != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(cell)
}

// HasID reports whether an entity has an id or one that matches a wildcard;
// false for a dead one.
func (s *Store) HasID(e Entity, id ID) bool {
	return s.Alive(e) && s.Has(s.records[e.Index()].table, id)
}

// Target is the n-th target, in ascending order, of a relationship that an
// entity has.
func (s *Store) Target(e Entity, relationship uint32, n int) (uint32, bool) {
	if !s.Alive(e) {
		return 0, false
	}
	t := s.records[e.Index()].table
	start, count := s.run(t, Pair(relationship, Wildcard))
	if n < 0 || n >= count {
		return 0, false
	}
	return s.IDs(t)[start+n].Second(), true
}
