package store

// Event is something that happened to a table and that a cached query may
// have to know.
type Event uint8

const (
	// TableCreated says that the table is new, its ids can be matched; it has
	// rows only after Merge.
	TableCreated Event = iota
	// TableRetargeted says that a parked table has come back with other targets in
	// the same archetype; matches of single ids and (R, *) still hold.
	TableRetargeted
	// TableParked says that the table is empty, its targets dead, and waits.
	TableParked
	// TableRemoved says that the number is about to be freed or to mean other
	// ids (see [Store.Merge]); what matched the table must forget it.
	TableRemoved
	// TableFilled says that a watched table got its first row.
	TableFilled
	// TableEmptied says that a watched table lost its last row.
	TableEmptied
)

// Subscribe calls f after each table event. TableFilled and TableEmptied come
// for watched tables only. f must not change the store, but for Watch.
func (s *Store) Subscribe(f func(Event, Table)) {
	s.subscribers = append(s.subscribers, f)
}

// Watch turns TableFilled and TableEmptied on or off for a table.
func (s *Store) Watch(t Table, on bool) {
	if on {
		s.tables[t].flags |= tableWatched
	} else {
		s.tables[t].flags &^= tableWatched
	}
}

func (s *Store) emit(e Event, t Table) {
	for _, f := range s.subscribers {
		f(e, t)
	}
}
