package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// A term with up looks for its id above the source, by following own pairs of a relationship from there: depth first in
// type order, up to the first entity that its pattern fits with any values that its variables may have, set or not
// (ruling 15). Visited entities are tested with what they have, nothing that only follows. With self|up the start is
// tested first, as by self: with own ids and what follows from them (ruling 30). Following IsA is inheritance itself, and
// is matched as terms without flags are (P-37).

// traversal is what the flags of a term ask for.
type traversal struct {
	self, up bool
	relation Entity // what up follows
}

// followsBases reports whether the flags are those of inheritance.
func (t *traversal) followsBases() bool { return t != nil && t.up && t.relation == IsA }

// climbs reports whether a relationship other than IsA is followed.
func (t *traversal) climbs() bool { return t != nil && t.up && t.relation != IsA }

// collectTraversed matches a term that climbs on a subject.
func (x *exec) collectTraversed(m *match, t store.Table, index uint32) {
	if m.traversal.self {
		at := len(x.found)
		x.collectHere(m, t, index)
		if x.fitsStart(m, t, index, at) {
			return
		}
		x.found = x.found[:at]
	}
	if !x.w.canTraverse(m.traversal.relation) {
		return
	}
	from := len(x.held)
	var seen visits
	seen.add(index) // up skips the start, also where the way leads back to it
	x.climb(m, t, index, &seen)
	x.held = x.held[:from]
}

// fitsStart reports whether the start fits the pattern of a term; found[at:] is what it gives with the values that the
// variables have.
func (x *exec) fitsStart(m *match, t store.Table, index uint32, at int) bool {
	if len(x.found) > at && !m.usesThis() || m.pattern() == 0 {
		return len(x.found) > at
	}
	return x.forAny(m, func() bool {
		from, fits := len(x.found), false
		x.collectHere(m, t, index)
		for i := from; i < len(x.found) && !fits; i++ {
			fits = x.possible(m, x.found[i].id)
		}
		x.found = x.found[:from]
		return fits
	})
}

// pattern are the variables of the first and second element.
func (m *match) pattern() slots { return m.first.uses() | m.second.uses() }

// usesThis reports whether $this is one of them.
func (m *match) usesThis() bool { return m.pattern()&slotOf(thisSlot) != 0 }

// forAny reports whether a test holds with the variables of a term's pattern open; those that lookup variables start from
// are tried one by one.
func (x *exec) forAny(m *match, test func() bool) bool {
	this, table := x.this, x.table
	first, second := x.values[m.first.slot], x.values[m.second.slot]
	if m.usesThis() {
		x.this = thisOpen
	}
	for _, e := range [...]element{m.first, m.second} {
		if e.uses() != 0 {
			x.values[e.slot] = 0
		}
	}
	holds := x.forAnyParent(m, test)
	x.this, x.table = this, table
	if m.first.uses() != 0 {
		x.values[m.first.slot] = first
	}
	if m.second.uses() != 0 {
		x.values[m.second.slot] = second
	}
	return holds
}

// forAnyParent gives lookup variables of the pattern all their values.
func (x *exec) forAnyParent(m *match, test func() bool) bool {
	for _, e := range [...]element{m.first, m.second} {
		if e.kind != elementLookup {
			continue
		}
		if x.values[e.slot] != 0 {
			if x.lookedUp(e) == 0 {
				return false
			}
			continue
		}
		holds := false
		x.eachParent(e, func() bool {
			holds = x.forAnyParent(m, test)
			return !holds
		})
		return holds
	}
	return test()
}

// climb goes up from the entities of a table to the first entity that the term fits.
func (x *exec) climb(m *match, t store.Table, index uint32, seen *visits) bool {
	from := len(x.level)
	x.level = x.w.ownTargets(x.level, t, index, store.Pair(m.traversal.relation.Index(), store.Wildcard))
	hit := false
	for i := from; i < len(x.level) && !hit; i++ {
		at := x.level[i]
		if x.toggled && x.w.isOff(index, store.Pair(m.traversal.relation.Index(), at)) || !seen.add(at) {
			continue
		}
		start := len(x.held)
		above := x.w.table(at)
		x.gather(m, above, at)
		if hit = x.fitsAbove(m, start); hit {
			x.admit(m, start, at)
		}
		x.held = x.held[:start]
		if !hit {
			hit = x.climb(m, above, at, seen)
		}
	}
	x.level = x.level[:from]
	return hit
}

// fitsAbove reports whether one of held[from:] can be a match with any values of the variables.
func (x *exec) fitsAbove(m *match, from int) bool {
	if m.pattern() == 0 {
		return len(x.held) > from
	}
	return len(x.held) > from && x.forAny(m, func() bool {
		for _, h := range x.held[from:] {
			if x.couldBe(m, h.id) {
				return true
			}
		}
		return false
	})
}

