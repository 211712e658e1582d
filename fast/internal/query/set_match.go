package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A term with lists is matched on a subject by looking for ids among those that the candidates of the source show. The first nests
// (S-6): for each value of a wildcard or variable the first candidate of the first element for which anything matches, for it the
// first of the second element, for that id the first of the source.

// seek appends the matches of a term with lists on a subject: an entity, or all entities of a table where index is 0.
func (x *Exec) seek(m *Match, t store.Table, index uint32) {
	if x.stop || m.lists.listed && len(m.lists.ids) == 0 {
		return
	}
	l := m.lists
	switch {
	case l.parts != nil:
		x.seekParts(m, t, index)
		return
	case l.first != nil && x.isOpen(m.First):
		x.eachStart(m, t, index, &m.First)
		return
	case l.second != nil && x.isOpen(m.Second):
		x.eachStart(m, t, index, &m.Second)
		return
	}
	at := len(x.found)
	switch {
	case l.closed:
		x.seekClosed(m, t, index)
	case l.listed && len(l.ids) <= fewIDs:
		x.seekListed(m, t, index)
	default:
		x.seekShown(m, t, index)
	}
	for i := range x.found[at:] {
		if c := &x.found[at+i]; c.src == index { // a way that leads back to the start reaches it
			c.src = 0
		}
	}
	x.distinct(m, at)
}

// seekParts matches the candidates of the first element one after the other: without all the first that has a match for a value
// of the target.
func (x *Exec) seekParts(m *Match, t store.Table, index uint32) {
	from := len(x.found)
	for i := range m.lists.parts {
		at := len(x.found)
		x.seek(&m.lists.parts[i], t, index)
		if m.lists.firstAll {
			continue
		}
		saved := at
		for _, c := range x.found[at:] {
			if !slices.ContainsFunc(x.found[from:at], func(o candidate) bool { return sameCase(m, &o, &c) }) {
				x.found[saved] = c
				saved++
			}
		}
		x.found = x.found[:saved]
	}
	x.distinct(m, from)
}

// sameCase reports whether two matches are for one value of the second element, where that is a variable or a wildcard.
func sameCase(m *Match, a, b *candidate) bool {
	if m.Second.Kind == ElementConst || m.Second.Kind == ElementAny {
		return true
	}
	_, value := a.values()
	_, other := b.values()
	return value == other
}

// fewIDs is up to how many ids are looked for one by one; of more, the ids of the subject are looked up among them.
const fewIDs = 8

// seekListed looks for ids one by one.
func (x *Exec) seekListed(m *Match, t store.Table, index uint32) {
	l := m.lists
	first, second := int32(-1), int32(-1) // of the last match
	for _, c := range l.ids {
		switch {
		case first >= 0 && c.first != first && !l.firstAll:
			return
		case c.first == first && c.second != second && !l.secondAll:
			continue
		}
		if x.show(m, t, index, c.id) {
			first, second = c.first, c.second
		}
	}
}

// show appends a match for each candidate of the source that shows an id, the first unless all count.
func (x *Exec) show(m *Match, t store.Table, index uint32, id store.ID) bool {
	from := len(x.found)
	src := m.lists.src
	s := shower{x: x, src: src, t: t, index: index, pattern: id}
	x.walk(src, t, index, func(at uint32, visited bool) bool {
		held := len(x.held)
		s.at(at, visited)
		for _, h := range x.held[held:] {
			x.found = append(x.found, candidate{id: id, stored: id, src: h.Base})
		}
		x.held = x.held[:held]
		return (src.All || len(x.found) == from) && !s.ended
	})
	return len(x.found) > from
}

// shower gives the ids that the candidates of a source show, one after the other.
type shower struct {
	x       *Exec
	src     *Set
	t       store.Table // of the start
	index   uint32
	pattern store.ID
	hidden  keys // the ids, and relationships as pairs with *, that candidates along IsA hide further on (ruling 14)
	ended   bool // nothing further can be shown
}

