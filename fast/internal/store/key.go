package store

import "unsafe"

const (
	keyPageSize   = 1024
	tablePageSize = 256
)

// key is a component or a relationship in use. Its pages answer in constant
// time where a table has it: for a single id the place of its column in the
// columns slab (1 for a tag), for a relationship the first position and the
// number of its pairs; 0 is absent.
type key struct {
	id    ID // single, or (R, *)
	typ   TypeIndex
	list  uint32 // its list in the index
	pages []*[tablePageSize]uint32
}

// keyPair numbers the keys of one index as component and as relationship.
type keyPair struct{ single, pair uint32 }

func (k *key) at(t Table) uint32 {
	page := int(t / tablePageSize)
	if page >= len(k.pages) || k.pages[page] == nil {
		return 0
	}
	return k.pages[page][t%tablePageSize]
}

func (k *key) set(t Table, value uint32) {
	page := int(t / tablePageSize)
	for page >= len(k.pages) {
		k.pages = append(k.pages, nil)
	}
	if k.pages[page] == nil {
		k.pages[page] = new([tablePageSize]uint32)
	}
	k.pages[page][t%tablePageSize] = value
}

// keysOf finds the keys of an index, nil if it was never used as either.
func (s *Store) keysOf(index uint32) *keyPair {
	page := int(index / keyPageSize)
	if page >= len(s.keyPages) || s.keyPages[page] == nil {
		return nil
	}
	return &s.keyPages[page][index%keyPageSize]
}

// keyOf finds the key of a single id or of the relationship of a pair, nil
// if no table has it. Key 0 is never used.
func (s *Store) keyOf(id ID) *key {
	pair := s.keysOf(id.First())
	if pair == nil {
		return nil
	}
	number := pair.single
	if id.IsPair() {
		number = pair.pair
	}
	if number == 0 {
		return nil
	}
	return &s.keys[number]
}

// makeKey finds or makes the key of a single id or of a pair's relationship.
func (s *Store) makeKey(id ID) *key {
	index := id.First()
	page := int(index / keyPageSize)
	for page >= len(s.keyPages) {
		s.keyPages = append(s.keyPages, nil)
	}
	if s.keyPages[page] == nil {
		s.keyPages[page] = new([keyPageSize]keyPair)
	}
	pair := &s.keyPages[page][index%keyPageSize]
	slot := &pair.single
	if id.IsPair() {
		slot, id = &pair.pair, Pair(index, Wildcard)
	}
	if *slot == 0 {
		k := key{id: id, list: s.index.newList(id)}
		if !id.IsPair() {
			k.typ = s.typeOfID(id)
		}
		if n := len(s.freeKeys); n > 0 {
			*slot = s.freeKeys[n-1]
			s.freeKeys = s.freeKeys[:n-1]
			s.keys[*slot] = k
		} else {
			if len(s.keys) == 0 {
				s.keys = append(s.keys, key{})
			}
			*slot = uint32(len(s.keys))
			s.keys = append(s.keys, k)
		}
	}
	return &s.keys[*slot]
}

// dropKeys forgets an index as component and relationship.
func (s *Store) dropKeys(index uint32) {
	pair := s.keysOf(index)
	if pair == nil {
		return
	}
	for _, number := range []uint32{pair.single, pair.pair} {
		if number != 0 {
			s.index.dropList(s.keys[number].list)
			s.keys[number] = key{}
			s.freeKeys = append(s.freeKeys, number)
		}
	}
	*pair = keyPair{}
}

// registerKeys notes where a new table has its components and relationships.
func (s *Store) registerKeys(t Table) {
	meta := &s.tables[t]
	ids := s.IDs(t)
	a := &s.archetypes[meta.archetype]
	for p, id := range ids[:meta.singles] {
		value := uint32(1)
		if column := s.layouts.data[int(a.layout)+p]; column != 0 {
			value = meta.columns + uint32(column)
		}
		s.makeKey(id).set(t, value)
	}
	for p := int(meta.singles); p < len(ids); {
		n := runLength(ids[p:])
		s.makeKey(ids[p]).set(t, uint32(p+1)|uint32(n)<<16)
		p += n
	}
}

// unregisterKeys takes a removed table out of the pages.
func (s *Store) unregisterKeys(t Table) {
	ids := s.IDs(t)
	singles := s.Singles(t)
	for _, id := range ids[:singles] {
		s.keyOf(id).set(t, 0)
	}
	for p := singles; p < len(ids); p += runLength(ids[p:]) {
		s.keyOf(ids[p]).set(t, 0)
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

// run is where a table has the pairs of id's relationship.
func (s *Store) run(t Table, id ID) (start, count int) {
	k := s.keyOf(id)
	if k == nil {
		return 0, 0
	}
	value := k.at(t)
	if value == 0 {
		return 0, 0
	}
	return int(value&0xffff) - 1, int(value >> 16)
}

// cell is the address of an entity's cell of an id that it has; nil for a
// tag. It is the path of Get.
func (s *Store) cell(t Table, row uint32, id ID) (unsafe.Pointer, TypeIndex, bool) {
	if id.IsPair() {
		return s.pairCell(t, row, id)
	}
	k := s.keyOf(id)
	if k == nil {
		return nil, TagType, false
	}
	ref := k.at(t)
	if ref <= 1 {
		return nil, TagType, ref == 1
	}
	size := uintptr(s.types[k.typ].size)
	return unsafe.Add(s.columns.data[ref], uintptr(row)*size), k.typ, true
}

func (s *Store) pairCell(t Table, row uint32, id ID) (unsafe.Pointer, TypeIndex, bool) {
	p := s.pairPosition(t, id)
	if p < 0 {
		return nil, TagType, false
	}
	typ := s.ColumnType(t, p)
	if typ == TagType {
		return nil, TagType, true
	}
	return unsafe.Add(s.ColumnData(t, p), uintptr(row)*uintptr(s.types[typ].size)), typ, true
}
