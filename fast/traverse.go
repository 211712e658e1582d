package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// A term with traversal flags looks for its id on the source itself (self: own ids only), and by following own pairs of
// a relationship from there (up): depth first in type order, up to the first entity that has any id of the term's
// pattern, variables counting as wildcards. Visited entities are tested with what they inherit; DontInherit ids are
// not found (ruling 15). Following IsA is inheritance itself, with ids that are not Inherit found too, and is matched
// as terms without flags are (P-37).

// traversal is what the flags of a term ask for.
type traversal struct {
	self, up bool
	relation Entity // what up follows
}

// followsBases reports whether the flags are those of inheritance.
func (t *traversal) followsBases() bool { return t != nil && t.up && t.relation == IsA }

// climbs reports whether there are flags other than those of inheritance.
func (t *traversal) climbs() bool { return t != nil && !t.followsBases() }

// collectTraversed matches a term with traversal flags on a subject.
func (x *exec) collectTraversed(m *match, t store.Table, index uint32) {
	tr := m.traversal
	from := len(x.held)
	if tr.self && x.gather(m, t, index, true) {
		x.admit(m, from, 0)
		x.held = x.held[:from]
		return
	}
	if tr.up && x.st.Alive(tr.relation) {
		var seen visits
		seen.add(index) // up skips the start, also where the way leads back to it
		x.climb(m, t, index, &seen)
	}
	x.held = x.held[:from]
}

// climb goes up from the entities of a table to the first entity that has what the term looks for.
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
		if hit = x.gather(m, above, at, false); hit {
			x.admit(m, start, at)
			x.held = x.held[:start]
		} else {
			hit = x.climb(m, above, at, seen)
		}
	}
	x.level = x.level[:from]
	return hit
}

// gather appends to held the ids of a table that match the pattern of a term or that of a subclass: own ones, or also
// inherited ones and then no DontInherit ids. It reports whether there are any.
func (x *exec) gather(m *match, t store.Table, index uint32, own bool) bool {
	from := len(x.held)
	for i := 0; i <= len(m.subclasses); i++ {
		pattern := m.loose(i)
		if own {
			at := len(x.held)
			x.held = x.w.collectOwn(x.held, t, index, pattern)
			if x.toggled {
				x.held = x.w.dropOff(x.held, at, index)
			}
			continue
		}
		at := len(x.held)
		if x.toggled {
			x.held = x.w.collectSeen(x.held, t, index, pattern, traitInherited, true)
		} else {
			x.held = x.w.collect(x.held, t, index, pattern, traitInherited)
		}
		kept := at
		for _, h := range x.held[at:] {
			first := h.id.First()
			if x.w.traitsOf(first)&(traitProperty|traitDontInherit) == 0 {
				x.held[kept] = h
				kept++
			}
		}
		x.held = x.held[:kept]
	}
	if m.member != nil {
		x.keepMembers(m, from, index)
	}
	return len(x.held) > from
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

// traversed appends the tables whose entities may match a term with traversal flags.
func (x *exec) traversed(m *match) {
	tr := m.traversal
	from := len(x.tables)
	if tr.self {
		for i := 0; i <= len(m.subclasses); i++ {
			x.listTables(m.loose(i))
		}
	}
	if tr.up && x.st.Alive(tr.relation) {
		pairs := store.Pair(tr.relation.Index(), store.Wildcard)
		for _, p := range x.st.Lookup(pairs) {
			x.tables = append(x.tables, p.Table)
		}
	}
	slices.Sort(x.tables[from:])
	x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
}
