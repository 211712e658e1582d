package store

// Version returns a number that changes whenever rows are added to or removed from a table, or its
// ids change.
func (s *Store) Version(t Table) uint32 { return s.tables[t].version }

// Changes returns a number that changes whenever the version of any table does.
func (s *Store) Changes() uint64 { return s.changes }
