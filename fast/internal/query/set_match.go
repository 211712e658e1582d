package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// To match a term with sets on an entity, the run collects the ids that are visible on the
// candidates of the source. Each way in which such an id satisfies the term is an option. An option
// counts unless another one excludes it (sets.first). For each value of a variable or wildcard, the
// first candidate of the first element that has an option excludes the others. Of the options of
// this candidate, those with the first candidate of the second element exclude the others. Of the
// options that give the same row, the one with the first candidate of the source counts.

// termSets has the sets of a term in one run.
type termSets struct {
	src, first, second *Set
	firsts, seconds    positions // candidates of elements that are constants
	classes            []uint32  // candidates of a constant first element, in order
	leaders            map[store.ID]positions
	pattern            store.ID // matches every id that can satisfy the term
	literal            bool     // report the stored pair of a Union relationship, not (R, *)
}

// option is one way in which an id that is visible on a candidate of the source satisfies a term.
type option struct {
	id, visible    store.ID // the reported id and the stored id
	src            uint32
	value1, value2 uint32 // values of variables and *, 0 for other elements
	target         uint32 // of a derived pair, if the term leaves the target open; * if (R, *) is reported for a Union
	// Positions of the elements among their candidates. If pairs of subclasses count as pairs of the
	// relationship itself, first is 0 and sub is the position.
	first, sub, second int32
	each               bool // counts whatever the candidate of the second element
}

// resolveSets resolves the sets of a term whose elements are alive.
func (x *Exec) resolveSets(m *Match) {
	t, q := m.Term, x.Q
	s := &termSets{
		src: q.sourceSet(t), first: q.firstSet(t), second: q.secondSet(t), leaders: map[store.ID]positions{},
	}
	m.sets, m.single, m.anyTarget = s, true, t.Second.Kind == ElementAny
	only := uint32(store.Wildcard)
	if t.First.Kind == ElementConst {
		if s.classes = x.candidatesOf(s.first, m.FirstID); len(s.classes) == 1 {
			only = s.classes[0]
		}
		s.firsts = positionsOf(s.classes)
	}
	if s.pattern = store.Single(only); t.Second.Kind != ElementNone {
		s.pattern = store.Pair(only, store.Wildcard)
	}
	if t.Second.Kind == ElementConst {
		s.seconds = positionsOf(x.candidatesOf(s.second, m.secondID))
	}
	m.Dead = len(x.Store.Lookup(s.pattern)) == 0 // no entity has a matching id
}

// positionsNow returns the candidates of an element for the current values of variables.
func (x *Exec) positionsNow(e Element, s *Set, constant positions) positions {
	if e.Kind == ElementConst {
		return constant
	}
	if value := x.element(e, 0); value != store.Wildcard {
		return positionsOf(x.candidatesOf(s, value))
	}
	return nil
}

// setTables appends the tables whose entities may match a term with sets as its unbound source. If
// only the source and its bases are candidates, it looks the tables up in the index. Otherwise it
// appends all tables, because a walk from any entity may lead to a match.
func (x *Exec) setTables(m *Match) {
	from, src := len(x.tables), m.sets.src
	switch {
	case src == itsBases:
		x.listTables(rules.AnyBase)
		fallthrough
	case src.alone() && src.Self:
		x.listTables(m.sets.pattern)
		x.sortTables(from)
	default:
		for t := range store.Table(x.Store.Tables()) {
			x.tables = append(x.tables, t)
		}
	}
}

// matchSets appends the matches of a term with sets on an entity.
func (x *Exec) matchSets(m *Match, index uint32) {
	switch {
	case x.stop:
		return
	case x.isOpen(m.First) && !m.sets.first.alone():
		x.bindStarts(m, index, m.First, m.sets.first)
		return
	case x.isOpen(m.Second) && !m.sets.second.alone():
		x.bindStarts(m, index, m.Second, m.sets.second)
		return
	}
	at := len(x.found)
	list := slices.DeleteFunc(x.options(m, index), func(o option) bool { return !x.fits(m, o.id) })
	for i := range list {
		o := &list[i]
		if x.isExcluded(m, o, list) {
			continue
		}
		c := candidate{id: o.id, src: o.src}
		if o.visible == o.id {
			c.stored = o.id
		}
		if c.src == index { // a walk that leads back to the start also finds it
			c.src = 0
		}
		x.addDistinct(m, at, c)
	}
}

// options returns the options of a term on an entity: those of the ids that are visible on the
// candidates of its source (sets.visible). On the start and on bases, the ids that they own are
// visible; on other candidates, also the ids that they inherit. DontInherit ids are visible on the
// start only. Along IsA, an id hides the same id on later candidates even if it is disabled
// (inheritance.nearest, toggle.hides).
func (x *Exec) options(m *Match, index uint32) (list []option) {
	s := m.sets
	firsts, seconds := x.positionsNow(m.First, s.first, s.firsts), x.positionsNow(m.Second, s.second, s.seconds)
	bases := s.src.Relation == rules.IsA
	var nearer []store.ID // along IsA, the ids that the candidates so far own
	start := s.src.Self
	for at := range x.candidatesFrom(s.src, index) {
		from, hidden := len(x.held), nearer
		if start || bases {
			x.held = x.W.CollectOwn(x.held, x.W.Table(at), at, s.pattern)
		} else {
			x.collectHad(at, s.pattern)
		}
		for _, h := range x.held[from:] {
			traits := x.W.TraitsOf(h.ID.First())
			if !start && traits&rules.TraitInherited == 0 {
				continue
			}
			if bases && !s.src.All {
				family := h.ID
				if h.ID.IsPair() && traits&rules.TraitExclusive != 0 {
					family = store.Pair(h.ID.First(), store.Wildcard)
				}
				nearer = append(nearer, family)
				if slices.Contains(hidden, family) {
					continue
				}
			}
			if h.Base == 0 {
				if x.Toggled && x.W.IsOff(at, h.ID) {
					continue
				}
				h.Base = at
			}
			list = x.appendOptions(list, m, h, firsts, seconds)
		}
		x.held, start = x.held[:from], false
		if !s.src.All && len(list) > 0 && !s.pattern.IsWildcard() {
			break // of a constant id, only the nearest source counts
		}
	}
	return list
}

