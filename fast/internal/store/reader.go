package store

import "unsafe"

// Reader is an [Accessor] that does not know the type of the cells: the generic code of package fast is thin around
// it, so that what is hot exists once and is not passed dictionaries. It reads tags too.
type Reader struct {
	s *Store
	k *key
}

// Reader makes a reader of a component or tag. Keep it as long as the component lives.
func (s *Store) Reader(component uint32) Reader { return Reader{s, s.makeKey(Single(component))} }

// Cell is the address of the value of an entity, valid until the next structural change; nil if the entity is dead or
// does not have the component. It is small enough to be inlined.
func (r *Reader) Cell(e Entity) (cell unsafe.Pointer) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) {
		if cell = r.k.base(records[i].table); cell != nil {
			cell = unsafe.Add(cell, uintptr(records[i].row)*r.k.size)
		}
	}
	return
}

// At is Cell for the entity that is alive at an index.
func (r *Reader) At(index uint32) unsafe.Pointer {
	at := &r.s.records[index]
	base := r.k.base(at.table)
	if base == nil {
		return nil
	}
	return unsafe.Add(base, uintptr(at.row)*r.k.size)
}

// Base is the address of the first cell of a table; nil if the table does not have the component.
func (r *Reader) Base(t Table) unsafe.Pointer { return r.k.base(t) }

// FindReader is Reader for times when nothing may be written. It holds until a table is made.
func (s *Store) FindReader(component uint32) Reader { return Reader{s, s.keyOf(Single(component))} }

// FindRelation is Relation for times when nothing may be written. It holds until a table is made.
func (s *Store) FindRelation(relationship uint32) Relation {
	return Relation{s, s.keyOf(Pair(relationship, Wildcard))}
}

// Width is the number of columns with data of a table.
func (s *Store) Width(t Table) int { return int(s.tables[t].width) - 1 }

// CreateUnset is [Store.CreateIn] for a caller that writes every cell of the new row at once.
func (s *Store) CreateUnset(t Table) (e Entity, row int, err error) {
	if err := s.checkTable(t); err != nil {
		return 0, 0, err
	}
	e = s.newEntity()
	return e, int(s.appendRow(t, e)), nil
}
