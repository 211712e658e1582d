package store

// Changes returns a number that changes whenever a row is added, removed or moved in any table, and
// whenever the ids of a table change.
func (s *Store) Changes() uint64 { return s.changes }

// Log has the latest items of a list that only grows. Older items are dropped.
type Log struct {
	items []uint32
	base  uint64 // number of items dropped
}

// Add appends an item. If the log has most items already, it first drops the older half.
func (l *Log) Add(item uint32, most int) {
	if len(l.items) == most {
		n := copy(l.items, l.items[most/2:])
		l.items, l.base = l.items[:n], l.base+uint64(most/2)
	}
	l.items = append(l.items, item)
}

// End returns the position after the last item.
func (l *Log) End() uint64 { return l.base + uint64(len(l.items)) }

// Since returns the items from a position on. It returns false if some of them were dropped.
func (l *Log) Since(position uint64) ([]uint32, bool) {
	if position < l.base {
		return nil, false
	}
	return l.items[position-l.base:], true
}

// Drop drops all items and continues at a position.
func (l *Log) Drop(position uint64) { l.items, l.base = nil, position }

// rowLog is a log of the entities whose rows were added, removed or moved. It has an item for each
// change that [Store.Changes] counts, 0 for a change without a row.
type rowLog struct {
	on bool
	Log
}

const maxRows = 1 << 16

// LogRows starts the log of rows.
func (s *Store) LogRows() { s.rows.on = true }

// ChangedRows returns the indices of the entities whose rows were added, removed or moved since a
// number of changes. It may contain duplicates and 0. It returns false if items since then were
// dropped or not logged.
func (s *Store) ChangedRows(since uint64) ([]uint32, bool) {
	switch {
	case since == s.changes:
		return nil, true
	case s.rows.End() != s.changes:
		return nil, false
	}
	return s.rows.Since(since)
}

// changed counts a change of an entity's row in a table, or of no row if the index is 0.
func (s *Store) changed(t Table, index uint32) {
	if debug {
		s.stale.touch(t)
	}
	if s.rows.on { // note is not inlined, so that changed is
		s.rows.note(index, s.changes)
	}
	s.changes++
}

// note appends the change with a number. If changes before it were not logged, the log starts
// again.
//
//go:noinline
func (l *rowLog) note(index uint32, number uint64) {
	if l.End() != number {
		l.Drop(number)
	}
	l.Add(index, maxRows)
}

// changedAll counts a change of the rows of several entities of a table.
func (s *Store) changedAll(t Table, entities []Entity) {
	if !s.rows.on || len(entities) == 0 {
		s.changed(t, 0)
		return
	}
	for _, e := range entities {
		s.changed(t, e.Index())
	}
}
