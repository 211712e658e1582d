package fast

import "github.com/relspec/relspec/fast/internal/store"

// collect appends the matches of a term on a subject: an entity, or all entities of a table where index is 0. One
// without * gives at most one for each value of its open variables, the first in type order.
func (x *exec) collect(m *match, t store.Table, index uint32) {
	if m.traversal.climbs() {
		x.collectTraversed(m, t, index)
		return
	}
	x.collectHere(m, t, index)
}

// collectHere is collect without climbing.
func (x *exec) collectHere(m *match, t store.Table, index uint32) {
	first, second := x.element(m.first, m.firstID), x.element(m.second, m.secondID)
	switch {
	case m.member != nil:
		x.collectMember(m, t, index)
	case m.first.kind != elementConst:
		x.collectHeld(m, t, index, first, second)
	case m.second.kind == elementNone:
		x.collectSingle(m, t, index)
	case second != store.Wildcard:
		x.collectPair(m, t, index, second)
	default:
		x.collectTargets(m, t, index)
	}
}

// element is the index that an element has now, the wildcard if it is open.
func (x *exec) element(e element, index uint32) uint32 {
	switch e.kind {
	case elementConst:
		return index
	case elementVar:
		if value := x.values[e.slot]; value != 0 {
			return value
		}
	case elementLookup:
		if value := x.lookedUp(e); value != 0 {
			return value
		}
	case elementNone, elementStar, elementAny:
	}
	return store.Wildcard
}

// collectSingle matches a component or a subclass of it (P-27).
func (x *exec) collectSingle(m *match, t store.Table, index uint32) {
	for i := 0; i <= len(m.subclasses); i++ {
		id := store.Single(m.class(i))
		if base, ok := x.holder(m, t, index, id); ok {
			x.found = append(x.found, candidate{id: id, stored: id, src: base})
			return
		}
	}
}

// class is the i-th of the first element and its subclasses in type order.
func (m *match) class(i int) uint32 {
	switch {
	case i < m.rank:
		return m.subclasses[i]
	case i == m.rank:
		return m.firstID
	}
	return m.subclasses[i-1]
}

// holder finds an id on the table of a subject: base is 0 if it is owned.
func (x *exec) holder(m *match, t store.Table, index uint32, id store.ID) (base uint32, ok bool) {
	if x.toggled {
		return x.seenHolder(m, t, index, id)
	}
	if !m.skipOwn && x.w.ownsID(t, index, id) {
		return 0, true
	}
	if !m.inherited && len(m.subclasses) == 0 || !x.anyBases || !x.w.hasBases(t) {
		return 0, false
	}
	if !m.skipOwn && id.IsPair() && x.w.traitsOf(id.First())&traitExclusive != 0 && x.st.Has(t, store.Pair(id.First(), store.Wildcard)) {
		return 0, false
	}
	return x.w.lookAbove(t, id, m.allow)
}

// hold appends to held the ids on the table of a subject that match a pattern.
func (x *exec) hold(m *match, t store.Table, index uint32, pattern store.ID) {
	switch {
	case x.toggled:
		x.held = x.w.collectSeen(x.held, t, index, pattern, m.allow, !m.skipOwn)
	case m.skipOwn:
		x.held = x.w.collectInherited(x.held, t, pattern, m.allow)
	default:
		x.held = x.w.collect(x.held, t, index, pattern, m.allow)
	}
}

// collectHeld matches ids that the subject has, where the first element is a wildcard or a variable (ruling 12).
func (x *exec) collectHeld(m *match, t store.Table, index, first, second uint32) {
	pattern := store.Single(first)
	if m.second.kind != elementNone {
		pattern = store.Pair(first, second)
	}
	if !pattern.IsWildcard() {
		if base, ok := x.holder(m, t, index, pattern); ok {
			x.found = append(x.found, candidate{id: pattern, stored: pattern, src: base})
		}
		return
	}
	from, at := len(x.held), len(x.found)
	x.hold(m, t, index, pattern)
	for _, h := range x.held[from:] {
		if x.fits(m, h.id) {
			x.add(m, at, candidate{id: h.id, stored: h.id, src: h.base})
		}
	}
	x.held = x.held[:from]
}

