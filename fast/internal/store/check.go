package store

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"
)

// Check verifies the invariants of the whole store and returns an error for the first violation. It
// takes time proportional to the store.
func (s *Store) Check() error {
	for _, check := range []func() error{
		s.checkRecords, s.checkTables, s.checkKeys, s.checkIndex, s.checkParked,
		s.checkArchetypes, s.checkMaps, s.checkSlabs,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) checkRecords() error {
	alive := 0
	for i := range s.records {
		r := &s.records[i]
		if r.generation&deadBit != 0 {
			continue
		}
		if i == 0 {
			return fmt.Errorf("index 0 is alive")
		}
		alive++
		e := MakeEntity(uint32(i), r.generation)
		if !s.InUse(r.table) {
			return fmt.Errorf("entity %d is in table %d, which is not in use", i, r.table)
		}
		if rows := s.Entities(r.table); int(r.row) >= len(rows) || rows[r.row] != e {
			return fmt.Errorf("entity %d is not in row %d of table %d", i, r.row, r.table)
		}
	}
	if alive != s.alive {
		return fmt.Errorf("%d entities are alive, %d counted", alive, s.alive)
	}
	for i := s.freeHead; i != 0; i = s.records[i].row {
		if s.records[i].generation&deadBit == 0 {
			return fmt.Errorf("index %d is free and alive", i)
		}
	}
	return nil
}

func (s *Store) checkTables() error {
	rows := 0
	for i := range s.tables {
		if s.tables[i].flags&tableInUse == 0 {
			continue
		}
		rows += s.Count(Table(i))
		if err := s.checkShape(Table(i)); err != nil {
			return err
		}
	}
	if rows != s.alive {
		return fmt.Errorf("%d rows, %d entities", rows, s.alive)
	}
	return nil
}

// checkShape verifies the ids, columns and hash of one table.
func (s *Store) checkShape(t Table) error {
	meta, ids := &s.tables[t], s.IDs(t)
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		return fmt.Errorf("table %d: ids are not ascending", t)
	}
	if meta.count > meta.capacity || s.Parked(t) && meta.count != 0 {
		return fmt.Errorf("table %d: %d rows, capacity %d, parked %t", t, meta.count, meta.capacity, s.Parked(t))
	}
	for p, id := range ids {
		typ := s.ColumnType(t, p)
		if (typ != TagType && meta.capacity > 0) != (s.ColumnData(t, p) != nil) {
			return fmt.Errorf("table %d: id %#x of type %d, column %t", t, id, typ, s.ColumnData(t, p) != nil)
		}
		if !s.Has(t, id) {
			return fmt.Errorf("table %d: does not find its id %#x", t, id)
		}
	}
	columns, shapes := s.columnsOf(meta)
	for c := range columns {
		if meta.capacity > 0 && !s.memory.holds(&s.types[shapes[c].typ], columns[c].pointer(), int(meta.capacity)) {
			return fmt.Errorf("table %d: nothing holds the memory of column %d", t, c)
		}
	}
	for i, index := range s.options.Flagged {
		if s.Flags(t)>>i&1 != 0 != slices.Contains(ids, Single(index)) {
			return fmt.Errorf("table %d: flag %d contradicts its ids", t, i)
		}
	}
	if found, _ := s.tableWithIDs(setHash(ids), ids, 0, nil); !s.Parked(t) && found != t {
		return fmt.Errorf("looking up the ids of table %d finds table %d", t, found)
	}
	return nil
}

