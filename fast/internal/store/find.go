package store

import "slices"

// idHash must be random enough for sums of hashes to be random: the hash of a set is the sum of the
// hashes of its ids, so the hash after adding, removing or replacing an id is computed from the
// previous one.
func idHash(id ID) uint64 {
	h := uint64(id) * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	return h ^ h>>29
}

func setHash(ids []ID) uint64 {
	h := uint64(0)
	for _, id := range ids {
		h += idHash(id)
	}
	return h
}

// tableWithIDs finds the table whose ids are before, then id unless it is 0, then after. hash is
// the hash of these ids.
func (s *Store) tableWithIDs(hash uint64, before []ID, id ID, after []ID) (Table, bool) {
	m := &s.byIDs
	for i := m.home(hash); m.slots[i].number != 0; i = m.next(i) {
		if m.slots[i].hash != uint32(hash) {
			continue
		}
		t := Table(m.slots[i].number - 1)
		meta := &s.tables[t]
		if meta.hash == hash && sameIDs(s.ids.at(meta.ids, int(meta.size)), before, id, after) {
			return t, true
		}
	}
	return NoTable, false
}

func sameIDs(ids, before []ID, id ID, after []ID) bool {
	n := len(before)
	if id != 0 {
		if len(ids) != n+1+len(after) || ids[n] != id {
			return false
		}
		return slices.Equal(ids[:n], before) && slices.Equal(ids[n+1:], after)
	}
	return len(ids) == n+len(after) && slices.Equal(ids[:n], before) && slices.Equal(ids[n:], after)
}

// pairPosition returns the position of a pair (not a wildcard) in a table, or -1.
func (s *Store) pairPosition(t Table, id ID) int {
	at := s.keyOf(id).pairRange(t)
	if at.count <= 1 {
		if at.count == 1 && at.target == id.Second() {
			return int(at.start)
		}
		return -1
	}
	if p, found := search(s.IDs(t)[at.start:at.start+at.count], id); found {
		return int(at.start) + p
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
		return s.keyOf(id).base(t) != nil
	}
}

// SameSingles reports whether two tables have the same single ids at the same positions. It is a
// quick test and may return false for some that do.
func (s *Store) SameSingles(t, u Table) bool {
	a, b := &s.tables[t], &s.tables[u]
	return a.archetype == b.archetype && !a.wide()
}

// Find returns the first position and the number of a table's ids that match an id or wildcard, or
// 0, 0 if none does.
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
		at := s.keyOf(id).pairRange(t)
		return int(at.start), int(at.count)
	case id.First() == Wildcard:
		for p := s.Next(t, id, singles); p >= 0; p = s.Next(t, id, p+1) {
			if count++; count == 1 {
				column = p
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

// Next returns the first position at or after from whose id matches, or -1. To visit all matches of
// (*, T), start at the column that Find returns.
func (s *Store) Next(t Table, id ID, from int) int {
	ids := s.IDs(t)
	if len(ids) > manyIDs && id.First() == Wildcard && id.IsPair() && id != AnyPair {
		return s.nextTo(t, id.Second(), from)
	}
	for p := from; p < len(ids); p++ {
		if ids[p].Matches(id) {
			return p
		}
	}
	return -1
}

// nextTo implements Next for (*, T) in a table with many ids: it searches the pairs of each
// relationship.
func (s *Store) nextTo(t Table, target uint32, from int) int {
	ids := s.IDs(t)
	for p := max(from, s.Singles(t)); p < len(ids); {
		at := s.keyOf(ids[p]).pairRange(t)
		end := int(at.start) + int(at.count)
		if q, found := search(ids[p:end], Pair(ids[p].First(), target)); found {
			return p + q
		}
		p = end
	}
	return -1
}
