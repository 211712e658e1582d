package store

import "unsafe"

const tablePageSize = 256

// basePage and placePage say where a key is in 256 tables.
type (
	basePage  [tablePageSize]address
	placePage [tablePageSize]place
)

// The strides of arrays that hot loops go over by address. An address has four bytes on some machines.
const (
	addressSize = unsafe.Sizeof(address(0))
	placeSize   = unsafe.Sizeof(place{})
	entitySize  = unsafe.Sizeof(Entity(0))
)

// place is where a table has the pairs of a relationship: the first position,
// how many, and the target of the first. A count of 0 is absent.
type place struct {
	start, count uint16
	target       uint32
}

// The pages of tables that do not have a key; never written.
var (
	noBases  basePage
	noPlaces placePage
)

// key is a component or a relationship in use. Its pages answer in constant
// time where a table has it, and cover every table: a component has the first
// cell of its column (the address of noCells for a tag, or while the table has no
// room for rows), a relationship the place of its pairs.
type key struct {
	id     ID // single, or (R, *)
	typ    TypeIndex
	list   uint32 // its list in the index
	size   uintptr
	goType unsafe.Pointer // see typeWord
	flat   unsafe.Pointer // if it has a Reader or Relation: the bases or places of all tables in one array
	bases  []*basePage
	places []*placePage
}

var noCells [1]uint64

// keyPair numbers the keys of one index as component and as relationship.
type keyPair struct{ single, pair uint32 }

func (k *key) base(t Table) unsafe.Pointer {
	return k.bases[t/tablePageSize][t%tablePageSize].pointer()
}

func (k *key) place(t Table) place { return k.places[t/tablePageSize][t%tablePageSize] }

func (k *key) setBase(t Table, base unsafe.Pointer) {
	page := &k.bases[t/tablePageSize]
	if *page == &noBases {
		*page = new(basePage)
	}
	(*page)[t%tablePageSize] = addressOf(base)
	if k.flat != nil {
		*(*address)(unsafe.Add(k.flat, uintptr(t)*addressSize)) = addressOf(base)
	}
}

// flatten gives a key the bases or places of all tables in one array, to be read without going over a page. It is for
// what a program registers, which is little, while any entity can be a tag.
func (s *Store) flatten(k *key) {
	if k.isRelationship() || k.id == 0 { // one that was dropped may have been either
		flat := make([]place, s.flatSize)
		k.flat = unsafe.Pointer(unsafe.SliceData(flat))
		for t := range s.tables {
			if at := k.place(Table(t)); at.count != 0 {
				flat[t] = at
			}
		}
		return
	}
	flat := make([]address, s.flatSize)
	k.flat = unsafe.Pointer(unsafe.SliceData(flat))
	for t := range s.tables {
		if base := k.base(Table(t)); base != nil {
			flat[t] = addressOf(base)
		}
	}
}

func (k *key) isRelationship() bool { return k.id.IsPair() }

// growFlat makes room for another table in the flat arrays. The memory of tables that do not have the component is not
// touched where it is more than a page.
func (s *Store) growFlat() {
	if len(s.tables) <= s.flatSize {
		return
	}
	s.flatSize = max(tablePageSize, 2*s.flatSize, len(s.tables))
	for _, k := range s.keys {
		if k.flat != nil {
			s.flatten(k)
		}
	}
}

func (k *key) setPlace(t Table, at place) {
	page := &k.places[t/tablePageSize]
	if *page == &noPlaces {
		*page = new(placePage)
	}
	(*page)[t%tablePageSize] = at
	if k.flat != nil {
		*(*place)(unsafe.Add(k.flat, uintptr(t)*placeSize)) = at
	}
}

// cover gives the key pages up to table t. Key 0 has both kinds.
func (k *key) cover(t Table) {
	for !k.id.IsPair() && int(t/tablePageSize) >= len(k.bases) {
		k.bases = append(k.bases, &noBases)
	}
	for (k.id.IsPair() || k.id == 0) && int(t/tablePageSize) >= len(k.places) {
		k.places = append(k.places, &noPlaces)
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
		k := &key{id: id, list: s.index.newList(kind)}
		k.cover(Table(max(1, len(s.tables)) - 1))
		if !id.IsPair() {
			k.typ = s.typeOfID(id)
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
			*k = key{flat: k.flat} // accessors must find nothing
			k.cover(Table(len(s.tables) - 1))
			if k.flat == nil { // one with a reader stays, empty, and goes on covering all tables
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
		s.keyOf(id).setBase(t, unsafe.Pointer(&noCells))
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.makeKey(ids[p])
	}
	s.registerPlaces(t)
}

// registerPlaces notes where a table has its relationships, and for which
// targets.
func (s *Store) registerPlaces(t Table) {
	ids := s.IDs(t)
	for p := s.Singles(t); p < len(ids); {
		n := runLength(ids[p:])
		s.keyOf(ids[p]).setPlace(t, place{uint16(p), uint16(n), ids[p].Second()})
		p += n
	}
}

// unregisterKeys takes a removed table out of the pages.
func (s *Store) unregisterKeys(t Table) {
	ids, singles := s.IDs(t), s.Singles(t)
	for _, id := range ids[:singles] {
		s.keyOf(id).setBase(t, nil)
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.keyOf(ids[p]).setPlace(t, place{})
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
