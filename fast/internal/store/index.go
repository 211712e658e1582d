package store

// Posting is an entry in the list of tables that have an id, or an id that matches a wildcard.
// Count is the number of matching ids (REL-274, REL-275). [Store.Find] returns their position. For
// (R, *), * and (*, *) the matches are contiguous; for (*, T) they can be anywhere (see
// [Store.Next]).
type Posting struct {
	Table  Table
	column uint16 // the column of the first match; 0 for wide tables (see wide)
	Count  uint16
}

// backsFor returns how many list positions a table stores: one per id, one per pair for the list of
// its relationship, one per pair for the list of its target, and two for * and (*, *).
func backsFor(size, singles int) int { return size + 2*(size-singles) + 2 }

// backAt returns the position of a table's posting in a list.
func (s *Store) backAt(number uint32, p Posting) uint32 {
	if meta := &s.tables[p.Table]; meta.wide() {
		return s.wides[meta.backs][number]
	}
	return *s.back(s.index.lists[number].kind(), p)
}

// setBack stores the position of a table's posting in a list.
func (s *Store) setBack(number uint32, p Posting, at uint32) {
	if meta := &s.tables[p.Table]; meta.wide() {
		s.wides[meta.backs][number] = at
		return
	}
	*s.back(s.index.lists[number].kind(), p) = at
}

// back returns where a table that is not wide stores the position of its posting in a list of some
// kind.
func (s *Store) back(kind listKind, p Posting) *uint32 {
	meta := &s.tables[p.Table]
	slot, size, pairs := meta.backs, uint32(meta.size), uint32(meta.size-meta.singles)
	switch kind {
	case listOfID:
		slot += uint32(p.column)
	case listOfRelationship:
		slot += size + uint32(p.column) - uint32(meta.singles)
	case listOfTarget:
		slot += size + pairs + uint32(p.column) - uint32(meta.singles)
	case listOfSingles:
		slot += size + 2*pairs
	case listOfPairs:
		slot += size + 2*pairs + 1
	}
	return &s.backs.data[slot]
}

// enter adds a posting and stores its position.
func (x *index) enter(s *Store, number uint32, p Posting) {
	s.setBack(number, p, x.add(number, p))
}

// leave removes the posting of a table at a column in constant time.
func (x *index) leave(s *Store, number uint32, p Posting) {
	at := s.backAt(number, p)
	if moved, other := x.cut(number, at); other {
		s.setBack(number, moved, at)
	}
	if meta := &s.tables[p.Table]; meta.wide() {
		delete(s.wides[meta.backs], number)
	}
}

// register adds a new table to the lists of its single ids, of its relationships, and of * and (*,
// *).
func (x *index) register(s *Store, t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for p, id := range ids[:singles] {
		x.enter(s, s.keyOf(id).list, Posting{t, uint16(p), 1})
	}
	for p := singles; p < len(ids); {
		n := runLength(ids[p:])
		x.enter(s, s.keyOf(ids[p]).list, Posting{t, uint16(p), uint16(n)})
		p += n
	}
	if singles > 0 {
		x.enter(s, listAnySingle, Posting{t, 0, uint16(singles)})
	}
	if singles < len(ids) {
		x.enter(s, listAnyPair, Posting{t, uint16(singles), uint16(len(ids) - singles)})
	}
}

// unregister removes a table from the lists to which register added it.
func (x *index) unregister(s *Store, t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for p, id := range ids[:singles] {
		x.leave(s, s.keyOf(id).list, Posting{Table: t, column: uint16(p)})
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		x.leave(s, s.keyOf(ids[p]).list, Posting{Table: t, column: uint16(p)})
	}
	if singles > 0 {
		x.leave(s, listAnySingle, Posting{Table: t})
	}
	if singles < len(ids) {
		x.leave(s, listAnyPair, Posting{Table: t, column: uint16(singles)})
	}
}

// exactList returns the list of a pair, and creates it if needed.
func (x *index) exactList(id ID) uint32 {
	if number, ok := x.byID.get(uint64(id)); ok {
		return number
	}
	number := x.newList(listOfID)
	x.byID.put(uint64(id), number)
	return number
}

// targetList returns the list of (*, target), or 0 if it is empty.
func (s *Store) targetList(target uint32) uint32 {
	if uint(target) >= uint(len(s.records)) {
		return 0
	}
	return s.records[target].use >> listShift
}

// registerPairs lists a table under its pairs and their targets.
func (x *index) registerPairs(s *Store, t Table) {
	ids := s.IDs(t)
	for p := s.Singles(t); p < len(ids); p++ {
		number := x.exactList(ids[p])
		x.lists[number].setType(s.ColumnType(t, p))
		x.enter(s, number, Posting{t, uint16(p), 1})
		r := &s.records[ids[p].Second()]
		if r.use>>listShift == 0 {
			r.use |= x.newList(listOfTarget) << listShift
		}
		number = r.use >> listShift
		// If the list already has the table, an earlier pair of the same table has added it.
		if list := x.of(number); len(list) > 0 && list[len(list)-1].Table == t {
			list[len(list)-1].Count++
			continue
		}
		x.enter(s, number, Posting{t, uint16(p), 1})
	}
}

// unregisterPairs removes a table from the lists to which registerPairs added it. Lists that become
// empty are removed.
func (x *index) unregisterPairs(s *Store, t Table) {
	ids := s.IDs(t)
	for p := s.Singles(t); p < len(ids); p++ {
		posting := Posting{Table: t, column: uint16(p)}
		number, _ := x.byID.get(uint64(ids[p]))
		x.leave(s, number, posting)
		if x.lists[number].length == 0 {
			x.byID.remove(uint64(ids[p]))
			x.dropList(number)
		}
		r := &s.records[ids[p].Second()]
		number = r.use >> listShift
		if !x.isFirst(s, number, posting) {
			continue
		}
		x.leave(s, number, posting)
		if x.lists[number].length == 0 {
			r.use &= used
			x.dropList(number)
		}
	}
}

// isFirst reports whether this column is the one under which a table is in the list of a target.
func (x *index) isFirst(s *Store, number uint32, p Posting) bool {
	if meta := &s.tables[p.Table]; meta.wide() {
		_, listed := s.wides[meta.backs][number]
		return listed // it is removed from the list with its first pair
	}
	list := x.of(number)
	at := *s.back(x.lists[number].kind(), p)
	return int(at) < len(list) && list[at].Table == p.Table && list[at].column == p.column
}

// listOf returns the list of an id or wildcard.
func (s *Store) listOf(id ID) (uint32, bool) {
	switch {
	case id == AnySingle:
		return listAnySingle, true
	case id == AnyPair:
		return listAnyPair, true
	case !id.IsPair(), id.Second() == Wildcard:
		number := s.keyOf(id).list
		return number, number != 0
	case id.First() == Wildcard:
		number := s.targetList(id.Second())
		return number, number != 0
	default:
		return s.index.byID.get(uint64(id))
	}
}

// Lookup returns the tables that have an id, or an id that matches a wildcard, in no particular
// order and including empty ones. Except for exact pairs and (*, T), it includes parked tables:
// empty tables that are kept for new targets. It takes constant time. The slice is valid until the
// next structural change.
func (s *Store) Lookup(id ID) []Posting {
	number, ok := s.listOf(id)
	if !ok {
		return nil
	}
	return s.index.of(number)
}

// CountOf returns the number of entities with the id. It takes time proportional to the number of
// tables.
func (s *Store) CountOf(id ID) int {
	n := 0
	for _, p := range s.Lookup(id) {
		n += s.Count(p.Table)
	}
	return n
}
