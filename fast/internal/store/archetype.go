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
	serial   uint32 // never reused, so that edges to a removed archetype become invalid
	elements uint32
	layout   uint32 // by position: the physical column, 0 for none
	shapes   uint32 // by physical column, the entities first
	parked   Table  // first table that waits for new targets
	tables   uint32
	next     uint32 // next archetype with the same hash, plus 1
	size     uint16
	singles  uint16
	width    uint16
}

func signatureHash(signature []element) uint64 {
	h := uint64(len(signature))
	for _, e := range signature {
		h = mix(h ^ uint64(e))
	}
	return h | 1
}

// archetypeFor returns the archetype of a signature, and creates it if needed.
func (s *Store) archetypeFor(signature []element) uint32 {
	hash := signatureHash(signature)
	head, known := s.bySignature.get(hash)
	for at := head; known && at != 0; at = s.archetypes[at-1].next {
		a := &s.archetypes[at-1]
		if slices.Equal(s.elements.at(a.elements, int(a.size)), signature) {
			return at - 1
		}
	}
	number := uint32(len(s.archetypes))
	if n := len(s.freeArchetypes); n > 0 {
		number = s.freeArchetypes[n-1]
		s.freeArchetypes = s.freeArchetypes[:n-1]
	} else {
		s.archetypes = append(s.archetypes, archetype{})
	}
	s.serial++
	a := &s.archetypes[number]
	*a = archetype{
		hash: hash, serial: s.serial, parked: NoTable,
		next: head, size: uint16(len(signature)), width: 1,
	}
	if known {
		s.bySignature.remove(hash)
	}
	s.bySignature.put(hash, number+1)
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
	head, _ := s.bySignature.get(a.hash)
	s.bySignature.remove(a.hash)
	if head == number+1 {
		head = a.next
	} else {
		at := head
		for s.archetypes[at-1].next != number+1 {
			at = s.archetypes[at-1].next
		}
		s.archetypes[at-1].next = a.next
	}
	if head != 0 {
		s.bySignature.put(a.hash, head)
	}
	s.elements.release(a.elements, int(a.size))
	s.layouts.release(a.layout, int(a.size))
	s.shapes.release(a.shapes, int(a.width))
	*a = archetype{parked: NoTable}
	s.freeArchetypes = append(s.freeArchetypes, number)
}

// edgeMap caches which archetype results if an element is added or removed at a position.
type edgeMap struct {
	slots []edge
	used  int
}

// edge is valid while its target archetype has the same serial.
type edge struct {
	from   uint64 // serial of the archetype, position, and add (1) or remove (0)
	with   element
	to     uint32
	serial uint32
}

func edgeFrom(a *archetype, position int, add bool) uint64 {
	from := uint64(a.serial)<<32 | uint64(position)<<1
	if add {
		from |= 1
	}
	return from
}

func (m *edgeMap) home(from uint64, with element) int {
	return int(mix(from*31+uint64(with)) >> 7 & uint64(len(m.slots)-1))
}

func (m *edgeMap) get(s *Store, from uint64, with element) (uint32, bool) {
	if m.used == 0 {
		return 0, false
	}
	for i := m.home(from, with); m.slots[i].from != 0; i = (i + 1) & (len(m.slots) - 1) {
		e := &m.slots[i]
		if e.from == from && e.with == with && s.archetypes[e.to].serial == e.serial {
			return e.to, true
		}
	}
	return 0, false
}

func (m *edgeMap) put(s *Store, from uint64, with element, to uint32) {
	if (m.used+1)*4 > len(m.slots)*3 {
		m.rebuild(s)
	}
	m.place(edge{from, with, to, s.archetypes[to].serial})
}

func (m *edgeMap) place(e edge) {
	i := m.home(e.from, e.with)
	for m.slots[i].from != 0 {
		i = (i + 1) & (len(m.slots) - 1)
	}
	m.slots[i] = e
	m.used++
}

// rebuild doubles the size of the map, or keeps it if most edges are invalid.
func (m *edgeMap) rebuild(s *Store) {
	old, live := m.slots, 0
	alive := map[uint32]bool{}
	for _, a := range s.archetypes {
		alive[a.serial] = a.serial != 0
	}
	keep := func(e edge) bool { // false for an empty slot, because no archetype has the serial 0
		return alive[uint32(e.from>>32)] && s.archetypes[e.to].serial == e.serial
	}
	for _, e := range old {
		if keep(e) {
			live++
		}
	}
	size := max(64, len(old))
	for (live+1)*2 > size {
		size *= 2
	}
	m.slots, m.used = make([]edge, size), 0
	for _, e := range old {
		if keep(e) {
			m.place(e)
		}
	}
}
