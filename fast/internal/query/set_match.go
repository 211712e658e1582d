package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A term with sets is matched on an entity by listing the ids that the candidates of its source
// show, and choosing among those that stand for an id that the term asks for. The first nests
// (sets.first): for each value of a wildcard or variable the first candidate of the first element
// for which anything matches, for it the first of the second element, for that id the first of the
// source.

// standing is what the elements of a term stand for in one run.
type standing struct {
	src, first, second *Set
	firsts, seconds    candidateIndex // candidates of constants
	leading            map[uint32]*leading
	pattern            store.ID // of every id that can match
	literal            bool     // pairs of a Union relationship are reported as they are
}

// candidateIndex are the places of the candidates of an element; nil stands for every element.
type candidateIndex map[uint32]int32

// shown is an id that a candidate of the source shows, and that stands for one that a term asks for.
type shown struct {
	id, had      store.ID // as it is reported, and as it is had
	src          uint32
	case1, case2 uint32 // values of * and variables, 0 for other elements
	// position of the first element among the candidates; sub if pairs of subclasses count as the
	// relationship's own
	first, sub int32
	target     uint32 // an open target that follows from the pair
	second     int32  // position of the second element
	leading    *leading
}

// substitute resolves the sets of a term whose elements are alive.
func (x *Exec) substitute(m *Match) {
	t, q := m.Term, x.Q
	s := &standing{src: q.sourceSet(t), first: q.firstSet(t), second: q.secondSet(t)}
	m.sets, m.single, m.anyTarget = s, true, t.Second.Kind == ElementAny
	only := uint32(store.Wildcard)
	if t.First.Kind == ElementConst {
		list := x.candidatesOf(s.first, m.FirstID)
		if len(list) == 1 {
			only = list[0]
		}
		s.firsts, s.leading = indexCandidates(list), x.leadingOf(m, list)
	}
	if s.pattern = store.Single(only); t.Second.Kind != ElementNone {
		s.pattern = store.Pair(only, store.Wildcard)
	}
	if t.Second.Kind == ElementConst {
		s.seconds = indexCandidates(x.candidatesOf(s.second, m.secondID))
	}
	m.Dead = len(x.Store.Lookup(s.pattern)) == 0 // nobody has what it asks for
}

func indexCandidates(list []uint32) candidateIndex {
	p := make(candidateIndex, len(list))
	for i, at := range list {
		p[at] = int32(i)
	}
	return p
}

// of is the place of an element; false if it is no candidate.
func (p candidateIndex) of(element uint32) (at int32, ok bool) {
	if p == nil {
		return 0, true
	}
	at, ok = p[element]
	return at, ok
}

// candidatesNow are the candidates of an element under the values that variables have.
func (x *Exec) candidatesNow(e *Element, s *Set, constant candidateIndex) candidateIndex {
	if e.Kind == ElementConst {
		return constant
	}
	if value := x.element(*e, 0); value != store.Wildcard {
		return indexCandidates(x.candidatesOf(s, value))
	}
	return nil
}

// searched appends the tables whose entities may match a term with sets as its open source: by the
// index where the source stands for itself and its bases, else all, since a walk from any entity
// may lead to a match.
func (x *Exec) searched(m *Match) {
	from, src := len(x.tables), m.sets.src
	switch {
	case src.alone() && src.Self:
		x.listTables(m.sets.pattern)
	case src == itsBases:
		x.listTables(m.sets.pattern)
		x.listTables(rules.AnyBase)
		slices.Sort(x.tables[from:])
		x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
	default:
		for t := range store.Table(x.Store.Tables()) {
			x.tables = append(x.tables, t)
		}
	}
}

