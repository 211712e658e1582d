package store

import "unsafe"

// Without wide tables, an entity that gets hundreds of pairs one by one would move through as many
// tables, and the ids of each would be copied and indexed. So a table with many ids, or with many
// targets of a relationship, changes its ids in place, if all its entities (usually one) get or
// lose an id together and no table has the new ids yet. Such a table is called wide: its lists of
// ids have spare capacity, it has its own layout instead of an archetype's, and it stores the
// positions of its postings by list, where an ordinary table stores them by column. Its postings
// have no column.

const (
	// wideTargets is the number of targets of a relationship from which a table changes its ids in
	// place.
	wideTargets = 16
	// If a set of ids occurs a second time and has at most sharedShare times WideTargets ids, it
	// gets a table of its own, because other entities may pass through it, too.
	sharedShare = 8
	// passedSets is the number of sets of ids that are remembered, by hash, to notice a second
	// time.
	passedSets = 512
	// noArchetype is the archetype of wide tables.
	noArchetype = 1<<32 - 1

	capacityBits   = 5
	idCapacity     = 3
	columnCapacity = idCapacity + capacityBits
	smallCapacity  = 3 // the smallest exponent of a capacity
)

func (m *table) wide() bool { return m.flags&tableWide != 0 }

// capacities returns the capacity of a table for ids and for columns.
func (m *table) capacities() (ids, columns int) {
	if !m.wide() {
		return int(m.size), int(m.width)
	}
	return 1 << (m.flags >> idCapacity & (1<<capacityBits - 1)), 1 << (m.flags >> columnCapacity & (1<<capacityBits - 1))
}

func (m *table) setCapacities(ids, columns uint16) {
	m.flags = m.flags&(1<<idCapacity-1) | ids<<idCapacity | columns<<columnCapacity
}

// capacityFor returns the exponent of the smallest capacity for n values.
func capacityFor(n int) uint16 {
	capacity := uint16(smallCapacity)
	for 1<<capacity < n {
		capacity++
	}
	return capacity
}

// canStay reports whether a table may change its ids in place when all its entities get or lose an
// id.
func (s *Store) canStay(t Table, id ID) bool {
	meta := &s.tables[t]
	minTargets := s.options.WideTargets
	switch {
	case t == Root:
		return false
	case meta.wide():
		return int(meta.size) > minTargets/2
	case int(meta.size) > 4*minTargets:
		return true
	}
	return id.IsPair() && int(s.keyOf(id).pairRange(t).count) >= minTargets
}

// comesAgain reports whether a wide table has already had the ids with the given hash, and the
// table is small enough for these ids to get a table of their own.
func (s *Store) comesAgain(t Table, hash uint64) bool {
	return int(s.tables[t].size) <= sharedShare*s.options.WideTargets && s.passed[hash%passedSets] == hash
}

// stayWith adds an id to the entities of a table in place. It returns false if that is not
// possible.
func (s *Store) stayWith(t Table, id ID) (bool, error) {
	ids := s.IDs(t)
	p, found := search(ids, id)
	if found || !s.canStay(t, id) {
		return false, nil
	}
	hash := s.tables[t].hash + idHash(id)
	if _, ok := s.tableWithIDs(hash, ids[:p], id, ids[p:]); ok || s.comesAgain(t, hash) {
		return false, nil
	}
	if !s.valid(id) {
		return false, ErrInvalid
	}
	if len(ids) >= MaxIDs {
		return false, ErrTooMany
	}
	if debug {
		s.verifyMentions([]ID{id})
	}
	typ := s.knownType(id)
	s.leaveSet(t)
	s.insertID(t, p, id, typ)
	s.enterSet(t, hash)
	return true, nil
}

