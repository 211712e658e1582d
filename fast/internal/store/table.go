package store

import "unsafe"

// Table numbers a table: all entities with the same set of ids. Numbers of
// removed tables are used again.
type Table uint32

const (
	// Root is the table of entities without ids.
	Root Table = 0
	// NoTable is no table.
	NoTable Table = 1<<32 - 1
)

// table is free of pointers; its lists are ranges of the store's slabs.
type table struct {
	archetype uint32
	count     uint32
	capacity  uint32
	locks     int32
	columns   uint32 // offset of the entity column, then the typed columns
	ids       uint32
	backs     uint32 // positions of the table's postings in their lists
	hash      uint32
	next      Table // next parked table of the archetype
	version   uint32
	size      uint16 // number of ids
	singles   uint16 // number of ids that are not pairs
	width     uint16 // number of columns, the entity column included
	flags     uint16
}

const (
	tableInUse = 1 << iota
	tableParked
	tableWatched
)

// Tables is one more than the largest table number; numbers below it may be
// unused (see [Store.InUse]).
func (s *Store) Tables() int { return len(s.tables) }

// InUse reports whether the number is that of a table which may hold
// entities: neither removed nor parked.
func (s *Store) InUse(t Table) bool {
	return int(t) < len(s.tables) && s.tables[t].flags&(tableInUse|tableParked) == tableInUse
}

// Parked reports whether the table waits, empty, for new targets. It is still
// listed under its single ids and (R, *), its IDs are those it had before.
func (s *Store) Parked(t Table) bool { return s.tables[t].flags&tableParked != 0 }

// IDs are the ids of a table in ascending order: single ids, then pairs by
// relationship, then target. A column number is a position in it. The slice
// must not be changed and is valid until the next structural change.
func (s *Store) IDs(t Table) []ID {
	meta := &s.tables[t]
	return s.ids.at(meta.ids, int(meta.size))
}

// Singles is the number of single ids, which is the position of the first
// pair.
func (s *Store) Singles(t Table) int { return int(s.tables[t].singles) }

// Archetype numbers the set of components and relationships of a table;
// tables that differ in targets only share it.
func (s *Store) Archetype(t Table) int { return int(s.tables[t].archetype) }

// Count is the number of rows.
func (s *Store) Count(t Table) int { return int(s.tables[t].count) }

// Entities is the entity of each row. The slice is valid until the next
// structural change and must not be written.
func (s *Store) Entities(t Table) []Entity {
	meta := &s.tables[t]
	if meta.count == 0 {
		return nil
	}
	return unsafe.Slice((*Entity)(s.columns.data[meta.columns]), meta.count)
}

// checkTable reports why rows of a table cannot be added or removed.
func (s *Store) checkTable(t Table) error {
	if !s.InUse(t) {
		return ErrNoTable
	}
	if s.tables[t].locks != 0 {
		return ErrLocked
	}
	return nil
}

// newTable makes a table; the ids are copied.
func (s *Store) newTable(arch uint32, ids []ID, hash uint32) Table {
	a := &s.archetypes[arch]
	var t Table
	if n := len(s.freeTables); n > 0 {
		t = s.freeTables[n-1]
		s.freeTables = s.freeTables[:n-1]
	} else {
		t = Table(len(s.tables))
		s.tables = append(s.tables, table{})
	}
	width := int(a.width)
	meta := &s.tables[t]
	*meta = table{
		archetype: arch, hash: hash, next: NoTable, version: meta.version + 1,
		size: a.size, singles: a.singles, width: a.width, flags: tableInUse,
		ids:     s.ids.alloc(len(ids)),
		backs:   s.backs.alloc(backsFor(int(a.size), int(a.singles))),
		columns: s.columns.alloc(width),
	}
	if s.tracking {
		s.alignMarks()
	}
	copy(s.ids.at(meta.ids, len(ids)), ids)
	a.tables++
	s.registerKeys(t)
	s.index.register(s, t)
	s.index.registerPairs(s, t)
	s.markUsed(ids)
	s.emit(TableCreated, t)
	return t
}

// markUsed notes that ids mention their entities.
func (s *Store) markUsed(ids []ID) {
	for _, id := range ids {
		s.markIndex(id.First())
		if id.IsPair() {
			s.markIndex(id.Second())
		}
	}
}

func (s *Store) markIndex(index uint32) {
	if int(index) < len(s.records) {
		s.records[index].flags |= flagUsed
	}
}

// reserve makes room for n more rows.
func (s *Store) reserve(t Table, n int) {
	meta := &s.tables[t]
	need := int(meta.count) + n
	if need <= int(meta.capacity) {
		return
	}
	capacity := max(2, 2*int(meta.capacity), need)
	for c := range int(meta.width) {
		typ := s.columnType(meta, c)
		slot := &s.columns.data[int(meta.columns)+c]
		block := s.memory.alloc(typ, capacity)
		copyCells(typ, block, *slot, int(meta.count))
		s.memory.release(typ, *slot, int(meta.capacity))
		*slot = block
	}
	meta.capacity = uint32(capacity)
}

// columnType is the type of a physical column; column 0 holds the entities.
func (s *Store) columnType(meta *table, c int) *columnType {
	if c == 0 {
		return &s.types[entityColumn]
	}
	a := &s.archetypes[meta.archetype]
	return &s.types[s.columnTypes.data[int(a.columnTypes)+c-1]]
}

// entityColumn is the internal type of the entity column.
const entityColumn TypeIndex = 1

// appendRow adds a row whose cells are not yet set.
func (s *Store) appendRow(t Table, e Entity) uint32 {
	meta := &s.tables[t]
	if meta.count == meta.capacity {
		s.reserve(t, 1)
	}
	row := meta.count
	meta.count++
	meta.version++
	*(*Entity)(unsafe.Add(s.columns.data[meta.columns], uintptr(row)*8)) = e
	r := &s.records[e.Index()]
	r.table, r.row = t, row
	if row == 0 && meta.flags&tableWatched != 0 {
		s.emit(TableFilled, t)
	}
	return row
}

// zeroRows clears the cells of rows just added.
func (s *Store) zeroRows(t Table, row, n int) {
	meta := &s.tables[t]
	for c := 1; c < int(meta.width); c++ {
		typ := s.columnType(meta, c)
		base := s.columns.data[int(meta.columns)+c]
		zeroCells(typ, unsafe.Add(base, uintptr(row)*uintptr(typ.size)), n)
	}
}

// removeRow takes a row out, moving the last row into its place. Cells with
// pointers are cleared so that the collector can free what they held.
func (s *Store) removeRow(t Table, row uint32) {
	meta := &s.tables[t]
	last := meta.count - 1
	for c := 1; c < int(meta.width); c++ {
		typ := s.columnType(meta, c)
		base := s.columns.data[int(meta.columns)+c]
		end := unsafe.Add(base, uintptr(last)*uintptr(typ.size))
		if row != last {
			copyCell(typ, unsafe.Add(base, uintptr(row)*uintptr(typ.size)), end)
		}
		if typ.scan {
			typ.zero(end)
		}
	}
	if row != last {
		entities := s.Entities(t)
		moved := entities[last]
		entities[row] = moved
		s.records[moved.Index()].row = row
	}
	meta.count = last
	meta.version++
	if last == 0 && meta.flags&tableWatched != 0 {
		s.emit(TableEmptied, t)
	}
}
