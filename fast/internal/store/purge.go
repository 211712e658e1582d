package store

// PurgePairs removes the tables that have pairs of a relationship, so that Options.TypeOf is called
// again for these pairs. If an entity has such a pair, PurgePairs returns [ErrInUse]. It takes time
// proportional to the number of these tables.
func (s *Store) PurgePairs(relationship uint32) error {
	pairs := Pair(relationship, Wildcard)
	for _, p := range s.Lookup(pairs) {
		if s.tables[p.Table].count != 0 {
			return ErrInUse
		}
	}
	s.removeTables(pairs)
	return nil
}

// removeTables removes every table that has an id or wildcard (R, *).
func (s *Store) removeTables(id ID) {
	for {
		found := s.Lookup(id)
		if len(found) == 0 {
			return
		}
		s.removeTable(found[len(found)-1].Table)
	}
}

// purgeable returns [ErrInUse] if an entity has an id that mentions index. It ignores the entity
// that is being deleted, which is in the table own.
func (s *Store) purgeable(index uint32, own Table) error {
	for _, id := range Mentions(index) {
		for _, p := range s.Lookup(id) {
			meta := &s.tables[p.Table]
			if meta.count > 1 || meta.count == 1 && p.Table != own {
				return ErrInUse
			}
		}
	}
	return nil
}

// Mentions returns the ids index, (index, *) and (*, index). Together they find every id that
// contains index.
func Mentions(index uint32) [3]ID {
	return [3]ID{Single(index), Pair(index, Wildcard), Pair(Wildcard, index)}
}

// purge removes or parks the tables whose ids mention an index. The caller frees the record.
func (s *Store) purge(index uint32) {
	s.removeTables(Single(index))
	s.removeTables(Pair(index, Wildcard))
	for {
		number := s.targetList(index)
		if number == 0 {
			break
		}
		found := s.index.of(number)
		s.park(found[len(found)-1].Table)
	}
	s.dropKeys(index)
}

// park keeps an empty table with its columns, for reuse by a set of ids that differs only in
// targets (the same archetype). It removes a wide table instead.
func (s *Store) park(t Table) {
	if s.tables[t].wide() {
		s.removeTable(t)
		return
	}
	s.epoch++
	meta := &s.tables[t]
	s.byIDs.remove(meta.hash, uint32(t))
	s.index.unregisterPairs(s, t)
	a := &s.archetypes[meta.archetype]
	meta.flags |= tableParked
	meta.next, meta.previous = a.parked, NoTable
	if a.parked != NoTable {
		s.tables[a.parked].previous = t
	}
	a.parked = t
	s.emit(TableParked, t)
}

// retarget reuses the first parked table of an archetype for new ids. The caller must already have
// put the table into byIDs under its hash.
func (s *Store) retarget(t Table, ids []ID, hash uint64) {
	meta := &s.tables[t]
	s.unlinkParked(t)
	meta.hash = hash
	meta.flags &^= tableParked
	s.changed(t, 0)
	if debug {
		s.verifyMentions(ids)
	}
	copy(s.IDs(t), ids)
	s.registerPairRanges(t)
	s.index.registerPairs(s, t)
	s.markUsed(ids[meta.singles:])
	s.emit(TableRetargeted, t)
}

// removeTable frees an empty table.
func (s *Store) removeTable(t Table) {
	s.emit(TableRemoved, t)
	s.epoch++
	meta := &s.tables[t]
	if meta.flags&tableParked != 0 {
		s.unlinkParked(t)
	} else {
		s.byIDs.remove(meta.hash, uint32(t))
		s.index.unregisterPairs(s, t)
	}
	s.index.unregister(s, t)
	s.unregisterKeys(t)
	s.releaseColumns(meta)
	ids, columns := meta.capacities()
	s.columns.release(meta.columns, columns)
	s.ids.release(meta.ids, ids)
	if meta.wide() {
		s.layouts.release(meta.layout, ids)
		s.shapes.release(meta.shapes, columns)
		s.wides[meta.backs] = nil
		s.freeWides = append(s.freeWides, meta.backs)
	} else {
		s.backs.release(meta.backs, backsFor(int(meta.size), int(meta.singles)))
		a := &s.archetypes[meta.archetype]
		if a.tables--; a.tables == 0 {
			s.removeArchetype(meta.archetype)
		}
	}
	*meta = table{}
	s.changed(t, 0)
	s.freeTables = append(s.freeTables, t)
}

