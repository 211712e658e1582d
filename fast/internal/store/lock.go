package store

import "sync/atomic"

// Lock forbids structural changes of a table, those that bring rows in or
// take rows out, until as many calls of Unlock. Readers in several goroutines
// may lock and unlock at the same time.
func (s *Store) Lock(t Table) { atomic.AddInt32(&s.tables[t].locks, 1) }

// Unlock undoes one Lock.
func (s *Store) Unlock(t Table) {
	if atomic.AddInt32(&s.tables[t].locks, -1) < 0 {
		panic("store: Unlock of a table that is not locked")
	}
}

// Locked reports whether a table is locked.
func (s *Store) Locked(t Table) bool { return atomic.LoadInt32(&s.tables[t].locks) != 0 }