// StayWithout removes ids from all entities of a table in place. The ids must be ascending. It
// returns false and does nothing if the table lacks one of them, if another table has the remaining
// ids, or if the table cannot change in place. Subscribers get TableRemoved and TableCreated for
// the table.
func (s *Store) StayWithout(t Table, ids ...ID) bool {
	if !s.canStay(t, ids[0]) {
		return false
	}
	hash := s.tables[t].hash
	for _, id := range ids {
		hash -= idHash(id)
	}
	if s.leftOver(t, ids, hash) || s.comesAgain(t, hash) {
		return false
	}
	s.leaveSet(t)
	for _, id := range ids {
		p, _ := search(s.IDs(t), id)
		s.deleteID(t, p)
	}
	s.enterSet(t, hash)
	return true
}

// leftOver reports whether another table has the ids that remain, or the table lacks one of the
// ids.
func (s *Store) leftOver(t Table, without []ID, hash uint64) bool {
	have := s.IDs(t)
	if len(without) == 1 {
		p, found := search(have, without[0])
		if !found {
			return true
		}
		_, ok := s.tableWithIDs(hash, have[:p], 0, have[p+1:])
		return ok
	}
	s.scratch = s.scratch[:0]
	left := 0
	for _, id := range have {
		if left < len(without) && without[left] == id {
			left++
			continue
		}
		s.scratch = append(s.scratch, id)
	}
	_, ok := s.tableWithIDs(hash, s.scratch, 0, nil)
	return ok || left < len(without)
}

// stayReplacing replaces an id of the entities of a table, in place, by one that they lack.
func (s *Store) stayReplacing(t Table, old, id ID) bool {
	if !s.canStay(t, old) || !s.valid(id) {
		return false
	}
	p, _ := search(s.IDs(t), old)
	s.scratch = append(s.scratch[:0], s.IDs(t)[:p]...)
	s.scratch = append(s.scratch, s.IDs(t)[p+1:]...)
	q, _ := search(s.scratch, id)
	hash := s.tables[t].hash - idHash(old) + idHash(id)
	if _, ok := s.tableWithIDs(hash, s.scratch[:q], id, s.scratch[q:]); ok || s.comesAgain(t, hash) {
		return false
	}
	typ := s.knownType(id)
	s.leaveSet(t)
	s.deleteID(t, p)
	s.insertID(t, q, id, typ)
	s.enterSet(t, hash)
	return true
}

// leaveSet removes the table from the map of id sets, and makes it wide.
func (s *Store) leaveSet(t Table) {
	if debug {
		s.enter()
	}
	s.emit(TableRemoved, t)
	s.epoch++
	hash := s.tables[t].hash
	s.byIDs.remove(hash, uint32(t))
	s.passed[hash%passedSets] = hash
	if !s.tables[t].wide() {
		s.widen(t)
	}
}

// enterSet adds the table to the map with its new ids.
func (s *Store) enterSet(t Table, hash uint64) {
	meta := &s.tables[t]
	meta.hash = hash
	s.changed(t, 0)
	s.byIDs.put(hash, uint32(t))
	s.emit(TableCreated, t)
	if debug {
		s.leave()
		s.verify()
	}
}

// widen makes a table wide.
func (s *Store) widen(t Table) {
	meta := &s.tables[t]
	s.spotScratch = s.spots(t, s.spotScratch[:0])
	lists := make(map[uint32]uint32, 2*len(s.spotScratch))
	for _, sp := range s.spotScratch {
		s.index.of(sp.list)[sp.at].column = 0
		lists[sp.list] = sp.at
	}
	s.backs.release(meta.backs, backsFor(int(meta.size), int(meta.singles)))
	meta.backs = s.addWide(lists)
	ids, columns := capacityFor(int(meta.size)+1), capacityFor(int(meta.width))
	meta.layout = s.layouts.take(meta.layout, int(meta.size), 1<<ids)
	meta.shapes = s.shapes.take(meta.shapes, int(meta.width), 1<<columns)
	meta.ids = s.ids.move(meta.ids, int(meta.size), int(meta.size), 1<<ids)
	meta.columns = s.columns.move(meta.columns, int(meta.width), int(meta.width), 1<<columns)
	a := &s.archetypes[meta.archetype]
	if a.tables--; a.tables == 0 {
		s.removeArchetype(meta.archetype)
	}
	meta.archetype = noArchetype
	meta.flags |= tableWide
	meta.setCapacities(ids, columns)
}

