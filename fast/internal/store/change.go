package store

// Version is a number that changes whenever rows come into or leave a table,
// or its ids change. It is always kept.
func (s *Store) Version(t Table) uint32 { return s.tables[t].version }

// Changes is a number that changes whenever the version of any table does.
func (s *Store) Changes() uint64 { return s.changes }
