package store

// rowLog is the latest part of the sequence of entities whose rows have come, gone or moved: an
// item for each change that [Store.Changes] counts, 0 for one that concerns no row.
type rowLog struct {
	on    bool
	items []uint32
	base  uint64 // changes before the first item
}

// maxRows is how many items are kept at most; the older half goes then.
const maxRows = 1 << 16

// LogRows begins to keep the log of rows.
func (s *Store) LogRows() { s.rows.on = true }

// ChangedRows are the indices of the entities whose rows have come, gone or moved since a number of
// changes, some of them more than once, and 0 among them; false if that is no longer known.
func (s *Store) ChangedRows(since uint64) ([]uint32, bool) {
	switch l := &s.rows; {
	case since == s.changes:
		return nil, true
	case since < l.base || l.base+uint64(len(l.items)) != s.changes:
		return nil, false
	default:
		return l.items[since-l.base:], true
	}
}

// changed counts a change of the row of an entity, of none if the index is 0.
func (s *Store) changed(index uint32) {
	if s.rows.on {
		s.rows.add(s.changes, index)
	}
	s.changes++
}

// changedAll counts a change of the rows of several entities.
func (s *Store) changedAll(entities []Entity) {
	if !s.rows.on || len(entities) == 0 {
		s.changed(0)
		return
	}
	for _, e := range entities {
		s.changed(e.Index())
	}
}

// add notes the change after a number of others. Changes that were not noted make it begin anew.
func (l *rowLog) add(changes uint64, index uint32) {
	if l.base+uint64(len(l.items)) != changes {
		l.items, l.base = l.items[:0], changes
	}
	if len(l.items) == maxRows {
		l.items = l.items[:copy(l.items, l.items[maxRows/2:])]
		l.base += maxRows / 2
	}
	l.items = append(l.items, index)
}
