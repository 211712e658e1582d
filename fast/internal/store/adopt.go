package store

import "maps"

// Blank returns an empty store with the options and column types of s. Fill it with [Store.Adopt]
// and [Store.Place], then call [Store.Settle]. Its ids are tags until [Store.SetTypeOf] is called.
func (s *Store) Blank() *Store {
	options := s.options
	options.Recycled, options.TypeOf = 0, nil
	b := New(options)
	b.types, b.typeOf = append(b.types[:0], s.types...), maps.Clone(s.typeOf)
	return b
}

// Adopt makes an entity with a given index and generation alive. Call [Store.Place] for it before
// [Store.Settle]. Adopt returns false if the index is reserved or taken, or the generation is
// invalid.
func (s *Store) Adopt(e Entity) bool {
	index := e.Index()
	if index < s.options.Reserved || e.Generation() >= deadBit {
		return false
	}
	for int(index) >= len(s.records) {
		s.records = append(s.records, record{table: NoTable, generation: deadBit})
	}
	r := &s.records[index]
	if r.generation&deadBit == 0 {
		return false
	}
	*r = record{table: NoTable, generation: e.Generation()}
	s.alive++
	return true
}

// Place moves entities without ids to a table: adopted entities, which have no table yet, and
// entities of Root. It returns the row of the first. Their cells are zero.
func (s *Store) Place(t Table, entities []Entity) int {
	row := s.Count(t)
	s.reserve(t, len(entities))
	for _, e := range entities {
		if r := &s.records[e.Index()]; r.table != NoTable {
			s.removeRow(r.table, r.row)
		}
	}
	s.appendRows(t, entities)
	s.zeroRows(t, row, len(entities))
	return row
}

// Settle ends the filling of a blank store. It extends the store to at least the given number of
// indices and frees each index that has no entity and is not reserved. The generation of a freed
// index is at least minGeneration.
func (s *Store) Settle(indices int, minGeneration uint32) {
	s.freeHead = 0
	for len(s.records) < indices {
		s.records = append(s.records, record{table: NoTable, generation: deadBit})
	}
	for i := len(s.records) - 1; i >= int(s.options.Reserved); i-- {
		if r := &s.records[i]; r.generation&deadBit != 0 {
			used := r.use
			s.free(uint32(i), max(minGeneration, r.generation&^deadBit))
			r.use = used
		}
	}
}
