package store

import "slices"

// Table returns the table of exactly the given ids, and creates it if needed. Their order and
// repetitions do not matter.
func (s *Store) Table(ids ...ID) (Table, error) {
	s.scratch = append(s.scratch[:0], ids...)
	if !slices.IsSorted(s.scratch) {
		slices.Sort(s.scratch)
	}
	s.scratch = slices.Compact(s.scratch)
	return s.tableOf(s.scratch)
}

// tableOf returns the table of sorted ids, and creates it if needed.
func (s *Store) tableOf(ids []ID) (Table, error) {
	hash := setHash(ids)
	if t, ok := s.tableWithIDs(hash, ids, 0, nil); ok {
		return t, nil
	}
	if len(ids) > MaxIDs {
		return NoTable, ErrTooMany
	}
	for _, id := range ids {
		if !s.valid(id) {
			return NoTable, ErrInvalid
		}
	}
	signature := s.signature[:0]
	for _, id := range ids {
		signature = append(signature, elementOf(id, s.knownType(id)))
	}
	s.signature = signature
	return s.newOrParked(s.archetypeFor(signature), ids, hash), nil
}

// valid reports whether an entity can have the id.
func (s *Store) valid(id ID) bool { return validAmong(id, uint32(len(s.records))) }

// validAmong is like valid, for a store with n indices.
func validAmong(id ID, n uint32) bool {
	return !id.IsWildcard() && id.First() != 0 && uint32(id) != 0 && id.First() <= MaxFirst &&
		id.First() < n && id.Second() < n
}

// knownType returns the type of an id, from the index if a table has it.
func (s *Store) knownType(id ID) TypeIndex {
	if !id.IsPair() {
		return s.makeKey(id).typ
	}
	if number, ok := s.index.byID.get(uint64(id)); ok {
		return s.index.lists[number].typ()
	}
	return s.typeOfID(id)
}

// newOrParked reuses a parked table of the archetype, or creates one. No table may have the ids.
func (s *Store) newOrParked(arch uint32, ids []ID, hash uint64) Table {
	t := s.archetypes[arch].parked
	if t != NoTable {
		s.byIDs.put(hash, uint32(t))
		s.retarget(t, ids, hash)
		return t
	}
	return s.newTable(arch, ids, hash)
}

// search returns the position of an id in sorted ids, or the position where it would be inserted.
func search(ids []ID, id ID) (position int, found bool) {
	if len(ids) > 16 {
		return slices.BinarySearch(ids, id)
	}
	for p, have := range ids {
		if have >= id {
			return p, have == id
		}
	}
	return len(ids), false
}

// TableWith returns the table to which an entity of table t moves when an id is added, and creates
// it if needed. It is t if the table has the id.
func (s *Store) TableWith(t Table, id ID) (Table, error) {
	ids := s.IDs(t)
	p, found := search(ids, id)
	if found {
		return t, nil
	}
	hash := s.tables[t].hash + idHash(id)
	if to, ok := s.tableWithIDs(hash, ids[:p], id, ids[p:]); ok {
		return to, nil
	}
	if !s.valid(id) {
		return NoTable, ErrInvalid
	}
	if len(ids) >= MaxIDs {
		return NoTable, ErrTooMany
	}
	s.scratch = append(s.scratch[:0], ids[:p]...)
	s.scratch = append(s.scratch, id)
	s.scratch = append(s.scratch, ids[p:]...)
	to := s.neighbour(t, p, elementOf(id, s.knownType(id)), true)
	return s.newOrParked(to, s.scratch, hash), nil
}

// TableWithout returns the table to which an entity of table t moves when an id is removed, and
// creates it if needed. It is t if the table does not have the id.
func (s *Store) TableWithout(t Table, id ID) (Table, error) {
	ids := s.IDs(t)
	p, found := search(ids, id)
	if !found {
		return t, nil
	}
	hash := s.tables[t].hash - idHash(id)
	if to, ok := s.tableWithIDs(hash, ids[:p], 0, ids[p+1:]); ok {
		return to, nil
	}
	s.scratch = append(s.scratch[:0], ids[:p]...)
	s.scratch = append(s.scratch, ids[p+1:]...)
	to := s.neighbour(t, p, 0, false)
	return s.newOrParked(to, s.scratch, hash), nil
}

