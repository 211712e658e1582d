package store

import "unsafe"

// transition caches to which table adding, removing or replacing one id leads. The cache is small
// and direct-mapped, in front of the look-up by hash. Only writers use it.
type transition struct {
	add     ID // 0 if none
	remove  ID
	from    Table
	to      Table
	epoch   uint32 // entries from before a table was parked or removed are invalid
	added   uint16 // the added column, 0 if the id is a tag
	removed uint16 // the removed column
}

const transitionCount = 256

// transition returns the cache entry for a change, and whether it is valid.
func (s *Store) transition(from Table, add, remove ID) (*transition, bool) {
	h := uint64(add)*0x9E3779B97F4A7C15 ^ uint64(remove)*0xA0761D6478BD642F
	h += uint64(from) * 0xD6E8FEB86659FD93
	x := &s.transitions[h>>56]
	return x, x.add == add && x.remove == remove && x.from == from && x.epoch == s.epoch
}

// learn fills a cache entry and reports whether the change leads to another table.
func (s *Store) learn(x *transition, from Table, add, remove ID) (bool, error) {
	var to Table
	var err error
	switch {
	case remove == 0:
		to, err = s.TableWith(from, add)
	case add == 0:
		to, err = s.TableWithout(from, remove)
	default:
		to, err = s.TableReplacing(from, remove, add)
	}
	if err != nil || to == from {
		return false, err
	}
	*x = transition{add: add, remove: remove, from: from, to: to, epoch: s.epoch}
	if add != 0 {
		x.added = s.columnOf(to, add)
	}
	if remove != 0 {
		x.removed = s.columnOf(from, remove)
	}
	return true, nil
}

// Add adds an id to an entity; its cell is zero. It reports whether the entity did not have the id
// before.
func (s *Store) Add(e Entity, id ID) (bool, error) {
	if !s.Alive(e) {
		return false, ErrDead
	}
	if id == 0 {
		return false, ErrInvalid
	}
	from := s.records[e.Index()].table
	x, known := s.transition(from, id, 0)
	if !known {
		if s.tables[from].count == 1 {
			if stays, err := s.stayWith(from, id); stays || err != nil {
				return stays, err
			}
		}
		if moves, err := s.learn(x, from, id, 0); !moves {
			return false, err
		}
	}
	s.moveRow(e, from, x.to, x.added, 0)
	return true, nil
}

// Remove removes an id from an entity, and reports whether the entity had it.
func (s *Store) Remove(e Entity, id ID) (bool, error) {
	if !s.Alive(e) {
		return false, ErrDead
	}
	if id == 0 {
		return false, nil
	}
	from := s.records[e.Index()].table
	x, known := s.transition(from, 0, id)
	if !known {
		if s.tables[from].count == 1 && s.StayWithout(from, id) {
			return true, nil
		}
		if moves, err := s.learn(x, from, 0, id); !moves {
			return false, err
		}
	}
	s.moveRow(e, from, x.to, 0, x.removed)
	return true, nil
}

// Replace removes one id and adds another in one move, like [Store.Change]. It is the fastest way
// to give an entity with one target of a relationship another target.
func (s *Store) Replace(e Entity, old, id ID) (bool, error) {
	if !s.Alive(e) {
		return false, ErrDead
	}
	if old == 0 || id == 0 || old == id {
		return s.Add(e, id)
	}
	from := s.records[e.Index()].table
	x, known := s.transition(from, id, old)
	if !known {
		_, hasOld := search(s.IDs(from), old)
		_, has := search(s.IDs(from), id)
		switch {
		case !hasOld:
			return s.Add(e, id)
		case has:
			return s.Remove(e, old)
		case s.tables[from].count == 1 && s.stayReplacing(from, old, id):
			return true, nil
		}
		if moves, err := s.learn(x, from, id, old); !moves {
			return false, err
		}
	}
	s.moveRow(e, from, x.to, x.added, x.removed)
	return true, nil
}

// Change removes ids and then adds ids in one move. Ids in both lists keep their value.
func (s *Store) Change(e Entity, add, remove []ID) (bool, error) {
	if len(add) == 1 && len(remove) == 1 && add[0] != remove[0] {
		return s.Replace(e, remove[0], add[0])
	}
	r, err := s.recordOf(e)
	if err != nil {
		return false, err
	}
	to, err := s.TableAfter(r.table, add, remove)
	if err != nil || to == r.table {
		return false, err
	}
	err = s.MoveTo(e, to)
	return err == nil, err
}

// columnOf returns the physical column of an id that a table has, or 0 for a tag.
func (s *Store) columnOf(t Table, id ID) uint16 {
	p, _ := search(s.IDs(t), id)
	return s.layouts.data[int(s.tables[t].layout)+p]
}