// fits reports whether the open variables of a term can have the elements of an id as values.
func (x *exec) fits(m *match, id store.ID) bool {
	first, second := x.isOpen(m.first), x.isOpen(m.second)
	if first && isBuiltin(id.First()) || second && isBuiltin(id.Second()) {
		return false
	}
	return !first || !second || m.first.slot != m.second.slot || id.First() == id.Second()
}

// add appends a match unless one since from gives the same row; of two, the first in type order stays.
func (x *exec) add(m *match, from int, c candidate) {
	if m.first.kind == elementAny || m.anyTarget {
		id := m.reported(c.id)
		for i := range x.found[from:] {
			if have := &x.found[from+i]; m.reported(have.id) == id {
				if x.w.compareIDs(c.id, have.id) < 0 {
					*have = c
				}
				return
			}
		}
	}
	x.found = append(x.found, c)
}

// collectPair matches a pair whose elements are known, on the facts of its relationship (ruling 12). What is had
// directly comes first, then what follows from others, then what only reflexivity gives.
func (x *exec) collectPair(m *match, t store.Table, index, target uint32) {
	id := store.Pair(m.firstID, target)
	if base, ok := x.holder(m, t, index, id); ok {
		x.found = append(x.found, candidate{id: id, stored: id, src: base})
		return
	}
	for _, class := range m.subclasses {
		if base, ok := x.holder(m, t, index, store.Pair(class, target)); ok {
			x.found = append(x.found, candidate{id: id, src: base})
			return
		}
	}
	if m.transitive {
		if src, ok := x.follows(m, t, index, target); ok {
			x.found = append(x.found, candidate{id: id, src: src})
			return
		}
	}
	if m.reflexive && index == target {
		x.found = append(x.found, candidate{id: id})
	}
}

// collectTargets matches a pair whose target is open, on the facts of its relationship.
func (x *exec) collectTargets(m *match, t store.Table, index uint32) {
	at := len(x.found)
	var seen visits
	from := len(x.held)
	x.direct(m, t, index, m.skipOwn, m.allow)
	to := len(x.held)
	open := m.second.kind == elementVar
	for _, h := range x.held[from:to] {
		target := h.id.Second()
		if !seen.add(target) || open && isBuiltin(target) {
			continue
		}
		c := candidate{id: store.Pair(m.firstID, target), src: h.base}
		if h.id.First() == m.firstID {
			c.stored = h.id
		}
		x.add(m, at, c)
	}
	if m.transitive {
		x.closure(m, from, to, index, &seen, at)
	}
	if m.reflexive && index != 0 && !isBuiltin(index) && seen.add(index) {
		x.add(m, at, candidate{id: store.Pair(m.firstID, index)})
	}
	x.held = x.held[:from]
}

// direct appends to held the pairs of the relationship and its subclasses that entities of a table have: those of the
// relationship first, each group in type order.
func (x *exec) direct(m *match, t store.Table, index uint32, skipOwn bool, allow traits) {
	x.directOf(m.firstID, t, index, skipOwn, allow)
	for _, class := range m.subclasses {
		x.directOf(class, t, index, skipOwn, allow)
	}
}

func (x *exec) directOf(relationship uint32, t store.Table, index uint32, skipOwn bool, allow traits) {
	from := len(x.held)
	pattern := store.Pair(relationship, store.Wildcard)
	switch {
	case x.toggled:
		x.held = x.w.collectSeen(x.held, t, index, pattern, allow, !skipOwn)
	case skipOwn:
		x.held = x.w.collectInherited(x.held, t, pattern, allow)
	default:
		x.held = x.w.collect(x.held, t, index, pattern, allow)
	}
	if added := x.held[from:]; len(added) > 1 {
		x.sortHeld(added)
	}
}

// sortHeld sorts pairs of one relationship by their targets' creation.
func (x *exec) sortHeld(list []held) {
	order := func(h held) uint64 { return x.w.entities[h.id.Second()].order }
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && order(list[j]) < order(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}
