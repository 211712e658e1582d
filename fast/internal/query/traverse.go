package query

import (
	"cmp"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A term with up searches the entities above the source along owned pairs of a relationship, depth
// first in type order. It stops at the first entity that the term would match if all its variables
// were unbound, even if they are bound now (traversal.up). For example, if $r is bound to Rum,
// (Carries, $r) stops at the first entity above that carries anything. Entities above match only
// with ids that they own or inherit, not with pairs that follow by transitivity or reflexivity.
// With self|up the source is tested first, with own ids and pairs that follow from them
// (traversal.self-up). self|up(IsA) means the same as no flags, and up(IsA) also skips own ids.
// Both are matched as inheritance, not by this search (traversal.default).

// Traversal has the flags of a term.
type Traversal struct {
	Self, Up bool
	Relation Entity // the relationship that up follows
}

// FollowsBases reports whether the term has up(IsA).
func (t *Traversal) FollowsBases() bool { return t != nil && t.Up && t.Relation == rules.IsA }

// Climbs reports whether a relationship other than IsA is followed.
func (t *Traversal) Climbs() bool { return t != nil && t.Up && t.Relation != rules.IsA }

// collectTraversed appends the matches of a term with up to x.found. index is the source, and t its
// table.
func (x *Exec) collectTraversed(m *Match, t store.Table, index uint32) {
	if m.Traversal.Self {
		at := len(x.found)
		x.collectHere(m, t, index)
		if x.fitsStart(m, t, index, at) {
			return
		}
		x.found = x.found[:at]
	}
	if !x.W.CanTraverse(m.Traversal.Relation) {
		return
	}
	if x.climbCached(m, t, index) {
		return
	}
	from := len(x.held)
	var seen rules.Visits
	seen.Add(index) // up skips the start, even if a cycle leads back to it
	x.climb(m, t, index, &seen)
	x.held = x.held[:from]
}

// fitsStart reports whether the pattern of a term matches on the start for any values of its
// variables. found[at:] are the matches for the current values.
func (x *Exec) fitsStart(m *Match, t store.Table, index uint32, at int) bool {
	if len(x.found) > at && !m.usesThis() || m.pattern() == 0 {
		return len(x.found) > at
	}
	return x.forAny(m, func() bool {
		from, fits := len(x.found), false
		x.collectHere(m, t, index)
		for i := from; i < len(x.found) && !fits; i++ {
			fits = x.possible(m, &x.found[i])
		}
		x.found = x.found[:from]
		return fits
	})
}

// pattern returns the variables of the first and second element.
func (m *Match) pattern() Slots { return m.First.Uses() | m.Second.Uses() }

// usesThis reports whether $this is among the variables of the first and second element.
func (m *Match) usesThis() bool { return m.pattern()&SlotOf(ThisSlot) != 0 }

// forAny unbinds the variables of a term's pattern, runs a test, and binds them again. A variable
// on which a lookup starts, such as $x in $x.cockpit, cannot stay unbound during the test; forAny
// tries each of its possible values. It reports whether the test held once.
func (x *Exec) forAny(m *Match, test func() bool) bool {
	values, this, table := x.Values, x.This, x.Table
	if m.usesThis() {
		x.This = ThisOpen
	}
	for _, e := range [...]Element{m.First, m.Second} {
		if e.Uses() != 0 {
			x.Values[e.Slot] = 0
		}
	}
	holds := x.forAnyParent(m, test)
	x.Values, x.This, x.Table = values, this, table
	return holds
}

// forAnyParent runs a test for each combination of values of the unbound variables on which lookups
// of the pattern start. It reports whether the test held once.
func (x *Exec) forAnyParent(m *Match, test func() bool) bool {
	for _, e := range [...]Element{m.First, m.Second} {
		if e.Kind != ElementLookup {
			continue
		}
		if x.Values[e.Slot] != 0 {
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

// climb searches the entities above for the first on which the term matches.
func (x *Exec) climb(m *Match, t store.Table, index uint32, seen *rules.Visits) bool {
	from := len(x.level)
	x.level = x.W.OwnTargets(x.level, t, index, m.Traversal.Relation.Index())
	hit := false
	for i := from; i < len(x.level) && !hit; i++ {
		at := x.level[i]
		if x.Toggled && x.W.IsOff(index, store.Pair(m.Traversal.Relation.Index(), at)) || !seen.Add(at) {
			continue
		}
		start := len(x.held)
		above := x.W.Table(at)
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

// fitsAbove reports whether one of held[from:] matches for any values of the variables.
func (x *Exec) fitsAbove(m *Match, from int) bool {
	if m.pattern() == 0 {
		return len(x.held) > from
	}
	return len(x.held) > from && x.forAny(m, func() bool {
		for _, h := range x.held[from:] {
			if x.couldBe(m, h.ID) {
				return true
			}
		}
		return false
	})
}

// couldBe reports whether the unbound variables of a term can have the elements of an id as values.
func (x *Exec) couldBe(m *Match, id store.ID) bool {
	can := func(e Element, index uint32) bool {
		switch {
		case e.Kind == ElementLookup:
			return x.lookedUp(e) == index
		case e.Kind != ElementVar:
			return true
		case x.Values[e.Slot] != 0: // a variable that starts a lookup
			return x.Values[e.Slot] == index
		}
		return !x.W.IsNoValue(index) && (e.Slot != ThisSlot || !x.Q.Excludes(x.W.Table(index)))
	}
	if !can(m.First, id.First()) {
		return false
	}
	if m.Second.Kind == ElementNone {
		return true
	}
	same := m.First.Kind == ElementVar && m.Second.Kind == ElementVar && m.First.Slot == m.Second.Slot
	return can(m.Second, id.Second()) && (!same || id.First() == id.Second())
}

// gather appends to x.held the ids of a visited entity that match the pattern of a term, also with
// a subclass as the first element.
func (x *Exec) gather(m *Match, t store.Table, index uint32) {
	from := len(x.held)
	for i := 0; i <= len(m.subclasses); i++ {
		at := len(x.held)
		x.hold(t, index, x.openPattern(m, i), false, rules.TraitInherited)
		x.held = x.W.DropUninherited(x.held, at)
	}
	if m.Member != nil {
		x.keepMembers(m, from, index)
	}
}

// openPattern returns the id that a term looks for, with wildcards in place of variables. class
// selects the first element: the element of the term or one of its subclasses. Components are
// numbered in type order; of relationships, the one of the term has number 0 (facts.reported).
func (x *Exec) openPattern(m *Match, class int) store.ID {
	id, _ := m.OpenID(x.W)
	switch {
	case m.First.Kind != ElementConst:
		return id
	case id.IsPair():
		return withFirst(id, m.relationship(class))
	}
	return store.Single(m.class(class))
}

// admit appends the matches of held[from:] for the current values of the variables. entity is the
// entity above that has the ids.
func (x *Exec) admit(m *Match, from int, entity uint32) {
	first, second := x.element(m.First, m.FirstID), x.element(m.Second, m.secondID)
	at := len(x.found)
	one := m.First.Kind == ElementConst && m.Second.Kind != ElementStar // one match per target, whichever subclass matched
next:
	for _, h := range x.held[from:] {
		c := candidate{id: h.ID, stored: h.ID, src: cmp.Or(h.Base, entity)}
		if m.Member != nil {
			c.stored = 0
		}
		if m.First.Kind != ElementConst && first != store.Wildcard && h.ID.First() != first {
			continue
		}
		if m.Second.Kind != ElementNone && second != store.Wildcard && c.id.Second() != second || !x.fits(m, c.id) {
			continue
		}
		for i := range x.found[at:] {
			if have := x.found[at+i].id; have == c.id || one && have.Second() == c.id.Second() {
				continue next
			}
		}
		x.add(m, at, c)
	}
}

// traversed appends the tables whose entities may match a term that climbs.
func (x *Exec) traversed(m *Match) {
	tr := m.Traversal
	from := len(x.tables)
	if tr.Self {
		x.candidatesHere(m)
	}
	if x.W.CanTraverse(tr.Relation) {
		for _, p := range x.Store.Lookup(store.Pair(tr.Relation.Index(), store.Wildcard)) {
			x.tables = append(x.tables, p.Table)
		}
	}
	x.sortTables(from)
}