// unlinkParked removes a table from the parked tables of its archetype.
func (s *Store) unlinkParked(t Table) {
	meta := &s.tables[t]
	if meta.previous == NoTable {
		s.archetypes[meta.archetype].parked = meta.next
	} else {
		s.tables[meta.previous].next = meta.next
	}
	if meta.next != NoTable {
		s.tables[meta.next].previous = meta.previous
	}
	meta.next, meta.previous = NoTable, NoTable
}

// releaseColumns frees the memory of a table's columns.
func (s *Store) releaseColumns(meta *table) {
	for c := range int(meta.width) {
		slot := &s.columns.data[int(meta.columns)+c]
		if debug && c > 0 {
			s.retire(s.columnType(meta, c), slot.pointer(), int(meta.capacity))
		}
		s.memory.release(s.columnType(meta, c), slot.pointer(), int(meta.capacity))
	}
}

// wideTable is the number of ids above which an empty table is worth removing.
const wideTable = 64

// TrimDue reports whether many tables may be empty. It returns true in three cases: the tables with
// many ids have more than wideLimit ids together, for example because an entity got thousands of
// pairs one by one; there are more than 2·entities + Options.EmptyTables tables; or there are more
// than 2·(tables after the last Trim) + Options.EmptyTables tables.
func (s *Store) TrimDue() bool {
	tables := len(s.tables) - len(s.freeTables)
	return s.wideIDs > s.wideLimit || tables > s.tableLimit || tables > 2*s.alive+s.options.EmptyTables
}

// Trim removes the empty tables that are wide or have more than 64 ids, if such tables have
// accumulated, and all empty tables if there are many. Call it if TrimDue returns true, and only
// while the caller holds no table number, because Trim frees tables. It takes time proportional to
// the number of tables.
func (s *Store) Trim() {
	if s.wideIDs > s.wideLimit {
		s.trimWide()
	}
	empty := 0
	for t := Root + 1; int(t) < len(s.tables); t++ {
		if meta := &s.tables[t]; meta.flags&tableInUse != 0 && meta.count == 0 {
			empty++
		}
	}
	tables := len(s.tables) - len(s.freeTables)
	if empty > s.options.EmptyTables && (2*empty > tables || s.options.EmptyTables < 0) {
		s.dropEmpty()
		tables -= empty
	}
	s.tableLimit = 2*tables + s.options.EmptyTables
}

// dropEmpty removes all empty tables, including parked ones.
func (s *Store) dropEmpty() {
	for t := Root + 1; int(t) < len(s.tables); t++ {
		if meta := &s.tables[t]; meta.flags&tableInUse != 0 && meta.count == 0 {
			s.removeTable(t)
		}
	}
}

func (s *Store) trimWide() {
	s.wideIDs = 0
	for t := Root + 1; int(t) < len(s.tables); t++ {
		switch meta := &s.tables[t]; {
		case !s.InUse(t) || meta.size <= wideTable && !meta.wide():
		case meta.count == 0:
			s.removeTable(t)
		default:
			s.wideIDs += int(meta.size)
		}
	}
	s.wideLimit = 2*s.wideIDs + trimSlack
}

// emptyTables is the default of Options.EmptyTables. An empty table takes about 400 bytes.
const emptyTables = 4096

// trimSlack keeps small worlds from trimming tables with many ids too often: wideLimit is twice the
// ids that these tables had after their last trim, plus trimSlack.
const trimSlack = 1 << 15
