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
	// ids (see [Store.Merge]); a query that matched the table must forget it.
	TableRemoved
)

// Subscribe calls f after each table event. f must not change the store.
func (s *Store) Subscribe(f func(Event, Table)) {
	s.subscribers = append(s.subscribers, f)
}

func (s *Store) emit(e Event, t Table) {
	for _, f := range s.subscribers {
		f(e, t)
	}
}
