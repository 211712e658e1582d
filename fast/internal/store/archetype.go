package store

import "slices"

// element is one position of a signature: the id without its target but with its type. All tables
// of an archetype therefore have the same columns.
type element uint64

func elementOf(id ID, typ TypeIndex) element {
	e := element(id.First())<<32 | element(typ)
	if id.IsPair() {
		e |= element(pairFlag)
	}
	return e
}

func (e element) first() uint32  { return uint32(e>>32) & MaxFirst }
func (e element) typ() TypeIndex { return TypeIndex(e) }

// archetype is the signature that tables share: their components, and each relationship once per
// target.
type archetype struct {
	hash     uint64
	elements uint32
	layout   uint32 // by position: the physical column, 0 for none
	shapes   uint32 // by physical column, the entities first
	parked   Table  // first table that waits for new targets
	tables   uint32
	size     uint16
	singles  uint16
	width    uint16
}

func signatureHash(signature []element) uint64 {
	h := uint64(len(signature))
	for _, e := range signature {
		h = mix(h ^ uint64(e))
	}
	return h
}

func (s *Store) elementsOf(arch uint32) []element {
	a := &s.archetypes[arch]
	return s.elements.at(a.elements, int(a.size))
}

// archetypeOf returns the archetype of a signature, if there is one.
func (s *Store) archetypeOf(signature []element, hash uint64) (uint32, bool) {
	m := &s.bySignature
	for i := m.home(hash); m.slots[i].number != 0; i = m.next(i) {
		if slot := m.slots[i]; slot.hash == uint32(hash) && slices.Equal(s.elementsOf(slot.number-1), signature) {
			return slot.number - 1, true
		}
	}
	return 0, false
}

// archetypeFor returns the archetype of a signature, and creates it if needed.
func (s *Store) archetypeFor(signature []element) uint32 {
	hash := signatureHash(signature)
	if number, ok := s.archetypeOf(signature, hash); ok {
		return number
	}
	number := uint32(len(s.archetypes))
	if n := len(s.freeArchetypes); n > 0 {
		number = s.freeArchetypes[n-1]
		s.freeArchetypes = s.freeArchetypes[:n-1]
	} else {
		s.archetypes = append(s.archetypes, archetype{})
	}
	a := &s.archetypes[number]
	*a = archetype{hash: hash, parked: NoTable, size: uint16(len(signature)), width: 1}
	s.bySignature.put(hash, number)
	s.layOut(a, signature)
	return number
}

// layOut assigns a column to each element with values.
func (s *Store) layOut(a *archetype, signature []element) {
	a.elements = s.elements.alloc(len(signature))
	copy(s.elements.at(a.elements, len(signature)), signature)
	a.layout = s.layouts.alloc(len(signature))
	layout := s.layouts.at(a.layout, len(signature))
	for p, e := range signature {
		if e&element(pairFlag) == 0 {
			a.singles++
		}
		if e.typ() != TagType {
			layout[p] = a.width
			a.width++
		}
	}
	a.shapes = s.shapes.alloc(int(a.width))
	shapes := s.shapes.at(a.shapes, int(a.width))
	shapes[0] = s.types[entityColumn].shape(entityColumn, 0)
	for p, e := range signature {
		if layout[p] != 0 {
			key := uint32(0)
			if p < int(a.singles) {
				key = s.keyNumbers[e.first()].single
			}
			shapes[layout[p]] = s.types[e.typ()].shape(e.typ(), key)
		}
	}
}

// removeArchetype removes an archetype that has no tables left.
func (s *Store) removeArchetype(number uint32) {
	a := &s.archetypes[number]
	s.bySignature.remove(a.hash, number)
	s.elements.release(a.elements, int(a.size))
	s.layouts.release(a.layout, int(a.size))
	s.shapes.release(a.shapes, int(a.width))
	*a = archetype{parked: NoTable}
	s.added, s.removed = edge{}, edge{}
	s.freeArchetypes = append(s.freeArchetypes, number)
}
