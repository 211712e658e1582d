package store

import "unsafe"

// CopyCell copies one value of a column type between addresses that hold
// values of it.
func (s *Store) CopyCell(typ TypeIndex, to, from unsafe.Pointer) {
	copyCell(&s.types[typ], to, from)
}

// PurgePairs forgets the pairs of a relationship that no entity has, so that
// the resolver is asked for their types again. [ErrInUse] if one has such a
// pair. The cost is proportional to their tables.
func (s *Store) PurgePairs(relationship uint32) error {
	pairs := Pair(relationship, Wildcard)
	for _, p := range s.Lookup(pairs) {
		if s.tables[p.Table].count != 0 {
			return ErrInUse
		}
		if s.tables[p.Table].locks != 0 {
			return ErrLocked
		}
	}
	for {
		found := s.Lookup(pairs)
		if len(found) == 0 {
			return nil
		}
		s.removeTable(found[len(found)-1].Table)
	}
}

// RaiseGenerations makes every entity that is created from now on have at
// least a generation, unless a larger one is due, and extends the free
// indices to a number of indices. Entities that are alive are not changed:
// after deleting one, call [Store.RaiseGeneration].
func (s *Store) RaiseGenerations(least uint32, indices int) {
	for len(s.records) < indices {
		s.records = append(s.records, record{table: NoTable})
		s.free(uint32(len(s.records)-1), least)
	}
	for i := range s.records {
		s.RaiseGeneration(uint32(i), least)
	}
}

// RaiseGeneration raises the generation of a free index.
func (s *Store) RaiseGeneration(index, least uint32) {
	r := &s.records[index]
	if index >= s.options.Reserved && r.generation&deadBit != 0 && r.generation&^deadBit < least {
		r.generation = least | deadBit
	}
}

// Generation is the generation of the entity that is or was last alive at an
// index, or of the next one if the index is free.
func (s *Store) Generation(index uint32) uint32 { return s.records[index].generation &^ deadBit }

// ZeroCell makes one value of a column type zero.
func (s *Store) ZeroCell(typ TypeIndex, cell unsafe.Pointer) { zeroCells(&s.types[typ], cell, 1) }
