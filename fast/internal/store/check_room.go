package store

import (
	"cmp"
	"fmt"
	"slices"
)

// extent is an allocated range of positions.
type extent struct{ from, n int }

// checkExtents returns an error for a position that is allocated twice or not at all.
func checkExtents(of string, extents int, taken []extent) error {
	slices.SortFunc(taken, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	at := 0
	for _, x := range taken {
		if x.n == 0 {
			continue
		}
		if x.from != at {
			return fmt.Errorf("%s: position %d must be either in use or free, and only once", of, min(at, x.from))
		}
		at += x.n
	}
	if at != extents {
		return fmt.Errorf("%s: %d positions are in use or free, but there are %d", of, at, extents)
	}
	return nil
}

func (s *slab[T]) check(of string, taken []extent) error {
	for n, list := range s.free {
		for _, offset := range list {
			taken = append(taken, extent{int(offset), n})
		}
	}
	return checkExtents(of, len(s.data), taken)
}

// check compares the lists of an arena with its allocations.
func (a *arena[T]) check(of string, lists []span) error {
	taken, large := []extent{{0, min(1, len(a.data))}}, []extent{{0, min(1, len(a.large))}}
	for _, l := range lists {
		switch {
		case l.offset == 0:
			continue
		case l.class == largeClass:
			large = append(large, extent{int(l.offset), 1})
		default:
			taken = append(taken, extent{int(l.offset), 1 << l.class})
		}
		if len(a.of(&l)) != int(l.length) || l.class < largeClass && l.length > 1<<l.class {
			return fmt.Errorf("%s: a list of %d has another length or no room", of, l.length)
		}
	}
	for class, list := range a.free {
		for _, offset := range list {
			taken = append(taken, extent{int(offset), 1 << class})
		}
	}
	for _, gap := range a.gaps {
		large = append(large, extent{int(gap), 1})
		if a.large[gap] != nil {
			return fmt.Errorf("%s: a removed list still has memory", of)
		}
	}
	if err := checkExtents(of, len(a.data), taken); err != nil {
		return err
	}
	return checkExtents(of+", long ones", len(a.large), large)
}

// check looks up every key.
func (m *idMap) check(of string) error {
	used := 0
	for _, slot := range m.slots {
		if slot.key == 0 {
			continue
		}
		used++
		if value, found := m.get(slot.key); !found || value != slot.value {
			return fmt.Errorf("%s: the key %#x is not found where it is", of, slot.key)
		}
	}
	return checkLoad(of, m.used, used, len(m.slots))
}

// checkLoad compares the slots in use of a hash table with its counter and its capacity.
func checkLoad(of string, counted, used, slots int) error {
	if counted != used || 4*used > 3*slots {
		return fmt.Errorf("%s: %d of %d slots are in use, %d counted", of, used, slots, counted)
	}
	return nil
}

// checkMaps verifies that every entry of the hash tables can be found.
func (s *Store) checkMaps() error {
	if err := s.index.byID.check("pairs"); err != nil {
		return err
	}
	tables, archetypes := 0, 0
	for i := range s.tables {
		if s.InUse(Table(i)) {
			tables++
		}
	}
	for _, a := range s.archetypes {
		if a.tables > 0 {
			archetypes++
		}
	}
	return cmp.Or(
		checkLoad("tables", s.byIDs.used, tables, len(s.byIDs.slots)),
		checkLoad("archetypes", s.bySignature.used, archetypes, len(s.bySignature.slots)),
	)
}

// checkArchetypes compares archetypes with their tables, and looks each up by its elements.
func (s *Store) checkArchetypes() error {
	tables := make([]uint32, len(s.archetypes))
	for i := range s.tables {
		if meta := &s.tables[i]; meta.flags&tableInUse != 0 && !meta.wide() {
			tables[meta.archetype]++
		}
	}
	for i := range s.archetypes {
		if have := s.archetypes[i].tables; have != tables[i] {
			return fmt.Errorf("archetype %d counts %d tables of %d", i, have, tables[i])
		}
		if tables[i] == 0 {
			continue
		}
		elements := s.elementsOf(uint32(i))
		if found, _ := s.archetypeOf(elements, signatureHash(elements)); found != uint32(i) {
			return fmt.Errorf("archetype %d is not found by its elements", i)
		}
	}
	return nil
}

// checkSlabs verifies that every position of the slabs and every number is either used once or free
// once.
func (s *Store) checkSlabs() error {
	var ids, backs, columns, elements, layouts, shapes []extent
	wides := numbersOf(s.freeWides)
	free := numbersOf(s.freeTables)
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags&tableInUse == 0 {
			continue
		}
		free = append(free, extent{i, 1})
		capacity, width := meta.capacities()
		ids, columns = append(ids, extent{int(meta.ids), capacity}), append(columns, extent{int(meta.columns), width})
		if meta.wide() {
			layouts = append(layouts, extent{int(meta.layout), capacity})
			shapes = append(shapes, extent{int(meta.shapes), width})
			wides = append(wides, extent{int(meta.backs), 1})
		} else {
			backs = append(backs, extent{int(meta.backs), backsFor(int(meta.size), int(meta.singles))})
		}
	}
	archetypes := numbersOf(s.freeArchetypes)
	for i := range s.archetypes {
		if a := &s.archetypes[i]; a.tables != 0 {
			archetypes = append(archetypes, extent{i, 1})
			elements = append(elements, extent{int(a.elements), int(a.size)})
			layouts = append(layouts, extent{int(a.layout), int(a.size)})
			shapes = append(shapes, extent{int(a.shapes), int(a.width)})
		}
	}
	return cmp.Or(
		s.ids.check("ids", ids), s.backs.check("places in lists", backs), s.columns.check("columns", columns),
		s.elements.check("elements", elements), s.layouts.check("layouts", layouts), s.shapes.check("shapes", shapes),
		checkExtents("tables", len(s.tables), free), checkExtents("archetypes", len(s.archetypes), archetypes),
		checkExtents("wide tables", len(s.wides), wides), s.checkLists(), s.checkBlocks(),
	)
}

