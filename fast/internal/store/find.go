package store

import "slices"

// tableMap finds the table of an archetype and its targets by open
// addressing; the hash is kept in the slot and in the table.
type tableMap struct {
	slots []tableSlot
	used  int
}

type tableSlot struct {
	hash  uint32
	table uint32 // plus 1; 0 is free
}

// targetHash hashes an archetype's serial and the targets of pairs.
func targetHash(serial uint32, pairs []ID) uint32 {
	h := uint64(serial) * 0x9E3779B97F4A7C15
	for _, id := range pairs {
		h = mix(h ^ uint64(id.Second()))
	}
	return uint32(mix(h) >> 16)
}

func (m *tableMap) get(s *Store, hash uint32, arch uint32, ids []ID) (Table, bool) {
	if m.used == 0 {
		return NoTable, false
	}
	mask := uint32(len(m.slots) - 1)
	for i := hash & mask; m.slots[i].table != 0; i = (i + 1) & mask {
		if m.slots[i].hash != hash {
			continue
		}
		t := Table(m.slots[i].table - 1)
		meta := &s.tables[t]
		if meta.archetype == arch && slices.Equal(s.IDs(t)[meta.singles:], ids[meta.singles:]) {
			return t, true
		}
	}
	return NoTable, false
}

func (m *tableMap) put(hash uint32, t Table) {
	if (m.used+1)*4 > len(m.slots)*3 {
		old := m.slots
		m.slots, m.used = make([]tableSlot, max(64, 2*len(old))), 0
		for _, slot := range old {
			if slot.table != 0 {
				m.place(slot)
			}
		}
	}
	m.place(tableSlot{hash, uint32(t) + 1})
}

func (m *tableMap) place(slot tableSlot) {
	mask := uint32(len(m.slots) - 1)
	i := slot.hash & mask
	for m.slots[i].table != 0 {
		i = (i + 1) & mask
	}
	m.slots[i] = slot
	m.used++
}

func (m *tableMap) remove(hash uint32, t Table) {
	mask := uint32(len(m.slots) - 1)
	i := hash & mask
	for m.slots[i].table != uint32(t)+1 {
		i = (i + 1) & mask
	}
	m.used--
	for j := (i + 1) & mask; m.slots[j].table != 0; j = (j + 1) & mask {
		if (j-m.slots[j].hash)&mask >= (j-i)&mask {
			m.slots[i] = m.slots[j]
			i = j
		}
	}
	m.slots[i] = tableSlot{}
}

// Table finds or makes the table of exactly the given ids, in any order;
// repeated ids count once.
func (s *Store) Table(ids ...ID) (Table, error) {
	for _, id := range ids {
		if !id.valid() {
			return NoTable, ErrInvalid
		}
	}
	sorted := append(s.scratch[:0], ids...)
	slices.Sort(sorted)
	s.scratch = slices.Compact(sorted)
	return s.tableOf(s.scratch)
}

// tableOf is Table for valid ids in order.
func (s *Store) tableOf(ids []ID) (Table, error) {
	if len(ids) > maxIDs {
		return NoTable, ErrTooMany
	}
	signature := s.signature[:0]
	for _, id := range ids {
		signature = append(signature, elementOf(id, s.knownType(id)))
	}
	s.signature = signature
	return s.tableFor(s.archetypeFor(signature), ids), nil
}

// knownType is the type of an id, from the index if a table has it.
func (s *Store) knownType(id ID) TypeIndex {
	if !id.IsPair() {
		return s.makeKey(id).typ
	}
	if number, ok := s.index.byID.get(uint64(id)); ok {
		return s.index.lists[number].typ
	}
	return s.typeOfID(id)
}

// tableFor finds or makes the table of an archetype with the targets in ids,
// which must not be the table's own array.
func (s *Store) tableFor(arch uint32, ids []ID) Table {
	a := &s.archetypes[arch]
	if a.singles == a.size {
		if a.table == NoTable {
			t := s.newTable(arch, ids, 0)
			s.archetypes[arch].table = t
		}
		return s.archetypes[arch].table
	}
	hash := targetHash(a.serial, ids[a.singles:])
	if t, ok := s.byTargets.get(s, hash, arch, ids); ok {
		return t
	}
	if t := a.parked; t != NoTable {
		s.byTargets.put(hash, t)
		s.retarget(t, ids, hash)
		return t
	}
	t := s.newTable(arch, ids, hash)
	s.byTargets.put(hash, t)
	return t
}

