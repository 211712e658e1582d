package store

import (
	"runtime"
	"slices"
	"unsafe"
)

// Shrink frees memory: it removes the empty tables, renumbers the others, and reallocates
// everything without spare capacity. It takes time proportional to the store. Table numbers,
// addresses and lists of ids become invalid.
func (s *Store) Shrink() {
	if debug {
		s.enter()
	}
	s.dropEmpty()
	s.renumber()
	s.epoch++
	s.changes++
	s.forgetKeys()
	s.packTables()
	s.packIndex()
	s.resizeFlat(max(min(smallestFlat, s.options.SmallFlat), len(s.tables)))
	s.packColumns()
	s.records = slices.Clone(s.records)
	s.scratch, s.signature, s.spotScratch = nil, nil, nil
	s.noteVersions()
	if debug {
		s.leave()
		s.verify()
	}
}

// dropEmpty removes all empty tables, including parked ones.
func (s *Store) dropEmpty() {
	for t := Root + 1; int(t) < len(s.tables); t++ {
		if meta := &s.tables[t]; meta.flags&tableInUse != 0 && meta.count == 0 {
			s.removeTable(t)
		}
	}
}

// renumber moves the tables with the highest numbers to free numbers.
func (s *Store) renumber() {
	for i := range s.tables {
		s.minVersion = max(s.minVersion, s.tables[i].version)
	}
	to := Root
	for {
		for len(s.tables) > 1 && s.tables[len(s.tables)-1].flags == 0 {
			s.tables = s.tables[:len(s.tables)-1]
		}
		for int(to) < len(s.tables) && s.tables[to].flags != 0 {
			to++
		}
		from := Table(len(s.tables) - 1)
		if to >= from {
			break
		}
		s.moveTable(from, to)
	}
	s.freeTables = nil
	wide := s.wide[:0]
	for t := range s.tables {
		if meta := &s.tables[t]; meta.wide() || meta.size > wideTable {
			wide = append(wide, Table(t))
		}
	}
	s.wide = wide
}

// moveTable moves a table to a free number.
func (s *Store) moveTable(from, to Table) {
	s.emit(TableRemoved, from)
	for _, sp := range s.spots(from, s.spotScratch[:0]) {
		s.index.of(sp.list)[sp.at].Table = to
	}
	ids, meta := s.IDs(from), &s.tables[from]
	for p := 0; p < len(ids); {
		k := s.keyOf(ids[p])
		n := 1
		if p >= int(meta.singles) {
			n = int(k.pairRange(from).count)
		}
		w := k.word(from)
		s.setWord(k, from, 0)
		s.setWord(k, to, w)
		p += n
	}
	s.tables[to] = *meta
	s.tables[to].version = s.minVersion + 1
	*meta = table{}
	for _, e := range s.Entities(to) {
		s.records[e.Index()].table = to
	}
	s.emit(TableCreated, to)
}

// word returns the word of a table in a key.
func (k *key) word(t Table) word {
	if k.storage == keySparse {
		return k.rest.get(t)
	}
	return *slot(k.flat, t)
}

// forgetKeys removes the keys that no table has and nothing reads.
func (s *Store) forgetKeys() {
	for i := range s.keyNumbers {
		pair := &s.keyNumbers[i]
		for _, number := range []*uint32{&pair.single, &pair.pair} {
			if k := s.keys[*number]; *number != 0 && k.count == 0 && k.reader == 0 {
				s.index.dropList(k.list)
				s.freeKeys = append(s.freeKeys, *number)
				*number = 0
			}
		}
	}
	for _, number := range s.freeKeys {
		s.keys[number] = s.keys[0]
	}
	last := len(s.keyNumbers)
	for last > 0 && s.keyNumbers[last-1] == (keyPair{}) {
		last--
	}
	s.keyNumbers = slices.Clone(s.keyNumbers[:last])
}