// at appends to held the ids of the pattern that one candidate shows (S-7): the start by self its own ids, a base its own and others
// those they have, both without ids that are DontInherit. The base of each is the entity that owns it, 0 for the start.
func (s *shower) at(at uint32, visited bool) {
	x, w := s.x, s.x.W
	t, index := s.t, s.index
	if visited {
		t, index = w.Table(at), at
	}
	from := len(x.held)
	if visited && s.src.Relation != rules.IsA {
		if x.Toggled {
			x.held = w.CollectSeen(x.held, t, index, s.pattern, rules.TraitInherited, true)
		} else {
			x.held = w.Collect(x.held, t, index, s.pattern, rules.TraitInherited)
		}
	} else {
		x.held = w.CollectOwn(x.held, t, index, s.pattern)
	}
	saved := from
	for _, h := range x.held[from:] {
		if h.Base == 0 && (x.Toggled && w.IsOff(index, h.ID)) || visited && w.TraitsOf(h.ID.First())&rules.TraitInherited == 0 {
			continue
		}
		if s.hides(h.ID) {
			continue
		}
		if h.Base == 0 {
			h.Base = at
		}
		x.held[saved] = h
		saved++
	}
	x.held = x.held[:saved]
	if s.src.Relation == rules.IsA && !s.src.All && (visited || s.src.Up || s.src.Down) {
		if s.pattern.IsWildcard() {
			s.hide(t)
		} else {
			s.ended = x.Store.Has(t, x.familyOf(s.pattern))
		}
	}
}

// hide notes the ids of the pattern that the entities of a table hide on candidates after them: each id, and of an exclusive relationship
// pairs with every target.
func (s *shower) hide(t store.Table) {
	pattern := s.pattern
	if pattern.IsPair() {
		pattern = store.Pair(pattern.First(), store.Wildcard)
	}
	column, count := s.x.Store.Find(t, pattern)
	for _, id := range s.x.Store.IDs(t)[column:] {
		if count == 0 {
			return
		}
		if id.Matches(pattern) {
			count--
			s.hidden.add(uint64(s.x.familyOf(id)))
		}
	}
}

// familyOf has the ids that a nearer id hides on candidates behind it: the id, and any pair of an exclusive relationship.
// For example, (DockedTo, Mars) hides (DockedTo, Earth) if DockedTo is exclusive.
func (x *Exec) familyOf(id store.ID) store.ID {
	if id.IsPair() && x.W.TraitsOf(id.First())&rules.TraitExclusive != 0 {
		return store.Pair(id.First(), store.Wildcard)
	}
	return id
}

// hides reports whether a candidate before the present one hides an id.
func (s *shower) hides(id store.ID) bool {
	return s.hidden.n > 0 && s.hidden.has(uint64(s.x.familyOf(id)))
}

// shown is an id that a candidate of the source shows.
type shown struct {
	id            store.ID
	src           uint32
	first, second int32  // places of the elements among the candidates
	any1, any2    uint64 // places in type order of the values of _
	case1, case2  uint32 // values of * and variables, 0 for other elements
}

// seekShown matches on all that the source shows.
func (x *Exec) seekShown(m *Match, t store.Table, index uint32) {
	firsts, seconds := x.now(m)
	list := x.shownBy(m, t, index, firsts, seconds)
	saved := list[:0]
	for _, s := range list {
		if x.fits(m, s.id) {
			saved = append(saved, s)
		}
	}
	x.choose(m, saved)
}

// shownBy lists the ids that the candidates of the source show, if their elements are among given ones; nil stands for every
// element.
func (x *Exec) shownBy(m *Match, t store.Table, index uint32, firsts, seconds []uint32) []shown {
	var list []shown
	for _, pattern := range x.patterns(m, firsts, seconds) {
		s := shower{x: x, src: m.lists.src, t: t, index: index, pattern: pattern}
		x.walk(m.lists.src, t, index, func(at uint32, visited bool) bool {
			held := len(x.held)
			s.at(at, visited)
			for _, h := range x.held[held:] {
				if entry, ok := x.placed(m, h, firsts, seconds); ok {
					list = append(list, entry)
				}
			}
			x.held = x.held[:held]
			return !s.ended
		})
	}
	return list
}

// patterns are the look-up ids of a term.
func (x *Exec) patterns(m *Match, firsts, seconds []uint32) []store.ID {
	if firsts == nil {
		firsts = []uint32{store.Wildcard}
	}
	second := uint32(store.Wildcard)
	if len(seconds) == 1 {
		second = seconds[0]
	}
	list := make([]store.ID, len(firsts))
	for i, first := range firsts {
		if list[i] = store.Single(first); m.Second.Kind != ElementNone {
			list[i] = store.Pair(first, second)
		}
	}
	return list
}

