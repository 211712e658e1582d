package store

// Methods that only tests use.

// Purge forgets all ids that mention an index: tables with it as component
// or relationship are removed, tables with it as target are parked for reuse
// with other targets. The resolver is asked again afterwards. [ErrInUse] if
// an entity still has such an id. The cost is proportional to these tables.
func (s *Store) Purge(index uint32) error {
	if err := s.purgeable(index, NoTable); err != nil {
		return err
	}
	s.purge(index)
	return nil
}

// Target is the first target of an entity, 0 if it has none or is dead.
func (r Relation) Target(e Entity) uint32 {
	records := r.s.records
	if uint(uint32(e)) >= uint(len(records)) || records[uint32(e)].generation != uint32(e>>32) {
		return 0
	}
	return r.k.pairRange(records[uint32(e)].table).target
}
