package store

import "unsafe"

// Table is the number of a table: all entities with the same set of ids. Numbers of removed tables
// are reused.
type Table uint32

const (
	// Root is the table of entities without ids.
	Root Table = 0
	// NoTable means no table.
	NoTable Table = 1<<32 - 1
)

// table contains no pointers and fills one cache line. Its lists are ranges of the store's slabs.
type table struct {
	hash      uint64 // hash of its ids
	archetype uint32
	count     uint32
	capacity  uint32
	columns   uint32 // the entity column, then the typed columns
	shapes    uint32 // shapes of the columns, shared by the archetype
	ids       uint32
	layout    uint32 // for each position, its column; shared by the archetype
	backs     uint32 // positions of the table's postings in their lists
	next      Table  // next parked table of the archetype
	previous  Table
	size      uint16 // number of ids
	singles   uint16 // number of ids that are not pairs
	width     uint16 // number of columns, including that of the entities
	flags     uint16
	_         uint64 // fills the cache line
}

const (
	tableInUse = 1 << iota
	tableParked
	tableWide
)

// Tables returns one more than the largest table number. Numbers below it may be unused (see
// [Store.InUse]).
func (s *Store) Tables() int { return len(s.tables) }

// Epoch returns a number that changes when a table is parked or removed, or when a table in use
// gets other ids.
func (s *Store) Epoch() uint32 { return s.epoch }

// InUse reports whether the number is that of a table that may have entities: neither removed nor
// parked.
func (s *Store) InUse(t Table) bool {
	return uint(t) < uint(len(s.tables)) && s.tables[t].flags&(tableInUse|tableParked) == tableInUse
}

// Parked reports whether the table is empty and waits for new targets. It is still listed under its
// single ids and (R, *), and its IDs are the previous ones.
func (s *Store) Parked(t Table) bool { return s.tables[t].flags&tableParked != 0 }

// IDs returns the ids of a table in ascending order: single ids, then pairs by relationship and
// target. A column number is a position in it. The slice must not be modified and is valid until
// the next structural change.
func (s *Store) IDs(t Table) []ID {
	meta := &s.tables[t]
	return s.ids.at(meta.ids, int(meta.size))
}

// Singles returns the number of single ids, which is the position of the first pair.
func (s *Store) Singles(t Table) int { return int(s.tables[t].singles) }

// Count returns the number of rows.
func (s *Store) Count(t Table) int { return int(s.tables[t].count) }

// Entities returns the entity of each row. The slice must not be modified and is valid until the
// next structural change.
func (s *Store) Entities(t Table) []Entity {
	meta := &s.tables[t]
	if meta.count == 0 {
		return nil
	}
	return unsafe.Slice((*Entity)(s.columns.data[meta.columns].pointer()), meta.count)
}

// checkTable returns an error if rows of a table cannot be added or removed.
func (s *Store) checkTable(t Table) error {
	if !s.InUse(t) {
		return ErrNoTable
	}
	return nil
}

// newTable creates a table and copies its ids.
func (s *Store) newTable(arch uint32, ids []ID, hash uint64) Table {
	a := &s.archetypes[arch]
	var t Table
	if n := len(s.freeTables); n > 0 {
		t = s.freeTables[n-1]
		s.freeTables = s.freeTables[:n-1]
	} else {
		t = Table(len(s.tables))
		s.tables = growRaw(s.tables, 1)[:t+1]
		s.growFlat()
	}
	meta := &s.tables[t]
	s.changed(t, 0)
	*meta = table{
		hash: hash, archetype: arch, next: NoTable, previous: NoTable,
		size: a.size, singles: a.singles, width: a.width, flags: tableInUse,
		shapes: a.shapes, layout: a.layout,
		ids:     s.ids.alloc(len(ids)),
		backs:   s.backs.alloc(backsFor(int(a.size), int(a.singles))),
		columns: s.columns.alloc(int(a.width)),
	}
	copy(s.ids.at(meta.ids, len(ids)), ids)
	if debug {
		s.verifyMentions(ids)
	}
	a.tables++
	if a.size > wideTable {
		s.wideIDs += int(a.size)
	}
	s.byIDs.put(hash, uint32(t))
	s.markUsed(ids)
	s.registerKeys(t)
	s.index.register(s, t)
	s.index.registerPairs(s, t)
	s.emit(TableCreated, t)
	return t
}

// markUsed marks the entities of ids as mentioned.
func (s *Store) markUsed(ids []ID) {
	for _, id := range ids {
		s.Mention(id.First())
		if id.IsPair() {
			s.Mention(id.Second())
		}
	}
}

// Mention marks an index as mentioned by an id until it is purged.
func (s *Store) Mention(index uint32) {
	s.records[index].use |= used
}
