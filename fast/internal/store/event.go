package store

// Event is a change of a table that can invalidate a cached query.
type Event uint8

const (
	// TableCreated means that the table is new and its ids can be matched. It has rows only after
	// Merge.
	TableCreated Event = iota
	// TableRetargeted means that a parked table is in use again, with other targets in the same
	// archetype. Matches of single ids and (R, *) are still valid.
	TableRetargeted
	// TableParked means that the table is empty, its targets are dead, and it waits for new ones.
	TableParked
	// TableRemoved means that the number is about to be freed or to get other ids (see
	// [Store.Merge]). A query that matched the table must drop it.
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
