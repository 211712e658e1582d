package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// collect appends the matches of a term on a subject: an entity, or all entities of a table if
// index is 0. Without *, it appends at most one match for each value of the unbound variables, the
// first in type order.
func (x *Exec) collect(m *Match, t store.Table, index uint32) {
	if m.sets != nil {
		x.matchSets(m, index)
		return
	}
	if m.Traversal.Climbs() {
		x.collectTraversed(m, t, index)
		return
	}
	x.collectHere(m, t, index)
}

// collectHere is collect without traversal.
func (x *Exec) collectHere(m *Match, t store.Table, index uint32) {
	first, second := x.element(m.First, m.FirstID), x.element(m.Second, m.secondID)
	switch {
	case m.Member != nil:
		x.collectMember(m, t, index)
	case m.First.Kind != ElementConst:
		x.collectHeld(m, t, index, first, second)
	case m.Second.Kind == ElementNone:
		x.collectSingle(m, t, index)
	case second != store.Wildcard:
		x.collectPair(m, t, index, second)
	default:
		x.collectTargets(m, t, index)
	}
}

// element returns the current index of an element, or the wildcard if it is unbound.
func (x *Exec) element(e Element, index uint32) uint32 {
	switch e.Kind {
	case ElementConst:
		return index
	case ElementVar:
		if value := x.Values[e.Slot]; value != 0 {
			return value
		}
	case ElementLookup:
		if value := x.lookedUp(e); value != 0 {
			return value
		}
	case ElementNone, ElementStar, ElementAny:
	}
	return store.Wildcard
}

// collectSingle matches a component or a subclass of it (facts.subclasses).
func (x *Exec) collectSingle(m *Match, t store.Table, index uint32) {
	for i := 0; i <= len(m.subclasses); i++ {
		id := store.Single(m.class(i))
		if base, ok := x.holder(m, t, index, id); ok {
			x.found = append(x.found, candidate{id: id, stored: id, src: base})
			return
		}
	}
}

// class returns the i-th entity, in type order, of the first element and its subclasses.
func (m *Match) class(i int) uint32 {
	switch {
	case i < m.rank:
		return m.subclasses[i]
	case i == m.rank:
		return m.FirstID
	}
	return m.subclasses[i-1]
}

// holder finds an id on a subject. base is 0 if the subject owns it.
func (x *Exec) holder(m *Match, t store.Table, index uint32, id store.ID) (base uint32, ok bool) {
	if x.Toggled {
		return x.enabledHolder(m, t, index, id)
	}
	if !m.skipOwn && x.W.OwnsID(t, index, id) {
		return 0, true
	}
	if !m.inherited && len(m.subclasses) == 0 || !x.AnyBases || !x.W.HasBases(t) {
		return 0, false
	}
	if !m.skipOwn && id.IsPair() && x.W.TraitsOf(id.First())&rules.TraitExclusive != 0 &&
		x.Store.Has(t, store.Pair(id.First(), store.Wildcard)) {
		return 0, false
	}
	return x.W.LookAbove(t, id, m.allow, &x.above)
}

// hold appends the ids of a subject that match a pattern to x.held. Of the inherited ids it appends
// only those with a trait of allow. If skipOwn is set, it appends no own ids.
func (x *Exec) hold(t store.Table, index uint32, pattern store.ID, skipOwn bool, allow rules.Traits) {
	x.held = x.W.CollectAs(x.held, t, index, pattern, allow, !skipOwn, x.Toggled)
}

// collectHeld matches the ids of the subject if the first element is a wildcard or a variable
// (facts.subclasses).
func (x *Exec) collectHeld(m *Match, t store.Table, index, first, second uint32) {
	pattern := store.Single(first)
	if m.Second.Kind != ElementNone {
		pattern = store.Pair(first, second)
	}
	if !pattern.IsWildcard() {
		if base, ok := x.holder(m, t, index, pattern); ok {
			x.found = append(x.found, candidate{id: pattern, stored: pattern, src: base})
		}
		return
	}
	from, at := len(x.held), len(x.found)
	x.hold(t, index, pattern, m.skipOwn, m.allow)
	for _, h := range x.held[from:] {
		if x.fits(m, h.ID) {
			x.add(m, at, candidate{id: h.ID, stored: h.ID, src: h.Base})
		}
	}
	x.held = x.held[:from]
}