// packTables removes the gaps in the lists of tables and archetypes.
func (s *Store) packTables() {
	s.tables, s.wide = slices.Clone(s.tables), slices.Clone(s.wide)
	elements, layouts, shapes := s.elements, s.layouts, s.shapes
	s.elements, s.layouts, s.shapes = slab[element]{}, slab[uint16]{}, slab[shape]{}
	s.bySignature, s.edges = idMap{}, edgeMap{}
	numbers := make([]uint32, len(s.archetypes)) // new numbers of the archetypes that have tables
	packed := make([]archetype, 0, len(s.archetypes)-len(s.freeArchetypes))
	for i := range s.archetypes {
		if s.archetypes[i].tables == 0 {
			continue
		}
		numbers[i] = uint32(len(packed))
		packed = append(packed, s.archetypes[i])
		a := &packed[numbers[i]]
		a.elements = s.elements.take(&elements, a.elements, int(a.size), int(a.size))
		a.layout = s.layouts.take(&layouts, a.layout, int(a.size), int(a.size))
		a.shapes = s.shapes.take(&shapes, a.shapes, int(a.width), int(a.width))
		head, known := s.bySignature.get(a.hash)
		if a.next = head; known {
			s.bySignature.remove(a.hash)
		}
		s.bySignature.put(a.hash, numbers[i]+1)
	}
	s.archetypes, s.freeArchetypes = packed, nil
	ids, backs := s.ids, s.backs
	s.ids, s.backs, s.byIDs = slab[ID]{}, slab[uint32]{}, tableMap{}
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags&tableInUse == 0 {
			continue
		}
		if meta.flags&tableParked == 0 {
			s.byIDs.put(meta.hash, Table(i))
		}
		if !meta.wide() {
			meta.archetype = numbers[meta.archetype]
			a := &s.archetypes[meta.archetype]
			meta.layout, meta.shapes = a.layout, a.shapes
			meta.ids = s.ids.take(&ids, meta.ids, int(meta.size), int(meta.size))
			n := backsFor(int(meta.size), int(meta.singles))
			meta.backs = s.backs.take(&backs, meta.backs, n, n)
			continue
		}
		capacity, columns := meta.capacities()
		meta.ids = s.ids.take(&ids, meta.ids, int(meta.size), capacity)
		meta.layout = s.layouts.take(&layouts, meta.layout, int(meta.size), capacity)
		meta.shapes = s.shapes.take(&shapes, meta.shapes, int(meta.width), columns)
	}
}

// packIndex removes the gaps in the lists of the index.
func (s *Store) packIndex() {
	old := s.index
	s.index = index{}
	s.index.init()
	numbers := make([]uint32, len(old.lists))
	numbers[listAnySingle], numbers[listAnyPair] = listAnySingle, listAnyPair
	s.index.take(&old, listAnySingle, listAnySingle)
	s.index.take(&old, listAnyPair, listAnyPair)
	renew := func(number uint32) uint32 {
		l := &old.lists[number]
		numbers[number] = s.index.newList(l.kind())
		s.index.take(&old, number, numbers[number])
		return numbers[number]
	}
	for _, k := range s.keys {
		if k.id != 0 {
			k.list = renew(k.list)
		}
	}
	for _, known := range old.byID.slots {
		if known.key != 0 {
			s.index.byID.put(known.key, renew(known.value))
		}
	}
	for i := range s.records {
		if r := &s.records[i]; r.use>>listShift != 0 {
			r.use = r.use&used | renew(r.use>>listShift)<<listShift
		}
	}
	for i, lists := range s.wides {
		if lists == nil {
			continue
		}
		s.wides[i] = make(map[uint32]uint32, len(lists))
		for number, at := range lists {
			s.wides[i][numbers[number]] = at
		}
	}
}

// take copies a list of another index.
func (x *index) take(from *index, old, number uint32) {
	x.lists[number].setType(from.lists[old].typ())
	for _, p := range from.of(old) {
		x.add(number, p)
	}
}

// packColumns reallocates the columns of every table without spare capacity.
func (s *Store) packColumns() {
	columns, before := s.columns, s.memory
	defer runtime.KeepAlive(&before) // the column addresses do not keep it alive
	s.columns, s.memory = slab[address]{}, memory{}
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags&tableInUse == 0 {
			continue
		}
		_, size := meta.capacities()
		from, capacity := int(meta.columns), int(meta.capacity)
		meta.columns, meta.capacity = s.columns.alloc(size), meta.count
		for c := range int(meta.width) {
			sh, old := s.shapes.data[int(meta.shapes)+c], columns.data[from+c].pointer()
			typ, base := &s.types[sh.typ], unsafe.Pointer(&noCells)
			if meta.count > 0 {
				base = s.memory.alloc(typ, int(meta.count))
				copyCells(typ, base, old, int(meta.count))
				s.columns.data[int(meta.columns)+c] = addressOf(base)
			}
			if sh.key != 0 {
				s.setBase(s.keys[sh.key], Table(i), base)
			}
			if debug && c > 0 {
				s.retire(typ, old, capacity)
			}
		}
	}
}
