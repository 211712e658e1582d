package store

// Event is a change of a table that can invalidate a cached query.
type Event uint8

const (
	// TableCreated means that the table is new, or its number has got other ids. A table that was
	// merged, renumbered or changed in place already has rows.
	TableCreated Event = iota
	// TableRetargeted means that a parked table is in use again, with other targets in the same
	// archetype. Matches of single ids and (R, *) are still valid.
	TableRetargeted
	// TableParked means that the table is empty, its targets are dead, and it waits for new ones.
	TableParked
	// TableRemoved means that the number is about to be freed or to get other ids (see
	// [Store.Merge] and wide). A query that matched the table must drop it.
	TableRemoved
)

// Subscribe makes the store call f for each table event. f must not change the store.
func (s *Store) Subscribe(f func(Event, Table)) {
	s.subscribers = append(s.subscribers, f)
}

func (s *Store) emit(e Event, t Table) {
	for _, f := range s.subscribers {
		f(e, t)
	}
}