// addWide stores the positions of a wide table's postings, by list. It returns the index in wides.
func (s *Store) addWide(lists map[uint32]uint32) uint32 {
	if n := len(s.freeWides); n > 0 {
		number := s.freeWides[n-1]
		s.freeWides = s.freeWides[:n-1]
		s.wides[number] = lists
		return number
	}
	s.wides = append(s.wides, lists)
	return uint32(len(s.wides) - 1)
}

// insertID inserts an id at its position in a wide table.
func (s *Store) insertID(t Table, p int, id ID, typ TypeIndex) {
	meta := &s.tables[t]
	n := int(meta.size)
	if capacity, columns := meta.capacities(); n == capacity {
		meta.ids = s.ids.move(meta.ids, n, capacity, 2*capacity)
		meta.layout = s.layouts.move(meta.layout, n, capacity, 2*capacity)
		meta.setCapacities(capacityFor(2*capacity), capacityFor(columns))
	}
	insertAt(s.ids.at(meta.ids, n+1), p, id)
	insertAt(s.layouts.at(meta.layout, n+1), p, 0)
	meta.size++
	s.wideIDs++
	if !id.IsPair() {
		meta.singles++
	}
	k := s.makeKey(id)
	if id.IsPair() {
		s.enterPair(t, p, id, typ, k)
	} else {
		s.setBase(k, t, unsafe.Pointer(&noCells))
		s.enterWide(t, k.list)
		s.enterWide(t, listAnySingle)
		s.shiftRuns(t, int(meta.singles), 1)
	}
	if typ != TagType {
		s.insertColumn(t, p, typ, id)
	}
	s.markUsed([]ID{id})
}

// enterPair adds the postings for a new pair of a wide table.
func (s *Store) enterPair(t Table, p int, id ID, typ TypeIndex, k *key) {
	at := k.pairRange(t)
	if at.count == 0 {
		at.start = uint16(p)
	}
	at.count++
	at.target = s.IDs(t)[at.start].Second()
	s.setPairRange(k, t, at)
	s.shiftRuns(t, int(at.start)+int(at.count), 1)
	exact := s.index.exactList(id)
	s.index.lists[exact].setType(typ)
	s.enterWide(t, exact)
	r := &s.records[id.Second()]
	if r.use>>listShift == 0 {
		r.use |= s.index.newList(listOfTarget) << listShift
	}
	s.enterWide(t, r.use>>listShift)
	s.enterWide(t, k.list)
	s.enterWide(t, listAnyPair)
}

// enterWide counts a further match of a wide table in a list.
func (s *Store) enterWide(t Table, number uint32) {
	lists := s.wides[s.tables[t].backs]
	if at, listed := lists[number]; listed {
		s.index.of(number)[at].Count++
		return
	}
	lists[number] = s.index.add(number, Posting{Table: t, Count: 1})
}

// leaveWide subtracts one match of a wide table from its posting in a list, and reports whether the
// list is now empty.
func (s *Store) leaveWide(t Table, number uint32) (empty bool) {
	at := s.wides[s.tables[t].backs][number]
	if p := &s.index.of(number)[at]; p.Count > 1 {
		p.Count--
		return false
	}
	s.index.leave(s, number, Posting{Table: t})
	return s.index.lists[number].length == 0
}

// shiftRuns shifts the stored positions of a table's relationships, beginning with the relationship
// at position from.
func (s *Store) shiftRuns(t Table, from, by int) {
	ids := s.IDs(t)
	for p := from; p < len(ids); {
		k := s.keyOf(ids[p])
		at := k.pairRange(t)
		at.start = uint16(int(at.start) + by)
		s.setPairRange(k, t, at)
		p += int(at.count)
	}
}