// placed is an id that is shown with the places of its elements; false if one is no candidate.
func (x *Exec) placed(m *Match, h rules.Held, firsts, seconds []uint32) (s shown, ok bool) {
	s = shown{id: h.ID, src: h.Base}
	s.case1, s.first, s.any1 = x.caseOf(&m.First, h.ID.First(), firsts)
	switch {
	case m.Second.Kind == ElementNone:
	case m.lists.places != nil:
		at, candidate := m.lists.places[h.ID.Second()]
		if s.second = at; !candidate {
			s.second = -1
		}
	default:
		s.case2, s.second, s.any2 = x.caseOf(&m.Second, h.ID.Second(), seconds)
	}
	if m.Second.Kind == ElementStar && m.First.Kind == ElementConst && !m.lists.closed && !m.lists.literal && x.W.Profile.UnionWildcard &&
		x.W.TraitsOf(h.ID.First())&rules.TraitUnion != 0 {
		s.id, s.case2 = store.Pair(h.ID.First(), store.Wildcard), store.Wildcard
	}
	return s, s.first >= 0 && s.second >= 0
}

// caseOf is the case that an element of an id belongs to, and its place there. Each value of a variable or * is a case of its
// own; those of _ are places of one, in type order.
func (x *Exec) caseOf(e *Element, value uint32, candidates []uint32) (which uint32, at int32, rank uint64) {
	switch {
	case candidates != nil:
		return 0, int32(slices.Index(candidates, value)), 0
	case e.Kind == ElementAny:
		return 0, 0, x.W.Entities[value].Order
	}
	return value, 0, 0
}

// choose appends the matches that count of those shown: in each case those of the first candidates, or of every one with all.
// All values of _ are among them, in type order, of which distinct leaves the first.
func (x *Exec) choose(m *Match, list []shown) {
	l := m.lists
	slices.SortStableFunc(list, compareShown)
	for i := 0; i < len(list); {
		last := list[i]
		for case1, case2 := last.case1, last.case2; i < len(list) && list[i].case1 == case1 && list[i].case2 == case2; i++ {
			s := list[i]
			otherFirst, otherSecond := s.first != last.first, s.second != last.second
			if otherFirst && !l.firstAll || otherSecond && !otherFirst && !l.secondAll {
				continue
			}
			last = s
			match := candidate{id: s.id, stored: s.id, src: s.src}
			if s.id.IsWildcard() { // any target of a Union relationship
				match.stored = 0
			}
			x.found = append(x.found, match)
		}
	}
}

func compareShown(a, b shown) int {
	return cmp.Or(cmp.Compare(a.case1, b.case1), cmp.Compare(a.case2, b.case2), cmp.Compare(a.first, b.first),
		cmp.Compare(a.second, b.second), cmp.Compare(a.any1, b.any1), cmp.Compare(a.any2, b.any2))
}

// distinct drops matches since a place that give the same row as others. Where the id leaves an element open, the first in type
// order of those that do stays.
func (x *Exec) distinct(m *Match, from int) {
	saved := from
next:
	for _, c := range x.found[from:] {
		id := m.reported(c.id)
		for i := range x.found[from:saved] {
			have := &x.found[from+i]
			if m.reported(have.id) != id || have.first != c.first || have.second != c.second || m.lists.src.All && have.src != c.src {
				continue
			}
			if x.W.CompareIDs(c.id, have.id) < 0 || have.stored == 0 && have.id == c.id && have.src == c.src {
				*have = c
			}
			continue next
		}
		x.found[saved] = c
		saved++
	}
	x.found = x.found[:saved]
}

// eachStart gives an open variable with a set every value for which an id that the source shows stands, and matches
// with it.
func (x *Exec) eachStart(m *Match, t store.Table, index uint32, e *Element) {
	l := m.lists
	set, isFirst := l.second, e == &m.First
	if isFirst {
		set = l.first
	}
	firsts, seconds := x.now(m)
	list := x.shownBy(m, t, index, firsts, seconds)
	var ends []uint32
	for _, s := range list {
		end := s.case2
		if isFirst {
			end = s.case1
		}
		if !slices.Contains(ends, end) {
			ends = append(ends, end)
		}
	}
	this, table := x.This, x.Table
	for _, start := range x.startsOf(set, ends) {
		if !x.bind(*e, start) {
			continue
		}
		at := len(x.found)
		x.seek(m, t, index)
		for i := range x.found[at:] {
			c := &x.found[at+i]
			if isFirst || l.both {
				c.first = start
			}
			if !isFirst || l.both {
				c.second = start
			}
		}
		x.unbind(*e)
		x.This, x.Table = this, table
	}
}

// Sights appends the ids that a term with sets finds from an entity, with their owners, its wildcards and variables standing for
// every element and whether ids are switched off or not (P-52).
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
	m.anyTarget = false
	if m.lists != nil {
		m.lists.literal = true
	}
	x.collect(&m, x.W.Table(index), index)
	for _, c := range x.found {
		to = append(to, rules.Held{ID: c.id, Base: c.src})
	}
	return to
}