// seek appends the matches of a term with sets on an entity.
func (x *Exec) seek(m *Match, index uint32) {
	s := m.sets
	switch {
	case x.stop:
		return
	case x.isOpen(m.First) && !s.first.alone():
		x.eachStart(m, index, &m.First, s.first)
		return
	case x.isOpen(m.Second) && !s.second.alone():
		x.eachStart(m, index, &m.Second, s.second)
		return
	}
	at := len(x.found)
	x.choose(m, slices.DeleteFunc(x.shown(m, index), func(s shown) bool { return !x.fits(m, s.id) }))
	for i := range x.found[at:] {
		if c := &x.found[at+i]; c.src == index { // a way that leads back to the start reaches it
			c.src = 0
		}
	}
	x.distinct(m, at)
}

// shown lists the ids that the candidates of the source show and that stand for an id that the term asks for.
func (x *Exec) shown(m *Match, index uint32) (list []shown) {
	s := m.sets
	firsts, seconds := x.candidatesNow(&m.First, s.first, s.firsts), x.candidatesNow(&m.Second, s.second, s.seconds)
	var hidden []store.ID
	x.walk(s.src, index, func(at uint32, visited bool) bool {
		from := len(x.held)
		hidden = x.see(s, at, visited, hidden)
		for _, h := range x.held[from:] {
			list = x.stand(list, m, h, firsts, seconds)
		}
		x.held = x.held[:from]
		return s.src.All || len(list) == 0 || s.pattern.IsWildcard() // one id has one source
	})
	return list
}

// see appends to held the ids that one candidate of a source shows, with the entities that own them
// (sets.visible): the start by self its own, a base its own, and others those they have, both
// without ids that are DontInherit. Along IsA the ids of candidates before it, on or off, hide them
// (inheritance.nearest, toggle.hides); it returns the hidden ones with those that it hides itself.
func (x *Exec) see(s *standing, at uint32, visited bool, hidden []store.ID) []store.ID {
	from, before := len(x.held), len(hidden)
	bases := s.src.Relation == rules.IsA
	if visited && !bases {
		x.have(at, s.pattern)
	} else {
		x.held = x.W.CollectOwn(x.held, x.W.Table(at), at, s.pattern)
	}
	saved := from
	for _, h := range x.held[from:] {
		traits := x.W.TraitsOf(h.ID.First())
		if visited && traits&rules.TraitInherited == 0 {
			continue
		}
		if bases && !s.src.All {
			family := h.ID
			if h.ID.IsPair() && traits&rules.TraitExclusive != 0 {
				family = store.Pair(h.ID.First(), store.Wildcard)
			}
			hidden = append(hidden, family)
			if slices.Contains(hidden[:before], family) {
				continue
			}
		}
		if h.Base == 0 {
			if x.Toggled && x.W.IsOff(at, h.ID) {
				continue
			}
			h.Base = at
		}
		x.held[saved] = h
		saved++
	}
	x.held = x.held[:saved]
	return hidden
}

// have appends to held the ids of a pattern that queries see on an entity, own or inherited.
func (x *Exec) have(at uint32, pattern store.ID) {
	if x.Toggled {
		x.held = x.W.CollectSeen(x.held, x.W.Table(at), at, pattern, rules.TraitInherited, true)
	} else {
		x.held = x.W.Collect(x.held, x.W.Table(at), at, pattern, rules.TraitInherited)
	}
}

// stand appends the ways in which an id that is shown stands for one that the term asks for: none
// if its elements are no candidates, and several if open targets follow from it.
func (x *Exec) stand(to []shown, m *Match, h rules.Held, firsts, seconds candidateIndex) []shown {
	one := shown{id: h.ID, had: h.ID, src: h.Base}
	first, second := h.ID.First(), h.ID.Second()
	var ok bool
	if one.first, ok = firsts.of(first); !ok {
		return to
	}
	if firsts == nil && m.First.Kind != ElementAny {
		one.case1 = first
	}
	if one.leading = m.sets.leading[first]; one.leading != nil && m.Second.Kind != ElementConst {
		if first = one.leading.over[0]; len(one.leading.over) > 1 {
			one.first, one.sub = 0, one.first
		}
	}
	switch {
	case m.Second.Kind == ElementNone:
		return append(to, one)
	case m.Second.Kind == ElementStar && m.First.Kind == ElementConst && !m.sets.literal && x.W.Profile.UnionWildcard &&
		x.W.TraitsOf(first)&rules.TraitUnion != 0:
		one.id, one.case2, one.target = store.Pair(first, store.Wildcard), store.Wildcard, store.Wildcard
		return append(to, one)
	case one.leading != nil:
		return x.follow(to, m, one)
	}
	if one.second, ok = seconds.of(second); !ok {
		return to
	}
	if seconds == nil && m.Second.Kind != ElementAny {
		one.case2 = second
	}
	return append(to, one)
}