// deleteID removes the id at a position of a wide table.
func (s *Store) deleteID(t Table, p int) {
	meta := &s.tables[t]
	n, id := int(meta.size), s.IDs(t)[p]
	if c := s.layouts.data[int(meta.layout)+p]; c != 0 {
		s.deleteColumn(meta, p, int(c))
	}
	deleteAt(s.ids.at(meta.ids, n), p)
	deleteAt(s.layouts.at(meta.layout, n), p)
	meta.size--
	s.wideIDs--
	k := s.keyOf(id)
	s.leaveWide(t, k.list)
	if !id.IsPair() {
		meta.singles--
		s.setBase(k, t, nil)
		s.leaveWide(t, listAnySingle)
		s.shiftRuns(t, int(meta.singles), -1)
		return
	}
	at := k.pairRange(t)
	if at.count--; at.count == 0 {
		s.setPairRange(k, t, pairRange{})
		s.shiftRuns(t, p, -1)
	} else {
		at.target = s.IDs(t)[at.start].Second()
		s.setPairRange(k, t, at)
		s.shiftRuns(t, int(at.start)+int(at.count), -1)
	}
	s.leaveWide(t, listAnyPair)
	if exact, _ := s.index.byID.get(uint64(id)); s.leaveWide(t, exact) {
		s.index.byID.remove(uint64(id))
		s.index.dropList(exact)
	}
	r := &s.records[id.Second()]
	if number := r.use >> listShift; s.leaveWide(t, number) {
		r.use &= used
		s.index.dropList(number)
	}
}

// insertColumn adds a zero column for the id at a position of a wide table.
func (s *Store) insertColumn(t Table, p int, typ TypeIndex, id ID) {
	meta := &s.tables[t]
	layout := s.layouts.at(meta.layout, int(meta.size))
	c := uint16(1)
	for q := range layout {
		if q < p && layout[q] != 0 {
			c = layout[q] + 1
		} else if q > p && layout[q] != 0 {
			layout[q]++
		}
	}
	layout[p] = c
	width := int(meta.width)
	if ids, capacity := meta.capacities(); width == capacity {
		meta.columns = s.columns.move(meta.columns, int(meta.width), capacity, 2*capacity)
		meta.shapes = s.shapes.move(meta.shapes, width, capacity, 2*capacity)
		meta.setCapacities(capacityFor(ids), capacityFor(2*capacity))
	}
	key := uint32(0)
	if !id.IsPair() {
		key = s.keyNumbers[id.First()].single
	}
	sh, block := s.types[typ].shape(typ, key), unsafe.Pointer(nil)
	if meta.capacity > 0 {
		block = s.memory.alloc(&s.types[typ], int(meta.capacity))
		if sh.scan == 0 {
			zeroCells(&s.types[typ], block, int(meta.count))
		}
	}
	insertAt(s.columns.at(meta.columns, width+1), int(c), addressOf(block))
	insertAt(s.shapes.at(meta.shapes, width+1), int(c), sh)
	meta.width++
	if key != 0 && block != nil {
		s.setBase(s.keys[key], t, block)
	}
}

// deleteColumn removes the column of the id at a position of a wide table.
func (s *Store) deleteColumn(meta *table, p, c int) {
	layout := s.layouts.at(meta.layout, int(meta.size))
	for q := p; q < len(layout); q++ {
		if layout[q] != 0 {
			layout[q]--
		}
	}
	layout[p] = 0
	width := int(meta.width)
	typ, block := s.columnType(meta, c), s.columns.data[int(meta.columns)+c].pointer()
	if debug {
		s.retire(typ, block, int(meta.capacity))
	}
	s.memory.release(typ, block, int(meta.capacity))
	deleteAt(s.columns.at(meta.columns, width), c)
	deleteAt(s.shapes.at(meta.shapes, width), c)
	meta.width--
}

// insertAt inserts a value into a list whose last position is free.
func insertAt[T any](list []T, p int, value T) {
	copy(list[p+1:], list[p:len(list)-1])
	list[p] = value
}

// deleteAt removes a value and leaves a zero at the end.
func deleteAt[T any](list []T, p int) {
	copy(list[p:], list[p+1:])
	clear(list[len(list)-1:])
}
