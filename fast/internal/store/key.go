package store

import (
	"maps"
	"unsafe"
)

// word says where a table has a key: the first cell of its column for a component, a position for a
// relationship. It is 0 for a table that does not have the key.
type word uint64

// The strides of arrays that hot loops go over by address. An address has four bytes on some machines.
const (
	addressSize = unsafe.Sizeof(address(0))
	wordSize    = unsafe.Sizeof(word(0))
	entitySize  = unsafe.Sizeof(Entity(0))
)

// pairRange is where a table has the pairs of a relationship: the first position,
// how many, and the target of the first. A count of 0 is absent.
type pairRange struct {
	start, count uint16
	target       uint32
}

// key is a component or a relationship in use. It answers in constant time
// where a table has it: a component has the first cell of its column (the
// address of noCells for a tag, or while the table has no room for rows), a
// relationship the position of its pairs. A key of many tables keeps a word for
// every table there is, so that the answer is one load; one of few keeps those
// that it is in, since any entity can be a tag or a relationship, so that
// every key times every table would be too much.
type key struct {
	id      ID // single, or (R, *)
	typ     TypeIndex
	list    uint32 // its list in the index
	size    uintptr
	goType  unsafe.Pointer // see typeWord
	flat    unsafe.Pointer // a word for each table below flatSize: its own, or the store's that are all 0
	rest    rest           // the words that are not in flat, if it is sparse
	count   uint32         // tables that have the key
	storage keyStorage
	reader  uint8 // who reads it
	guard   bool  // see Guard
	flag    uint8 // the bit of tables that have it, see Flags
}

// keyStorage says where the words of a key are stored.
type keyStorage uint8

const (
	keyAbsent keyStorage = iota // nowhere, since they are all 0
	keySparse                   // in rest
	keyFlat                     // in flat, which is its own
)

// Who reads a key.
const (
	readRelation = 1 + iota // a Relation, which also looks at rest
	readCells               // a Reader, which looks at flat alone
)

// rest is the words of a key of few tables: the first of them in the list, where there are more all in the map.
type rest struct {
	list   [fewTables]word
	tables [fewTables]Table // whose words list has
	words  map[Table]word
}

const (
	// fewTables is how many tables a key keeps in a list.
	fewTables = 2
	// smallFlat is for how many tables a word each is no matter, where a key is in more than a few
	// of them; four times as many where a program reads the key.
	smallFlat = 1 << 10
	// sparseShare is the part of the tables from which on a key has a word for each.
	sparseShare = 8
)

var noCells [1]uint64

// keyPair numbers the keys of one index as component and as relationship.
type keyPair struct{ single, pair uint32 }

// base is the first cell of the component in a table, nil if the table does not have it.
func (k *key) base(t Table) unsafe.Pointer {
	if k.storage == keySparse {
		return k.rest.base(t)
	}
	return *(*unsafe.Pointer)(unsafe.Add(k.flat, uintptr(t)*wordSize))
}

// whole is the array of the words of all tables, nil if the key has others.
func (k *key) whole() unsafe.Pointer {
	if k.storage == keySparse {
		return nil
	}
	return k.flat
}

// pairRange is where a table has the pairs of the relationship.
func (k *key) pairRange(t Table) pairRange {
	if k.storage == keySparse {
		return k.rest.pairRange(t)
	}
	return *(*pairRange)(unsafe.Add(k.flat, uintptr(t)*wordSize))
}

func (r *rest) base(t Table) unsafe.Pointer {
	w := r.get(t)
	return (*address)(unsafe.Pointer(&w)).pointer()
}

func (r *rest) pairRange(t Table) pairRange {
	w := r.get(t)
	return *(*pairRange)(unsafe.Pointer(&w))
}

func (r *rest) get(t Table) word {
	if r.words != nil {
		return r.words[t]
	}
	for i := range r.list {
		if r.tables[i] == t {
			return r.list[i]
		}
	}
	return 0
}

// put changes a word, 0 to take it out.
func (r *rest) put(t Table, w word) {
	if r.words == nil {
		for i := range r.list {
			if r.tables[i] == t && r.list[i] != 0 {
				r.list[i] = w
				return
			}
		}
		for i := range r.list {
			if r.list[i] == 0 {
				r.tables[i], r.list[i] = t, w
				return
			}
		}
		r.words = make(map[Table]word, 2*fewTables)
		for i, t := range r.tables {
			r.words[t] = r.list[i]
		}
	}
	if r.words[t] = w; w == 0 {
		delete(r.words, t)
	}
}