// edge is a cached result of neighbour: its arguments (from, position, with) and the resulting
// archetype (to).
type edge struct {
	from     uint32 // plus 1; 0 for none
	to       uint32
	position int
	with     element
}

// neighbour returns the archetype of a table's ids with an element added or removed at a position.
// It caches the last result for adding and the last for removing, because consecutive calls often
// differ only in a target.
func (s *Store) neighbour(t Table, position int, with element, add bool) uint32 {
	meta, last := &s.tables[t], &s.removed
	if add {
		last = &s.added
	}
	s.signature = s.signature[:0]
	switch {
	case meta.wide():
		for p, id := range s.IDs(t) {
			s.signature = append(s.signature, elementOf(id, s.ColumnType(t, p)))
		}
	case last.from == meta.archetype+1 && last.position == position && last.with == with:
		return last.to
	default:
		a := &s.archetypes[meta.archetype]
		s.signature = append(s.signature, s.elements.at(a.elements, int(a.size))...)
	}
	if add {
		s.signature = slices.Insert(s.signature, position, with)
	} else {
		s.signature = slices.Delete(s.signature, position, position+1)
	}
	*last = edge{meta.archetype + 1, s.archetypeFor(s.signature), position, with}
	return last.to
}

// TableReplacing returns the table to which an entity of table t moves when an id that it has is
// replaced by one that it does not have, and creates it if needed. The target of an exclusive
// relationship changes this way.
func (s *Store) TableReplacing(t Table, old, id ID) (Table, error) {
	ids := s.IDs(t)
	p, found := search(ids, old)
	if !found {
		return s.TableWith(t, id)
	}
	if p > 0 && ids[p-1] >= id || p+1 < len(ids) && ids[p+1] <= id {
		return s.tableAfter(t, []ID{id}, []ID{old})
	}
	hash := s.tables[t].hash - idHash(old) + idHash(id)
	if to, ok := s.tableWithIDs(hash, ids[:p], id, ids[p+1:]); ok {
		return to, nil
	}
	if !s.valid(id) {
		return NoTable, ErrInvalid
	}
	s.scratch = append(s.scratch[:0], ids...)
	s.scratch[p] = id
	to := s.tables[t].archetype
	if to == noArchetype {
		return s.tableOf(s.scratch)
	}
	a := &s.archetypes[to]
	if with := elementOf(id, s.knownType(id)); s.elements.data[int(a.elements)+p] != with {
		return s.tableOf(s.scratch)
	}
	return s.newOrParked(to, s.scratch, hash), nil
}

// TableAfter returns the table to which an entity of table t moves when ids are removed and then
// others added, and creates it if needed. It does not create the tables in between.
func (s *Store) TableAfter(t Table, add, remove []ID) (Table, error) {
	switch {
	case len(remove) == 0 && len(add) == 1:
		return s.TableWith(t, add[0])
	case len(remove) == 1 && len(add) == 0:
		return s.TableWithout(t, remove[0])
	case len(remove) == 1 && len(add) == 1:
		if remove[0] == add[0] {
			return s.TableWith(t, add[0])
		}
		return s.TableReplacing(t, remove[0], add[0])
	}
	return s.tableAfter(t, add, remove)
}

func (s *Store) tableAfter(t Table, add, remove []ID) (Table, error) {
	s.scratch = append(s.scratch[:0], s.IDs(t)...)
	if len(add)+len(remove) > manyIDs {
		s.changeMany(add, remove)
		return s.tableOf(s.scratch)
	}
	for _, id := range remove {
		if p, found := search(s.scratch, id); found {
			s.scratch = slices.Delete(s.scratch, p, p+1)
		}
	}
	for _, id := range add {
		if p, found := search(s.scratch, id); !found {
			s.scratch = slices.Insert(s.scratch, p, id)
		}
	}
	return s.tableOf(s.scratch)
}

// manyIDs is the number of ids from which sorting is faster than insertion.
const manyIDs = 16

// changeMany removes ids from the scratch list and then adds ids, in time n log n.
func (s *Store) changeMany(add, remove []ID) {
	drop := slices.Sorted(slices.Values(remove))
	s.scratch = slices.DeleteFunc(s.scratch, func(id ID) bool {
		_, found := slices.BinarySearch(drop, id)
		return found
	})
	s.scratch = append(s.scratch, add...)
	slices.Sort(s.scratch)
	s.scratch = slices.Compact(s.scratch)
}
