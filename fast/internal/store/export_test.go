package store

// Methods that only tests use.

// Purge removes all ids that mention an index. It removes tables with the index as component or
// relationship, and parks tables with it as target, to be reused for other targets. Later the types
// of such ids are resolved again. If an entity still has such an id, Purge returns [ErrInUse]. It
// takes time proportional to the number of these tables.
func (s *Store) Purge(index uint32) error {
	if err := s.purgeable(index, NoTable); err != nil {
		return err
	}
	s.purge(index)
	s.records[index].use = 0
	return nil
}

// Target returns the first target of an entity, or 0 if it has none or is dead.
func (r Relation) Target(e Entity) uint32 {
	records := r.s.records
	if uint(uint32(e)) >= uint(len(records)) || records[uint32(e)].generation != uint32(e>>32) {
		return 0
	}
	return r.k.pairRange(records[uint32(e)].table).target
}