// couldBe reports whether the variables of a term, which are open, can have the elements of an id as values.
func (x *exec) couldBe(m *match, id store.ID) bool {
	can := func(e element, index uint32) bool {
		switch {
		case e.kind == elementLookup:
			return x.lookedUp(e) == index
		case e.kind != elementVar:
			return true
		case x.values[e.slot] != 0: // a lookup variable starts from it
			return x.values[e.slot] == index
		}
		return !isBuiltin(index) && (e.slot != thisSlot || !x.q.excludes(x.w.table(index)))
	}
	if !can(m.first, id.First()) {
		return false
	}
	if m.second.kind == elementNone {
		return true
	}
	same := m.first.kind == elementVar && m.second.kind == elementVar && m.first.slot == m.second.slot
	return can(m.second, id.Second()) && (!same || id.First() == id.Second())
}

// gather appends to held what an entity above has of the pattern of a term, and of those of its subclasses.
func (x *exec) gather(m *match, t store.Table, index uint32) {
	from := len(x.held)
	for i := 0; i <= len(m.subclasses); i++ {
		at := len(x.held)
		if x.toggled {
			x.held = x.w.collectSeen(x.held, t, index, m.loose(i), traitInherited, true)
		} else {
			x.held = x.w.collect(x.held, t, index, m.loose(i), traitInherited)
		}
		x.held = x.w.dropUninherited(x.held, at)
	}
	if m.member != nil {
		x.keepMembers(m, from, index)
	}
}

// isFoundAbove reports whether ids that begin with an entity are found along a relationship, whoever has them there.
func (w *World) isFoundAbove(first, relation Entity) bool {
	traits := w.traitsOf(first.Index())
	if relation == IsA {
		return traits&traitInherited != 0
	}
	return w.profile.FindsUninherited || traits&(traitProperty|traitDontInherit) == 0
}

// dropUninherited drops from a place on what is DontInherit, where the profile does not find it above (QRY-376, ruling 36).
func (w *World) dropUninherited(list []held, from int) []held {
	if w.profile.FindsUninherited {
		return list
	}
	kept := from
	for _, h := range list[from:] {
		if w.traitsOf(h.id.First())&(traitProperty|traitDontInherit) == 0 {
			list[kept] = h
			kept++
		}
	}
	return list[:kept]
}

// loose is the pattern of a term with variables as wildcards, for its first element or a subclass: those of a component in
// type order, a relationship before its subclasses (P-26).
func (m *match) loose(class int) store.ID {
	first, second := uint32(store.Wildcard), uint32(store.Wildcard)
	pair := m.second.kind != elementNone && m.member == nil
	switch {
	case m.first.kind != elementConst:
	case !pair:
		first = m.class(class)
	case class == 0:
		first = m.firstID
	default:
		first = m.subclasses[class-1]
	}
	if !pair {
		return store.Single(first)
	}
	if m.second.kind == elementConst {
		second = m.secondID
	}
	return store.Pair(first, second)
}

// admit appends the matches that held from a place on gives under the values of the variables. entity is where they
// are, 0 for the subject.
func (x *exec) admit(m *match, from int, entity uint32) {
	first, second := x.element(m.first, m.firstID), x.element(m.second, m.secondID)
	at := len(x.found)
next:
	for _, h := range x.held[from:] {
		c := candidate{id: h.id, stored: h.id, src: h.base}
		if c.src == 0 {
			c.src = entity
		}
		if m.member != nil {
			c.stored = 0
		}
		if m.first.kind == elementConst && m.second.kind != elementNone && h.id.First() != m.firstID {
			c.id, c.stored = store.Pair(m.firstID, h.id.Second()), 0
		} else if m.first.kind != elementConst && first != store.Wildcard && h.id.First() != first {
			continue
		}
		if m.second.kind != elementNone && second != store.Wildcard && c.id.Second() != second || !x.fits(m, c.id) {
			continue
		}
		if m.first.kind == elementConst && m.second.kind == elementNone && len(x.found) > at {
			return // one component is enough, whichever subclass it is
		}
		for i := range x.found[at:] {
			if x.found[at+i].id == c.id {
				continue next
			}
		}
		x.add(m, at, c)
	}
}

// traversed appends the tables whose entities may match a term that climbs.
func (x *exec) traversed(m *match) {
	tr := m.traversal
	from := len(x.tables)
	if tr.self {
		x.candidatesHere(m)
	}
	if x.w.canTraverse(tr.relation) {
		for _, p := range x.st.Lookup(store.Pair(tr.relation.Index(), store.Wildcard)) {
			x.tables = append(x.tables, p.Table)
		}
	}
	slices.Sort(x.tables[from:])
	x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
}