// fits reports whether the unbound variables of a term can have the elements of an id as values.
func (x *Exec) fits(m *Match, id store.ID) bool {
	first, second := x.isOpen(m.First), x.isOpen(m.Second)
	if first && rules.IsBuiltin(id.First()) || second && x.W.IsNoValue(id.Second()) {
		return false
	}
	return !first || !second || m.First.Slot != m.Second.Slot || id.First() == id.Second()
}

// add appends a match. If a match in found[from:] gives the same row, only the first in type order
// stays.
func (x *Exec) add(m *Match, from int, c candidate) {
	if m.First.Kind == ElementAny || m.anyTarget {
		id := m.reported(c.id)
		for i := range x.found[from:] {
			if have := &x.found[from+i]; m.First.Kind == ElementConst || m.reported(have.id) == id {
				if x.earlier(m, c.id, have.id) {
					*have = c
				}
				return
			}
		}
	}
	x.found = append(x.found, c)
}

// earlier reports whether id a comes before id b in type order. Pairs of a relationship come before
// those of its subclasses (facts.reported).
func (x *Exec) earlier(m *Match, a, b store.ID) bool {
	if sub := a.First() != m.FirstID; m.First.Kind == ElementConst && sub != (b.First() != m.FirstID) {
		return !sub
	}
	return x.W.CompareIDs(a, b) < 0
}

// relationship returns the first element if i is 0, otherwise its i-th subclass (facts.reported).
func (m *Match) relationship(i int) uint32 {
	if i == 0 {
		return m.FirstID
	}
	return m.subclasses[i-1]
}

// collectPair matches a pair with known elements (facts.transitive). It prefers stored pairs, then
// pairs that transitivity derives, then those that only reflexivity gives.
func (x *Exec) collectPair(m *Match, t store.Table, index, target uint32) {
	for i := 0; i <= len(m.subclasses); i++ {
		id := store.Pair(m.relationship(i), target)
		if base, ok := x.holder(m, t, index, id); ok {
			x.found = append(x.found, candidate{id: id, stored: id, src: base})
			return
		}
	}
	id := store.Pair(m.FirstID, target)
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

// collectTargets matches a pair with an unbound target: for * each distinct id, otherwise each
// target once.
func (x *Exec) collectTargets(m *Match, t store.Table, index uint32) {
	at := len(x.found)
	var seen rules.Visits
	from := len(x.held)
	x.direct(m, t, index, m.skipOwn, m.allow)
	to := len(x.held)
	open, each := m.Second.Kind == ElementVar, m.Second.Kind == ElementStar
	for _, h := range x.held[from:to] {
		target := h.ID.Second()
		distinct := each && h.ID.First() != m.FirstID
		if !distinct && !seen.Add(target) || open && x.W.IsNoValue(target) {
			continue
		}
		x.add(m, at, candidate{id: h.ID, stored: h.ID, src: h.Base})
	}
	if m.transitive {
		x.closure(m, from, to, index, &seen, at)
	}
	if m.reflexive && index != 0 && !rules.IsBuiltin(index) && seen.Add(index) {
		x.add(m, at, candidate{id: store.Pair(m.FirstID, index)})
	}
	x.held = x.held[:from]
}

// direct appends the stored pairs of the relationship and its subclasses to x.held: those of the
// relationship first.
func (x *Exec) direct(m *Match, t store.Table, index uint32, skipOwn bool, allow rules.Traits) {
	for i := 0; i <= len(m.subclasses); i++ {
		x.hold(t, index, store.Pair(m.relationship(i), store.Wildcard), skipOwn, allow)
	}
}
