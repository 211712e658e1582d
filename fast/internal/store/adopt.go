package store

import "maps"

// Blank makes an empty store with the options and the column types of another one, to be filled by [Store.Adopt] and
// [Store.Place] and closed by [Store.Settle]. Its ids are tags until [Store.SetTypeOf] gives them types.
func (s *Store) Blank() *Store {
	options := s.options
	options.Recycled, options.TypeOf = 0, nil
	b := New(options)
	b.types, b.typeOf = append(b.types[:0], s.types...), maps.Clone(s.typeOf)
	return b
}

// Adopt makes an entity alive that existed elsewhere, with its index and its generation. It is in no table yet: before
// [Store.Settle] call [Store.Place] for it. False if the index is reserved, taken, or none.
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

// Place appends entities without a table, or reserved ones without ids, to a table, and gives the row of the first; the
// cells are zero.
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

// Settle ends the filling of a blank store: every index below a number that no entity has is free,
// with a least generation.
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