// collectHad appends to x.held the own and inherited ids of an entity that match a pattern and that
// queries see.
func (x *Exec) collectHad(at uint32, pattern store.ID) {
	x.hold(x.W.Table(at), at, pattern, false, rules.TraitInherited)
}

// appendOptions appends the options of one visible id: none if its elements are not candidates, one
// for each derived target if the relationship is transitive and the target unbound.
func (x *Exec) appendOptions(to []option, m *Match, h rules.Held, firsts, seconds positions) []option {
	o := option{id: h.ID, visible: h.ID, src: h.Base, each: m.sets.second.All}
	first, second := h.ID.First(), h.ID.Second()
	var ok bool
	if o.first, ok = firsts.of(first); !ok {
		return to
	}
	if firsts == nil && m.First.Kind != ElementAny {
		o.value1 = first
	}
	over, closes := x.closes(m, first)
	if closes && m.Second.Kind != ElementConst {
		if o.each = m.sets.src.All; m.Sets.First == nil {
			o.first, o.sub = 0, o.first
		}
		first = over
	}
	switch {
	case m.Second.Kind == ElementNone:
		return append(to, o)
	case m.Second.Kind == ElementStar && m.First.Kind == ElementConst && !m.sets.literal && x.W.Profile.UnionWildcard &&
		x.W.TraitsOf(first)&rules.TraitUnion != 0:
		o.id, o.value2, o.target = store.Pair(first, store.Wildcard), store.Wildcard, store.Wildcard
		return append(to, o)
	case closes:
		return x.appendDerived(to, m, o, over)
	}
	if o.second, ok = seconds.of(second); !ok {
		return to
	}
	if seconds == nil && m.Second.Kind != ElementAny {
		o.value2 = second
	}
	return append(to, o)
}

// isExcluded reports whether an option of a list excludes o. For _ all options have the same value.
func (x *Exec) isExcluded(m *Match, o *option, list []option) bool {
	for i := range list {
		by := &list[i]
		switch {
		case by.value1 != o.value1 || by.value2 != o.value2:
		case by.first != o.first:
			if by.first < o.first && !m.sets.first.All {
				return true
			}
		case o.each || by.target != o.target || by.sub > o.sub:
		case by.sub < o.sub || by.visible.Second() != o.visible.Second() && x.positionOf(m, by) < x.positionOf(m, o):
			return true
		}
	}
	return false
}

// positionOf returns the position of the second element of an option among its candidates. The
// candidates for a derived pair are the target and everything that leads to it.
func (x *Exec) positionOf(m *Match, o *option) int32 {
	if o.target == 0 || o.target == store.Wildcard {
		return o.second
	}
	return x.leadersTo(m, o.id.First(), o.target)[o.visible.Second()]
}

// addDistinct appends a match to x.found, unless a match of x.found[from:] gives the same row. If
// their ids differ in a wildcard element, the match whose id comes first in type order stays; of a
// derived and a stored pair the stored one stays.
func (x *Exec) addDistinct(m *Match, from int, c candidate) {
	id := m.reported(c.id)
	for i := range x.found[from:] {
		have := &x.found[from+i]
		if m.reported(have.id) != id || m.sets.src.All && have.src != c.src {
			continue
		}
		if x.W.CompareIDs(c.id, have.id) < 0 || have.stored == 0 && have.id == c.id && have.src == c.src {
			*have = c
		}
		return
	}
	x.found = append(x.found, c)
}

// bindStarts binds an unbound variable with a set to every entity from which the set leads to a
// visible id, and continues matching for each.
func (x *Exec) bindStarts(m *Match, index uint32, e Element, set *Set) {
	var ends []uint32
	for _, o := range x.options(m, index) {
		if set == m.sets.first {
			ends = append(ends, o.visible.First())
		} else {
			ends = append(ends, o.visible.Second())
		}
	}
	this, table := x.This, x.Table
	for _, start := range x.startsOf(set, ends) {
		if !x.bind(e, start) {
			continue
		}
		at := len(x.found)
		x.matchSets(m, index)
		for i := range x.found[at:] {
			c := &x.found[at+i]
			if e == m.First {
				c.first = start
			}
			if e == m.Second {
				c.second = start
			}
		}
		x.unbind(e)
		x.This, x.Table = this, table
	}
}

// Sights appends the ids that a term with sets finds from an entity, and their owners. Variables
// and wildcards match every element, and disabled ids are included (observers.sees).
func (q *Query) Sights(to []rules.Held, t *Term, index uint32) []rules.Held {
	x := q.NewExec()
	defer x.Release()
	x.Toggled = false
	open := *t
	for _, e := range [...]*Element{&open.First, &open.Second} {
		if e.Kind > ElementConst {
			*e = Element{Kind: ElementStar}
		}
	}
	var m Match
	if x.resolve(&m, &Node{Field: -1}, &open); m.Dead {
		return to
	}
	m.anyTarget, m.sets.literal = false, true
	x.matchSets(&m, index)
	for _, c := range x.found {
		to = append(to, rules.Held{ID: c.id, Base: c.src})
	}
	return to
}
