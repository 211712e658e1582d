package store

// rowLog is a log of the entities whose rows were added, removed or moved. It has an item for each
// change that [Store.Changes] counts, 0 for a change without a row. Older items are dropped.
type rowLog struct {
	on    bool
	items []uint32
	base  uint64 // changes before the first item
}

// maxRows is the maximum number of items. If it is reached, the older half is dropped.
const maxRows = 1 << 16

// LogRows starts the log of rows.
func (s *Store) LogRows() { s.rows.on = true }

// ChangedRows returns the indices of the entities whose rows were added, removed or moved since a
// number of changes. It may contain duplicates and 0. It returns false if items since then were
// dropped.
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

// changed counts a change of an entity's row, or of no row if the index is 0.
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

// add appends an item. If changes were not logged, the log starts again.
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