// moveRow moves an entity between tables with the same columns, except for one that is added and
// one that is removed (0 for none; each is numbered in its own table). One pass copies each cell
// and fills the gap.
func (s *Store) moveRow(e Entity, from, to Table, added, removed uint16) {
	src, dst := &s.tables[from], &s.tables[to]
	if debug {
		s.enter()
		s.stale.touch(to)
	}
	if dst.count == dst.capacity {
		s.reserve(to, 1)
	}
	r := &s.records[e.Index()]
	row, last, newRow := uintptr(r.row), uintptr(src.count-1), uintptr(dst.count)
	r.table, r.row = to, uint32(newRow)
	src.count--
	dst.count++
	s.changed(from, e.Index())

	have, into := unsafe.Pointer(&s.columns.data[src.columns]), unsafe.Pointer(&s.columns.data[dst.columns])
	entities := column(have, 0)
	*(*Entity)(unsafe.Add(column(into, 0), newRow*entitySize)) = e
	if row != last {
		moved := *(*Entity)(unsafe.Add(entities, last*entitySize))
		*(*Entity)(unsafe.Add(entities, row*entitySize)) = moved
		s.records[moved.Index()].row = uint32(row)
	}
	if src.width > 1 {
		s.moveColumns(src, have, into, row, last, newRow, uintptr(added), uintptr(removed))
	}
	if added != 0 {
		s.zeroCell(dst, int(added), newRow)
	}
	if debug {
		s.leave()
		s.verify()
	}
}

// moveColumns moves the typed columns of moveRow. It avoids bounds checks and calls for the most
// common cells, which halves its time.
func (s *Store) moveColumns(src *table, have, into unsafe.Pointer, row, last, newRow, added, removed uintptr) {
	shapes := unsafe.Pointer(&s.shapes.data[src.shapes])
	d := uintptr(1)
	for c := uintptr(1); c < uintptr(src.width); c++ {
		sh := (*shape)(unsafe.Add(shapes, c*unsafe.Sizeof(shape{})))
		base, size := column(have, c), uintptr(sh.size)
		cell, end := unsafe.Add(base, row*size), unsafe.Add(base, last*size)
		if c != removed {
			if d == added {
				d++
			}
			target := unsafe.Add(column(into, d), newRow*size)
			d++
			if sh.plain16 {
				*(*[2]uint64)(target) = *(*[2]uint64)(cell)
			} else {
				s.copyCell(*sh, target, cell)
			}
		}
		if sh.plain16 {
			*(*[2]uint64)(cell) = *(*[2]uint64)(end)
		} else {
			s.fillCell(sh, cell, end)
		}
	}
}

// column returns the n-th address of a table's columns, without a bounds check.
func column(columns unsafe.Pointer, n uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(columns, n*addressSize))
}

// fillCell moves the last cell of a column into a gap, which may be that cell.
func (s *Store) fillCell(sh *shape, gap, last unsafe.Pointer) {
	if gap != last {
		s.copyCell(*sh, gap, last)
	}
	if sh.scan != 0 {
		s.types[sh.scan].zero(last)
	}
}

// zeroCell clears a cell of a new row. Cells with pointers are always zero outside the rows, so it
// skips them.
func (s *Store) zeroCell(meta *table, column int, row uintptr) {
	sh := s.shapes.data[int(meta.shapes)+column]
	cell := unsafe.Add(s.columns.data[int(meta.columns)+column].pointer(), row*uintptr(sh.size))
	switch {
	case sh.scan != 0:
	case sh.size == 16:
		*(*[2]uint64)(cell) = [2]uint64{}
	default:
		clear(unsafe.Slice((*byte)(cell), sh.size))
	}
}

// MoveTo moves an entity to a table. Cells of ids in both tables keep their values; the others are
// lost or start as zero.
func (s *Store) MoveTo(e Entity, to Table) error {
	r, err := s.recordOf(e)
	if err != nil {
		return err
	}
	from, row := r.table, r.row
	if from == to {
		return nil
	}
	if err := s.checkTable(to); err != nil {
		return err
	}
	newRow := s.appendRow(to, e)
	s.moveCells(from, to, int(row), int(newRow), 1)
	s.removeRow(from, row)
	if debug {
		s.verify()
	}
	return nil
}

// MoveAll moves every entity of one table to another, like MoveTo, but by whole columns.
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
	s.appendRows(to, s.Entities(from))
	s.moveCells(from, to, 0, start, n)
	s.clearRows(from)
	if debug {
		s.verify()
	}
	return nil
}

// moveCells copies the cells of common ids and zeroes the others. Both id lists are sorted, so one
// pass pairs them.
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
		} else if !t.scan {
			zeroCells(t, cell, n)
		}
	}
}
