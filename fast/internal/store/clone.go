package store

import (
	"maps"
	"slices"
	"unsafe"
)

// Clone copies the whole store. Values get their own slices and maps, see [Store.Own]. Handles, ids
// and table numbers are the same in the copy. Subscribers are not copied. If Options.TypeOf uses
// the world of the original, call [Store.SetTypeOf] on the copy.
func (s *Store) Clone() *Store {
	c := *s
	c.types = slices.Clone(s.types)
	c.typeOf = maps.Clone(s.typeOf)
	c.passed = new([passedSets]uint64)
	*c.passed = *s.passed
	c.freeWides, c.wides = slices.Clone(s.freeWides), slices.Clone(s.wides)
	for i, at := range c.wides {
		c.wides[i] = maps.Clone(at)
	}
	c.records = slices.Clone(s.records)
	c.tables = slices.Clone(s.tables)
	c.freeTables = slices.Clone(s.freeTables)
	c.byIDs.slots = slices.Clone(s.byIDs.slots)
	c.ids, c.backs = s.ids.clone(), s.backs.clone()
	c.archetypes = slices.Clone(s.archetypes)
	c.freeArchetypes = slices.Clone(s.freeArchetypes)
	c.bySignature.slots = slices.Clone(s.bySignature.slots)
	c.elements, c.layouts, c.shapes = s.elements.clone(), s.layouts.clone(), s.shapes.clone()
	c.transitions = slices.Clone(s.transitions)
	c.index = s.index.clone()
	c.keys, c.tableFlags = slices.Clone(s.keys), slices.Clone(s.tableFlags)
	for i, k := range s.keys {
		copied := *k
		copied.reader, copied.rest = 0, k.rest.clone()
		if k.storage == keyFlat {
			flat := slices.Clone(unsafe.Slice((*word)(k.flat), s.flatSize))
			copied.flat = unsafe.Pointer(unsafe.SliceData(flat))
		}
		c.keys[i] = &copied
	}
	c.freeKeys = slices.Clone(s.freeKeys)
	c.keyNumbers = slices.Clone(s.keyNumbers)
	c.subscribers, c.scratch, c.signature, c.spotScratch = nil, nil, nil, nil
	c.stale = stale{}
	c.rows.Log = Log{}
	c.cloneColumns(s)
	return &c
}

// cloneColumns allocates columns for the copy's tables.
func (s *Store) cloneColumns(from *Store) {
	s.memory = memory{}
	s.columns = from.columns.clone()
	for t := range s.tables {
		meta := &s.tables[t]
		if meta.flags&tableInUse == 0 || meta.capacity == 0 {
			continue
		}
		for i := range int(meta.width) {
			sh := s.shapes.data[int(meta.shapes)+i]
			typ := &s.types[sh.typ]
			slot := int(meta.columns) + i
			block := s.memory.alloc(typ, int(meta.capacity))
			s.duplicateCells(typ, block, from.columns.data[slot].pointer(), int(meta.count))
			s.columns.data[slot] = addressOf(block)
			if sh.key != 0 {
				s.setBase(s.keys[sh.key], Table(t), block)
			}
		}
	}
}

func (x *index) clone() index {
	c := *x
	c.lists = slices.Clone(x.lists)
	c.freeLists = slices.Clone(x.freeLists)
	c.byID = x.byID.clone()
	c.postings = x.postings.clone()
	return c
}