// TableWith finds or makes the table that an entity of table t comes into by
// adding an id; t itself if it has the id.
func (s *Store) TableWith(t Table, id ID) (Table, error) {
	if !id.valid() {
		return NoTable, ErrInvalid
	}
	ids := s.IDs(t)
	p, found := slices.BinarySearch(ids, id)
	if found {
		return t, nil
	}
	if len(ids) >= maxIDs {
		return NoTable, ErrTooMany
	}
	next := append(s.scratch[:0], ids[:p]...)
	next = append(next, id)
	next = append(next, ids[p:]...)
	s.scratch = next
	from := s.tables[t].archetype
	with := elementOf(id, s.knownType(id))
	edge := edgeFrom(&s.archetypes[from], p, true)
	to, ok := s.edges.get(s, edge, with)
	if !ok {
		a := &s.archetypes[from]
		signature := append(s.signature[:0], s.elements.at(a.elements, int(a.size))...)
		s.signature = slices.Insert(signature, p, with)
		to = s.archetypeFor(s.signature)
		s.edges.put(s, edge, with, to)
	}
	return s.tableFor(to, next), nil
}

// TableWithout finds or makes the table that an entity of table t comes into
// by removing an id; t itself if it does not have the id.
func (s *Store) TableWithout(t Table, id ID) (Table, error) {
	ids := s.IDs(t)
	p, found := slices.BinarySearch(ids, id)
	if !found {
		return t, nil
	}
	next := append(s.scratch[:0], ids[:p]...)
	next = append(next, ids[p+1:]...)
	s.scratch = next
	from := s.tables[t].archetype
	a := &s.archetypes[from]
	edge := edgeFrom(a, p, false)
	to, ok := s.edges.get(s, edge, 0)
	if !ok {
		signature := append(s.signature[:0], s.elements.at(a.elements, int(a.size))...)
		s.signature = slices.Delete(signature, p, p+1)
		to = s.archetypeFor(s.signature)
		s.edges.put(s, edge, 0, to)
	}
	return s.tableFor(to, next), nil
}

// TableAfter finds or makes the table that an entity of table t comes into by
// removing and then adding ids, without making the tables in between.
func (s *Store) TableAfter(t Table, add, remove []ID) (Table, error) {
	if len(remove) == 0 && len(add) == 1 {
		return s.TableWith(t, add[0])
	}
	if len(add) == 0 && len(remove) == 1 {
		return s.TableWithout(t, remove[0])
	}
	next := append(s.scratch[:0], s.IDs(t)...)
	for _, id := range remove {
		if p, found := slices.BinarySearch(next, id); found {
			next = slices.Delete(next, p, p+1)
		}
	}
	for _, id := range add {
		if !id.valid() {
			return NoTable, ErrInvalid
		}
		if p, found := slices.BinarySearch(next, id); !found {
			next = slices.Insert(next, p, id)
		}
	}
	s.scratch = next
	if slices.Equal(next, s.IDs(t)) {
		return t, nil
	}
	return s.tableOf(next)
}

// pairPosition is where a table has a pair (not a wildcard), or -1.
func (s *Store) pairPosition(t Table, id ID) int {
	start, count := s.run(t, id)
	ids := s.IDs(t)[start : start+count]
	if count > 8 {
		if p, found := slices.BinarySearch(ids, id); found {
			return start + p
		}
		return -1
	}
	for p, have := range ids {
		if have == id {
			return start + p
		}
	}
	return -1
}

// Has reports whether a table has an id or one that matches a wildcard.
func (s *Store) Has(t Table, id ID) bool {
	switch {
	case id.IsWildcard():
		_, count := s.Find(t, id)
		return count > 0
	case id.IsPair():
		return s.pairPosition(t, id) >= 0
	default:
		k := s.keyOf(id)
		return k != nil && k.at(t) != 0
	}
}

// Find gives the first position and the number of the ids of a table that
// match an id or wildcard; 0, 0 if none does.
func (s *Store) Find(t Table, id ID) (column, count int) {
	ids, singles := s.IDs(t), s.Singles(t)
	switch {
	case id == AnySingle:
		return 0, singles
	case id == AnyPair:
		if singles == len(ids) {
			return 0, 0
		}
		return singles, len(ids) - singles
	case !id.IsPair():
		if p, found := slices.BinarySearch(ids[:singles], id); found {
			return p, 1
		}
	case id.Second() == Wildcard:
		return s.run(t, id)
	case id.First() == Wildcard:
		for p := len(ids) - 1; p >= singles; p-- {
			if ids[p].Second() == id.Second() {
				column, count = p, count+1
			}
		}
		return column, count
	default:
		if p := s.pairPosition(t, id); p >= 0 {
			return p, 1
		}
	}
	return 0, 0
}

// Next is the first position at or after from whose id matches, or -1. It is
// how all matches of (*, T) are visited, beginning at the posting's Column.
func (s *Store) Next(t Table, id ID, from int) int {
	ids := s.IDs(t)
	for p := from; p < len(ids); p++ {
		if ids[p].Matches(id) {
			return p
		}
	}
	return -1
}