// each is for every table that the rest has.
func (r *rest) each(f func(t Table, w word)) {
	if r.words != nil {
		for t, w := range r.words {
			f(t, w)
		}
		return
	}
	for i, w := range r.list {
		if w != 0 {
			f(r.tables[i], w)
		}
	}
}

func (r *rest) clone() rest {
	c := *r
	c.words = maps.Clone(r.words)
	return c
}

// Flags is a bit for each of [Options.Flagged], set if the table has the id.
func (s *Store) Flags(t Table) uint8 { return s.tableFlags[t] }

// flagOf is the bit of a single id in Flags, 0 if it has none.
func (s *Store) flagOf(index uint32) uint8 {
	for i, flagged := range s.options.Flagged {
		if flagged == index {
			return 1 << i
		}
	}
	return 0
}

// slot is the word of a table in an array for all tables.
func slot(flat unsafe.Pointer, t Table) *word { return (*word)(unsafe.Add(flat, uintptr(t)*wordSize)) }

func (s *Store) setBase(k *key, t Table, base unsafe.Pointer) {
	w := word(0)
	*(*address)(unsafe.Pointer(&w)) = addressOf(base)
	s.setWord(k, t, w)
}

func (s *Store) setPairRange(k *key, t Table, at pairRange) {
	s.setWord(k, t, *(*word)(unsafe.Pointer(&at)))
}

func (s *Store) setWord(k *key, t Table, w word) {
	if k.flag != 0 {
		if s.tableFlags[t] &^= k.flag; w != 0 {
			s.tableFlags[t] |= k.flag
		}
	}
	if k.storage == keyFlat {
		at := slot(k.flat, t)
		k.counted(*at, w)
		*at = w
		return
	}
	if w == 0 && k.storage == keyAbsent {
		return
	}
	k.counted(k.rest.get(t), w)
	k.rest.put(t, w)
	if k.storage = keySparse; k.count == 0 {
		k.storage, k.rest = keyAbsent, rest{}
	}
	if k.worthFlat(s) {
		s.flatten(k)
	}
}

// counted counts the tables that have the key.
func (k *key) counted(before, now word) {
	if before == 0 && now != 0 {
		k.count++
	} else if before != 0 && now == 0 {
		k.count--
	}
}

// worthFlat reports whether the key should have a word for every table.
func (k *key) worthFlat(s *Store) bool {
	size, many := s.flatSize, int(k.count)*sparseShare >= s.flatSize
	switch {
	case k.id == 0:
		return false
	case k.reader == readCells || k.reader != 0 && k.id.First() < s.options.Reserved:
		return true
	case k.reader != 0:
		return many || size <= 4*s.options.SmallFlat
	default:
		return many || size <= s.options.SmallFlat && k.count > fewTables
	}
}

// flatten gives a key a word of its own for every table.
func (s *Store) flatten(k *key) {
	flat := make([]word, s.flatSize)
	k.each(s, func(t Table, w word) { flat[t] = w })
	k.flat, k.storage, k.rest = unsafe.Pointer(unsafe.SliceData(flat)), keyFlat, rest{}
}

// thin is the opposite of flatten.
func (s *Store) thin(k *key) {
	var r rest
	k.each(s, r.put)
	k.flat, k.storage, k.rest = s.absent, keyAbsent, r
	if k.count > 0 {
		k.storage = keySparse
	}
}

// each is for every table that has the key.
func (k *key) each(s *Store, f func(t Table, w word)) {
	if k.storage == keySparse {
		k.rest.each(f)
		return
	}
	if k.count == 0 {
		return
	}
	for _, p := range s.index.of(k.list) {
		if w := *slot(k.flat, p.Table); w != 0 {
			f(p.Table, w)
		}
	}
}

// growFlat makes room for another table in the arrays for all tables. Keys that are in few of them give theirs up.
func (s *Store) growFlat() {
	if len(s.tables) > s.flatSize {
		s.resizeFlat(max(min(smallestFlat, s.options.SmallFlat), 2*s.flatSize, len(s.tables)))
	}
}

const smallestFlat = 256

