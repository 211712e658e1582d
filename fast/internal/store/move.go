package store

import "unsafe"

// Add gives an entity an id; its cell is zero. It reports whether the entity
// did not have the id before.
func (s *Store) Add(e Entity, id ID) (bool, error) {
	r, err := s.recordOf(e)
	if err != nil {
		return false, err
	}
	to, err := s.TableWith(r.table, id)
	if err != nil || to == r.table {
		return false, err
	}
	return true, s.MoveTo(e, to)
}

// Remove takes an id from an entity, and reports whether it had it.
func (s *Store) Remove(e Entity, id ID) (bool, error) {
	r, err := s.recordOf(e)
	if err != nil {
		return false, err
	}
	to, err := s.TableWithout(r.table, id)
	if err != nil || to == r.table {
		return false, err
	}
	return true, s.MoveTo(e, to)
}

// Change removes ids and then adds ids in one move, computing the final
// table once. Ids in both lists are kept with their value.
func (s *Store) Change(e Entity, add, remove []ID) (bool, error) {
	r, err := s.recordOf(e)
	if err != nil {
		return false, err
	}
	to, err := s.TableAfter(r.table, add, remove)
	if err != nil || to == r.table {
		return false, err
	}
	return true, s.MoveTo(e, to)
}

// MoveTo moves an entity to a table. Cells of ids in both tables keep their
// values, others begin as zero or are lost.
func (s *Store) MoveTo(e Entity, to Table) error {
	r, err := s.recordOf(e)
	if err != nil {
		return err
	}
	from, row := r.table, r.row
	if from == to {
		return nil
	}
	if s.tables[from].locks != 0 {
		return ErrLocked
	}
	if err := s.checkTable(to); err != nil {
		return err
	}
	newRow := s.appendRow(to, e)
	s.moveCells(from, to, int(row), int(newRow), 1)
	s.removeRow(from, row)
	return nil
}

// MoveAll moves every entity of one table to another, as MoveTo does, but in
// whole columns.
func (s *Store) MoveAll(from, to Table) error {
	if from == to {
		return nil
	}
	if err := s.checkTable(from); err != nil {
		return err
	}
	if err := s.checkTable(to); err != nil {
		return err
	}
	n, start := s.Count(from), s.Count(to)
	if n == 0 {
		return nil
	}
	s.reserve(to, n)
	for _, e := range s.Entities(from) {
		s.appendRow(to, e)
	}
	s.moveCells(from, to, 0, start, n)
	s.clearRows(from)
	return nil
}

// clearRows empties a table whose entities are elsewhere.
func (s *Store) clearRows(t Table) {
	meta := &s.tables[t]
	for c := 1; c < int(meta.width); c++ {
		if typ := s.columnType(meta, c); typ.scan {
			zeroCells(typ, s.columns.data[int(meta.columns)+c], int(meta.count))
		}
	}
	meta.count = 0
	meta.version++
	if meta.flags&tableWatched != 0 {
		s.emit(TableEmptied, t)
	}
}

// moveCells copies the cells of common ids and zeroes the others. Both id
// lists are ordered, so that one pass pairs them.
func (s *Store) moveCells(from, to Table, row, newRow, n int) {
	src, dst := s.IDs(from), s.IDs(to)
	p := 0
	for q, id := range dst {
		typ := s.ColumnType(to, q)
		if typ == TagType {
			continue
		}
		for p < len(src) && src[p] < id {
			p++
		}
		t := &s.types[typ]
		cell := unsafe.Add(s.ColumnData(to, q), uintptr(newRow)*uintptr(t.size))
		if p < len(src) && src[p] == id && s.ColumnType(from, p) == typ {
			old := unsafe.Add(s.ColumnData(from, p), uintptr(row)*uintptr(t.size))
			copyCells(t, cell, old, n)
		} else {
			zeroCells(t, cell, n)
		}
	}
}