// checkKeys compares the positions that keys store with the tables.
func (s *Store) checkKeys() error {
	for _, k := range s.keys {
		if (k.storage == keyFlat) == (k.flat == s.absent) ||
			k.storage != keyFlat && (k.storage == keySparse) != (k.count > 0) {
			return fmt.Errorf("key %#x: neither an array of its own nor a list", k.id)
		}
		if k.id == 0 || k.id == AnySingle { // the second is a reader's key whose component was deleted
			continue
		}
		postings := s.Lookup(k.id)
		if int(k.count) != len(postings) {
			return fmt.Errorf("key %#x: counts %d tables, but %d are listed for it", k.id, k.count, len(postings))
		}
		known := 0
		k.each(s, func(Table, word) { known++ })
		if known != len(postings) {
			return fmt.Errorf("key %#x: stores %d of the %d tables that have it", k.id, known, len(postings))
		}
		for _, p := range postings {
			if err := s.checkKey(k, p.Table); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkKey compares the position that a key stores for a table with the table.
func (s *Store) checkKey(k *key, t Table) error {
	at := slices.IndexFunc(s.IDs(t), func(id ID) bool { return id.Matches(k.id) })
	if k.id.IsPair() {
		ids := s.IDs(t)[at:]
		n := runLength(ids)
		if want := (pairRange{uint16(at), uint16(n), ids[0].Second()}); k.pairRange(t) != want {
			return fmt.Errorf("key %#x: table %d at %v, not %v", k.id, t, k.pairRange(t), want)
		}
		return nil
	}
	base := unsafe.Pointer(&noCells)
	if data := s.ColumnData(t, at); data != nil {
		base = data
	}
	if k.base(t) != base {
		return fmt.Errorf("key %#x: its column in table %d is elsewhere", k.id, t)
	}
	return nil
}

// checkIndex compares every list with the ids of the tables.
func (s *Store) checkIndex() error {
	want := map[ID]map[Posting]bool{}
	enter := func(id ID, p Posting) {
		if p.Count == 0 {
			return
		}
		if want[id] == nil {
			want[id] = map[Posting]bool{}
		}
		want[id][p] = true
	}
	for t := range Table(len(s.tables)) {
		for _, id := range s.IDs(t) {
			patterns := []ID{id, AnySingle}
			if id.IsPair() {
				first, second := Pair(id.First(), Wildcard), Pair(Wildcard, id.Second())
				patterns = []ID{id, first, second, AnyPair}
				if s.Parked(t) {
					patterns = []ID{first, AnyPair}
				}
			}
			for _, pattern := range patterns {
				p := Posting{Table: t}
				for column, have := range s.IDs(t) {
					if have.Matches(pattern) {
						if p.Count == 0 && !s.tables[t].wide() {
							p.column = uint16(column)
						}
						p.Count++
					}
				}
				enter(pattern, p)
			}
		}
	}
	return s.compareIndex(want)
}

func (s *Store) compareIndex(want map[ID]map[Posting]bool) error {
	for _, id := range slices.Sorted(maps.Keys(want)) {
		got, postings := s.Lookup(id), want[id]
		number, _ := s.listOf(id)
		if len(got) != len(postings) {
			return fmt.Errorf("id %#x: %d tables listed, %d have it", id, len(got), len(postings))
		}
		for at, p := range got {
			if !postings[p] {
				return fmt.Errorf("id %#x: wrong posting %v", id, p)
			}
			if s.backAt(number, p) != uint32(at) {
				return fmt.Errorf("id %#x: table %d stores another position", id, p.Table)
			}
		}
	}
	return s.checkStrays(want)
}

// checkStrays finds lists of ids that no table has.
func (s *Store) checkStrays(want map[ID]map[Posting]bool) error {
	for _, slot := range s.index.byID.slots {
		if slot.key != 0 && want[ID(slot.key)] == nil {
			return fmt.Errorf("id %#x: listed, but no table has it", slot.key)
		}
	}
	for i := range s.records {
		if s.targetList(uint32(i)) != 0 && want[Pair(Wildcard, uint32(i))] == nil {
			return fmt.Errorf("target %d: listed, but no table has it", i)
		}
	}
	for _, k := range s.keys {
		if k.id != 0 && want[k.id] == nil && len(s.Lookup(k.id)) > 0 {
			return fmt.Errorf("id %#x: listed, but no table has it", k.id)
		}
	}
	return nil
}

func (s *Store) checkParked() error {
	parked := 0
	for _, a := range s.archetypes {
		for t := a.parked; t != NoTable; t = s.tables[t].next {
			next := s.tables[t].next
			if parked++; parked > len(s.tables) || !s.Parked(t) || next != NoTable && s.tables[next].previous != t {
				return fmt.Errorf("the list of parked tables is wrong at table %d", t)
			}
		}
	}
	for i := range s.tables {
		if s.tables[i].flags&tableParked != 0 {
			parked--
		}
	}
	if parked != 0 {
		return fmt.Errorf("a parked table is in no list")
	}
	return nil
}