// numbersOf returns free numbers as extents.
func numbersOf[T ~uint32](free []T) []extent {
	var out []extent
	for _, number := range free {
		out = append(out, extent{int(number), 1})
	}
	return out
}

// checkLists verifies that every list of the index belongs to one key, pair or target, or is free.
func (s *Store) checkLists() error {
	lists := append(numbersOf(s.index.freeLists), extent{0, listAnyPair + 1})
	for _, k := range s.keys {
		if k.list > listAnyPair {
			lists = append(lists, extent{int(k.list), 1})
		}
	}
	for _, slot := range s.index.byID.slots {
		if slot.key != 0 {
			lists = append(lists, extent{int(slot.value), 1})
		}
	}
	for i := range s.records {
		if number := s.targetList(uint32(i)); number != 0 {
			lists = append(lists, extent{int(number), 1})
		}
	}
	if err := checkExtents("lists", len(s.index.lists), lists); err != nil {
		return err
	}
	var spans []span
	for i := range s.index.lists {
		if l := &s.index.lists[i]; l.class() != inlineList {
			spans = append(spans, l.span())
		}
	}
	return s.index.postings.check("postings", spans)
}

// checkBlocks verifies that the memory of columns does not overlap and is not free.
func (s *Store) checkBlocks() error {
	type block struct{ at, bytes uintptr }
	var blocks []block
	saved := 0
	for class, list := range s.memory.free {
		for _, a := range list {
			blocks = append(blocks, block{uintptr(a), smallestBlock << class})
		}
	}
	for i := range s.tables {
		meta := &s.tables[i]
		if meta.flags&tableInUse == 0 || meta.capacity == 0 {
			continue
		}
		columns, shapes := s.columnsOf(meta)
		for c := range columns {
			typ := &s.types[shapes[c].typ]
			class := blockClass(uintptr(typ.size) * uintptr(meta.capacity))
			if _, own := s.memory.saved[columns[c].pointer()]; own {
				saved++
			} else if class < blockClasses {
				blocks = append(blocks, block{uintptr(columns[c]), smallestBlock << class})
			}
		}
	}
	if saved != len(s.memory.saved) {
		return fmt.Errorf("memory keeps %d arrays for %d columns", len(s.memory.saved), saved)
	}
	slices.SortFunc(blocks, func(a, b block) int { return cmp.Compare(a.at, b.at) })
	for i, b := range blocks {
		if i > 0 && blocks[i-1].at+blocks[i-1].bytes > b.at {
			return fmt.Errorf("two columns, or a column and a free block, share memory")
		}
	}
	ends := map[uintptr]uintptr{} // blocks by end address
	for _, b := range blocks {
		ends[b.at+b.bytes] = b.at
	}
	return s.memory.checkPages(ends)
}

// checkPages verifies that blocks fill each page from its end, the last page down to what is left.
func (m *memory) checkPages(ends map[uintptr]uintptr) error {
	filled := 0
	for i, page := range m.pages {
		from := uintptr(page.at)
		at := from + page.bytes
		for at > from && ends[at] != 0 {
			at = ends[at]
			filled++
		}
		if i == len(m.pages)-1 && at != from+m.left {
			return fmt.Errorf("memory: %d bytes of the last page are neither in use nor free", at-from-m.left)
		}
	}
	if filled != len(ends) {
		return fmt.Errorf("memory: %d of %d blocks lie behind one that is neither in use nor free", len(ends)-filled,
			len(ends))
	}
	return nil
}