// resizeFlat makes the arrays for all tables of another size, which no number of a table reaches.
func (s *Store) resizeFlat(size int) {
	before := s.flatSize
	s.flatSize = size
	flags := make([]uint8, size)
	copy(flags, s.tableFlags)
	s.tableFlags = flags
	s.absent = unsafe.Pointer(unsafe.SliceData(make([]word, size)))
	for _, k := range s.keys {
		switch {
		case k.storage == keyFlat && k.worthFlat(s):
			flat := make([]word, size)
			copy(flat, unsafe.Slice((*word)(k.flat), min(before, size)))
			k.flat = unsafe.Pointer(unsafe.SliceData(flat))
		case k.storage == keyFlat:
			s.thin(k)
		default:
			k.flat = s.absent
		}
	}
}

// read notes that someone reads a key.
func (s *Store) read(k *key, reader uint8) {
	k.reader = max(k.reader, reader)
	if k.storage != keyFlat && k.worthFlat(s) {
		s.flatten(k)
	}
}

// keyOf finds the key of a single id or of the relationship of a pair. Where
// no table ever had it, that is key 0, which is in no table.
func (s *Store) keyOf(id ID) *key {
	index := id.First()
	if uint(index) >= uint(len(s.keyNumbers)) {
		return s.keys[0]
	}
	number := s.keyNumbers[index].single
	if id.IsPair() {
		number = s.keyNumbers[index].pair
	}
	return s.keys[number]
}

// makeKey finds or makes the key of a single id or of a pair's relationship.
func (s *Store) makeKey(id ID) *key {
	index := id.First()
	if n := int(index) + 1; n > len(s.keyNumbers) {
		s.keyNumbers = append(s.keyNumbers, make([]keyPair, n-len(s.keyNumbers))...)
	}
	pair := &s.keyNumbers[index]
	slot, kind := &pair.single, listOfID
	if id.IsPair() {
		slot, id, kind = &pair.pair, Pair(index, Wildcard), listOfRelationship
	}
	if *slot == 0 {
		k := &key{id: id, list: s.index.newList(kind), flat: s.absent}
		if !id.IsPair() {
			k.typ, k.flag = s.typeOfID(id), s.flagOf(index)
			k.size, k.goType = uintptr(s.types[k.typ].size), s.types[k.typ].word
		}
		if n := len(s.freeKeys); n > 0 {
			*slot = s.freeKeys[n-1]
			s.freeKeys = s.freeKeys[:n-1]
			s.keys[*slot] = k
		} else {
			*slot = uint32(len(s.keys))
			s.keys = append(s.keys, k)
		}
		if int(index) < len(s.records) {
			s.markIndex(index) // also if no table has it yet, so that the key goes with the entity
		}
	}
	return s.keys[*slot]
}

// dropKeys forgets an index as component and relationship.
func (s *Store) dropKeys(index uint32) {
	if uint(index) >= uint(len(s.keyNumbers)) {
		return
	}
	pair := &s.keyNumbers[index]
	for _, number := range []uint32{pair.single, pair.pair} {
		if number != 0 {
			k := s.keys[number]
			s.index.dropList(k.list)
			*k = key{flat: s.absent, reader: k.reader} // accessors must find nothing
			// one with a reader stays, empty, and goes on covering all tables
			if k.reader == 0 {
				s.freeKeys = append(s.freeKeys, number)
			}
		}
	}
	*pair = keyPair{}
}

// registerKeys notes where a new table has its components and relationships.
func (s *Store) registerKeys(t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for _, id := range ids[:singles] {
		s.setBase(s.keyOf(id), t, unsafe.Pointer(&noCells))
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.makeKey(ids[p])
	}
	s.registerPairRanges(t)
}

// registerPairRanges notes where a table has its relationships, and for which
// targets.
func (s *Store) registerPairRanges(t Table) {
	ids := s.IDs(t)
	for p := s.Singles(t); p < len(ids); {
		n := runLength(ids[p:])
		s.setPairRange(s.keyOf(ids[p]), t, pairRange{uint16(p), uint16(n), ids[p].Second()})
		p += n
	}
}

// unregisterKeys takes a removed table out of the pages.
func (s *Store) unregisterKeys(t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for _, id := range ids[:singles] {
		s.setBase(s.keyOf(id), t, nil)
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.setPairRange(s.keyOf(ids[p]), t, pairRange{})
	}
}

// runLength is the number of pairs at the start of ids with one relationship.
func runLength(ids []ID) int {
	n := 1
	for n < len(ids) && ids[n].First() == ids[0].First() {
		n++
	}
	return n
}
