package store

// Version is a number that changes whenever rows come into or leave a table,
// or its ids change. It is always kept.
func (s *Store) Version(t Table) uint32 { return s.tables[t].version }

// Changes is a number that changes whenever the version of any table does.
func (s *Store) Changes() uint64 { return s.changes }

// TrackChanges begins to keep a mark per column, written by [Store.Touch].
// Until then Touch does nothing and marks are 0.
func (s *Store) TrackChanges() {
	s.tracking = true
	s.alignMarks()
}

// alignMarks gives every column a mark.
func (s *Store) alignMarks() {
	if missing := len(s.columns.data) - len(s.marks.data); missing > 0 {
		s.marks.data = append(s.marks.data, make([]uint64, missing)...)
	}
}

// Touch marks the column at a position as written now. Tags have no mark.
func (s *Store) Touch(t Table, column int) {
	if !s.tracking {
		return
	}
	if slot := s.markSlot(t, column); slot != 0 {
		s.clock++
		s.marks.data[slot] = s.clock
	}
}

// Mark is when the column was last touched, in a count of touches of the
// whole store; 0 is never. Compare with a value of [Store.Clock].
func (s *Store) Mark(t Table, column int) uint64 {
	if slot := s.markSlot(t, column); s.tracking && slot != 0 {
		return s.marks.data[slot]
	}
	return 0
}

func (s *Store) markSlot(t Table, column int) uint32 {
	meta := &s.tables[t]
	physical := s.layouts.data[int(meta.layout)+column]
	if physical == 0 {
		return 0
	}
	return meta.columns + uint32(physical)
}