// choose appends the matches that count of those shown: in each case those of the first candidates,
// or of every one with all. Of the values of _ all are among them.
func (x *Exec) choose(m *Match, list []shown) {
	slices.SortStableFunc(list, func(a, b shown) int {
		return cmp.Or(cmp.Compare(a.case1, b.case1), cmp.Compare(a.case2, b.case2), cmp.Compare(a.first, b.first),
			cmp.Compare(a.target, b.target))
	})
	var last shown // of the matches
	for n := 0; len(list) > 0; list = list[n:] {
		one := list[0]
		for n = 1; n < len(list) && list[n].case1 == one.case1 && list[n].case2 == one.case2 &&
			list[n].first == one.first && list[n].target == one.target; {
			n++
		}
		if last.id != 0 && last.case1 == one.case1 && last.case2 == one.case2 && last.first != one.first &&
			!m.sets.first.All {
			continue
		}
		last = one
		group, all := list[:n], m.sets.second.All
		if l := one.leading; l != nil {
			if all = m.sets.src.All; m.Second.Kind == ElementConst {
				all = l.over[0] == rules.IsA.Index()
			}
			if !all {
				x.rank(l, group)
			}
		}
		slices.SortStableFunc(group, func(a,
			b shown,
		) int {
			return cmp.Or(cmp.Compare(a.sub, b.sub), cmp.Compare(a.second, b.second))
		})
		for _, s := range group {
			if !all && (s.sub != group[0].sub || s.second != group[0].second) {
				break
			}
			c := candidate{id: s.id, src: s.src}
			if s.had == s.id {
				c.stored = s.id
			}
			x.found = append(x.found, c)
		}
	}
}

// distinct drops matches since a position that give the same row as others. Where the id leaves an
// element open, the first in type order of those that do stays.
func (x *Exec) distinct(m *Match, from int) {
	saved := from
next:
	for _, c := range x.found[from:] {
		id := m.reported(c.id)
		for i := range x.found[from:saved] {
			have := &x.found[from+i]
			if m.reported(have.id) != id || m.sets.src.All && have.src != c.src {
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
func (x *Exec) eachStart(m *Match, index uint32, e *Element, set *Set) {
	isFirst, isSecond := e.Slot == m.First.Slot && m.First.Kind == ElementVar, e.Slot == m.Second.Slot &&
		m.Second.Kind == ElementVar
	var ends []uint32
	for _, s := range x.shown(m, index) {
		if e == &m.First {
			ends = append(ends, s.had.First())
		} else {
			ends = append(ends, s.had.Second())
		}
	}
	this, table := x.This, x.Table
	for _, start := range x.startsOf(set, ends) {
		if !x.bind(*e, start) {
			continue
		}
		at := len(x.found)
		x.seek(m, index)
		for i := range x.found[at:] {
			c := &x.found[at+i]
			if isFirst {
				c.first = start
			}
			if isSecond {
				c.second = start
			}
		}
		x.unbind(*e)
		x.This, x.Table = this, table
	}
}

// Sights appends the ids that a term with sets finds from an entity, with their owners, its
// wildcards and variables standing for every element and whether ids are switched off or not
// (observers.sees).
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
	x.seek(&m, index)
	for _, c := range x.found {
		to = append(to, rules.Held{ID: c.id, Base: c.src})
	}
	return to
}
