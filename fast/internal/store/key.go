package store

import (
	"maps"
	"unsafe"
)

// word is the location of a key in a table: the address of the first cell for a component, a
// position for a relationship. It is 0 for a table that does not have the key.
type word uint64

// The strides of arrays that hot loops index by address. On some machines an address has four
// bytes.
const (
	addressSize = unsafe.Sizeof(address(0))
	wordSize    = unsafe.Sizeof(word(0))
	entitySize  = unsafe.Sizeof(Entity(0))
)

// pairRange is where a table has the pairs of a relationship: the first position, the number, and
// the target of the first. A count of 0 means none.
type pairRange struct {
	start, count uint16
	target       uint32
}

// key is a component or relationship in use. It finds its location in a table in constant time. For
// a component this is the address of the first cell of its column (of noCells for a tag, or while
// the table has no memory for rows); for a relationship it is the position of its pairs. A key of
// many tables has a word for every table of the store, so the look-up is one load. A key of few
// tables stores only theirs, because any entity can be a tag or relationship, and a word for each
// key and table would be too much.
type key struct {
	id      ID // single, or (R, *)
	typ     TypeIndex
	list    uint32 // its list in the index
	size    uintptr
	goType  unsafe.Pointer // see typeWord
	flat    unsafe.Pointer // a word for each table below flatSize: the key's own, or the shared array of zeros
	rest    rest           // the words of a sparse key
	count   uint32         // tables that have the key
	storage keyStorage
	reader  uint8 // what kind of accessor reads it
	guard   bool  // see Guard
	flag    uint8 // the bit of tables that have it, see Flags
}

// keyStorage tells where the words of a key are stored.
type keyStorage uint8

const (
	keyAbsent keyStorage = iota // nowhere, because all are 0
	keySparse                   // in rest
	keyFlat                     // in flat, which belongs to the key
)

// The kinds of accessors that read a key.
const (
	readRelation = 1 + iota // a Relation, which also reads rest
	readCells               // a Reader, which reads only flat
)

// rest has the words of a key of few tables: in list if they fit, otherwise all in the map.
type rest struct {
	list   [fewTables]word
	tables [fewTables]Table // the tables of list
	words  map[Table]word
}

const (
	// fewTables is the capacity of the list of a sparse key.
	fewTables = 2
	// Up to smallFlat tables in the store, any key with more than a few tables has a word per
	// table. If a program reads the key, the limit is four times as high.
	smallFlat = 1 << 10
	// A key has a word per table if at least 1/sparseShare of all tables have it.
	sparseShare = 8
)

var noCells [1]uint64

// keyPair has the numbers of the keys of an index as component and as relationship.
type keyPair struct{ single, pair uint32 }

// base returns the first cell of the component in a table, or nil if the table does not have it.
func (k *key) base(t Table) unsafe.Pointer {
	if k.storage == keySparse {
		return k.rest.base(t)
	}
	return *(*unsafe.Pointer)(unsafe.Add(k.flat, uintptr(t)*wordSize))
}

// pairRange returns where a table has the pairs of the relationship.
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

// put sets a word, or removes it if it is 0.
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

// each calls f for every word.
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

// Flags returns a bit for each of [Options.Flagged], set if the table has the id.
func (s *Store) Flags(t Table) uint8 { return s.tableFlags[t] }

// flagOf returns the bit of a single id in Flags, or 0 if it has none.
func (s *Store) flagOf(index uint32) uint8 {
	for i, flagged := range s.options.Flagged {
		if flagged == index {
			return 1 << i
		}
	}
	return 0
}

// slot returns the word of a table in a flat array.
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

// counted updates the count of tables that have the key.
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

// flatten makes a key store a word for every table.
func (s *Store) flatten(k *key) {
	flat := make([]word, s.flatSize)
	k.each(s, func(t Table, w word) { flat[t] = w })
	k.flat, k.storage, k.rest = unsafe.Pointer(unsafe.SliceData(flat)), keyFlat, rest{}
}

// thin reverts flatten.
func (s *Store) thin(k *key) {
	var r rest
	k.each(s, r.put)
	k.flat, k.storage, k.rest = s.absent, keyAbsent, r
	if k.count > 0 {
		k.storage = keySparse
	}
}

// each calls f for every table that has the key.
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

// growFlat extends the flat arrays for another table. Keys with few tables become sparse.
func (s *Store) growFlat() {
	if len(s.tables) > s.flatSize {
		s.resizeFlat(max(min(smallestFlat, s.options.SmallFlat), 2*s.flatSize, len(s.tables)))
	}
}

const smallestFlat = 256

// resizeFlat changes the size of the flat arrays. No table number may reach it.
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

// read records that an accessor reads a key.
func (s *Store) read(k *key, reader uint8) {
	k.reader = max(k.reader, reader)
	if k.storage != keyFlat && k.worthFlat(s) {
		s.flatten(k)
	}
}

// keyOf returns the key of a single id or of the relationship of a pair. If no table ever had it,
// it returns key 0, which no table has.
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

// makeKey returns the key of a single id or of a pair's relationship, and creates it if needed.
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
			s.Mention(index) // even if no table has it yet, so that the key is dropped with the entity
		}
	}
	return s.keys[*slot]
}

// dropKeys removes the keys of an index as component and relationship.
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
			// A key with an accessor stays, empty, and still covers all tables.
			if k.reader == 0 {
				s.freeKeys = append(s.freeKeys, number)
			}
		}
	}
	*pair = keyPair{}
}

// registerKeys sets the words of a new table.
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

// registerPairRanges sets the words of a table's relationships.
func (s *Store) registerPairRanges(t Table) {
	ids := s.IDs(t)
	for p := s.Singles(t); p < len(ids); {
		n := runLength(ids[p:])
		s.setPairRange(s.keyOf(ids[p]), t, pairRange{uint16(p), uint16(n), ids[p].Second()})
		p += n
	}
}

// unregisterKeys clears the words of a removed table.
func (s *Store) unregisterKeys(t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for _, id := range ids[:singles] {
		s.setBase(s.keyOf(id), t, nil)
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.setPairRange(s.keyOf(ids[p]), t, pairRange{})
	}
}

// runLength returns the number of pairs at the start of ids with one relationship.
func runLength(ids []ID) int {
	n := 1
	for n < len(ids) && ids[n].First() == ids[0].First() {
		n++
	}
	return n
}
