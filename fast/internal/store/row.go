package store

import "unsafe"

// reserve makes room for n more rows.
func (s *Store) reserve(t Table, n int) {
	meta := &s.tables[t]
	if need := int(meta.count) + n; need > int(meta.capacity) {
		s.resize(t, max(2, 2*int(meta.capacity), need))
	}
}

// resize reallocates the columns with another capacity.
func (s *Store) resize(t Table, capacity int) {
	meta := &s.tables[t]
	columns, shapes := s.columnsOf(meta)
	for c, sh := range shapes {
		typ := &s.types[sh.typ]
		block := s.memory.alloc(typ, capacity)
		copyCells(typ, block, columns[c].pointer(), int(meta.count))
		s.memory.release(typ, columns[c].pointer(), int(meta.capacity))
		if debug && c > 0 {
			s.retire(typ, columns[c].pointer(), int(meta.capacity))
		}
		columns[c] = addressOf(block)
		if sh.key != 0 {
			s.setBase(s.keys[sh.key], t, block)
		}
	}
	meta.capacity = uint32(capacity)
}

// columnType returns the type of a physical column. Column 0 has the entities.
func (s *Store) columnType(meta *table, c int) *columnType {
	return &s.types[s.shapes.data[int(meta.shapes)+c].typ]
}

// entityColumn is the internal type of the entity column.
const entityColumn = 1

func (s *Store) columnsOf(meta *table) ([]address, []shape) {
	width := int(meta.width)
	return s.columns.at(meta.columns, width), s.shapes.at(meta.shapes, width)
}

// appendRow adds a row whose cells are not yet set.
func (s *Store) appendRow(t Table, e Entity) uint32 {
	if debug {
		s.enter()
		defer s.leave()
	}
	meta := &s.tables[t]
	if meta.count == meta.capacity {
		s.reserve(t, 1)
	}
	row := meta.count
	meta.count++
	s.changed(t, e.Index())
	*(*Entity)(unsafe.Add(s.columns.data[meta.columns].pointer(), uintptr(row)*entitySize)) = e
	r := &s.records[e.Index()]
	r.table, r.row = t, row
	if debug {
		s.moveColumnsAway()
	}
	return row
}

// appendRows adds rows for entities. The table must have capacity for them.
func (s *Store) appendRows(t Table, entities []Entity) {
	meta := &s.tables[t]
	row := meta.count
	meta.count += uint32(len(entities))
	s.changedAll(t, entities)
	copy(s.Entities(t)[row:], entities)
	for i, e := range entities {
		r := &s.records[e.Index()]
		r.table, r.row = t, row+uint32(i)
	}
}

// zeroRows clears the cells of new rows. Cells with pointers are always zero outside the rows, so
// it skips them.
func (s *Store) zeroRows(t Table, row, n int) {
	columns, shapes := s.columnsOf(&s.tables[t])
	for c := 1; c < len(columns); c++ {
		sh := shapes[c]
		cell := unsafe.Add(columns[c].pointer(), uintptr(row)*uintptr(sh.size))
		switch {
		case sh.scan != 0:
		case n == 1 && sh.size == 16:
			*(*[2]uint64)(cell) = [2]uint64{}
		default:
			clear(unsafe.Slice((*byte)(cell), int(sh.size)*n))
		}
	}
}

// removeRow removes a row by moving the last row to its position. Cells with pointers are cleared,
// so that the collector can free what they point to.
func (s *Store) removeRow(t Table, row uint32) {
	if debug {
		s.enter()
		defer s.leave()
	}
	meta := &s.tables[t]
	last := meta.count - 1
	columns, shapes := s.columnsOf(meta)
	gone := *(*Entity)(unsafe.Add(columns[0].pointer(), uintptr(row)*entitySize))
	for c := 1; c < len(columns); c++ {
		sh := shapes[c]
		end := unsafe.Add(columns[c].pointer(), uintptr(last)*uintptr(sh.size))
		if row != last {
			s.copyCell(sh, unsafe.Add(columns[c].pointer(), uintptr(row)*uintptr(sh.size)), end)
		}
		if sh.scan != 0 {
			s.types[sh.scan].zero(end)
		}
	}
	if row != last {
		moved := *(*Entity)(unsafe.Add(columns[0].pointer(), uintptr(last)*entitySize))
		*(*Entity)(unsafe.Add(columns[0].pointer(), uintptr(row)*entitySize)) = moved
		s.records[moved.Index()].row = row
	}
	meta.count = last
	s.changed(t, gone.Index())
}

// clearRows empties a table whose entities have been moved.
func (s *Store) clearRows(t Table) {
	meta := &s.tables[t]
	columns, shapes := s.columnsOf(meta)
	for c := 1; c < len(columns); c++ {
		if sh := shapes[c]; sh.scan != 0 {
			zeroCells(&s.types[sh.scan], columns[c].pointer(), int(meta.count))
		}
	}
	gone := s.Entities(t)
	meta.count = 0
	s.changedAll(t, gone)
}

// Swap exchanges two rows of a table.
func (s *Store) Swap(t Table, a, b int) {
	if a == b {
		return
	}
	s.reserve(t, 1)
	meta := &s.tables[t]
	columns, shapes := s.columnsOf(meta)
	for c, sh := range shapes {
		cell := func(row int) unsafe.Pointer { return unsafe.Add(columns[c].pointer(), uintptr(row)*uintptr(sh.size)) }
		spare := cell(int(meta.count))
		s.copyCell(sh, spare, cell(a))
		s.copyCell(sh, cell(a), cell(b))
		s.copyCell(sh, cell(b), spare)
		if sh.scan != 0 {
			s.types[sh.scan].zero(spare)
		}
	}
	entities := s.Entities(t)
	s.records[entities[a].Index()].row, s.records[entities[b].Index()].row = uint32(a), uint32(b)
	s.changed(t, entities[a].Index())
	s.changed(t, entities[b].Index())
	if debug {
		s.verify()
	}
}
