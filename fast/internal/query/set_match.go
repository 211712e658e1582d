package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// To match a term with sets on an entity, the run collects the ids that are visible on the
// candidates of the source. Each way in which such an id satisfies the term is an option. The run
// then chooses the options that count (sets.first). For each value of a variable or wildcard, it
// takes the first candidate of the first element that has an option. Of the options of this
// candidate, it takes those with the first candidate of the second element, and of these, the one
// with the first candidate of the source.

// termSets has the sets of a term in one run.
type termSets struct {
	src, first, second *Set
	firsts, seconds    candidateIndex // candidates of elements that are constants
	transitive         map[uint32]*transitiveSet
	pattern            store.ID // matches every id that can satisfy the term
	literal            bool     // report the stored pair of a Union relationship, not (R, *)
}

// candidateIndex maps the candidates of an element to their positions. nil accepts every element.
type candidateIndex map[uint32]int32

// option is one way in which an id that is visible on a candidate of the source satisfies a term.
type option struct {
	id, visible    store.ID // the reported id and the stored id
	src            uint32
	value1, value2 uint32 // values of variables and *, 0 for other elements
	// Position of the first element among its candidates. If pairs of subclasses count as pairs of
	// the relationship itself, first is 0 and sub is the position.
	first, sub int32
	target     uint32 // of a derived pair, if the term leaves the target open; * if (R, *) is reported for a Union
	second     int32  // position of the second element among its candidates
	transitive *transitiveSet
}

// resolveSets resolves the sets of a term whose elements are alive.
func (x *Exec) resolveSets(m *Match) {
	t, q := m.Term, x.Q
	s := &termSets{src: q.sourceSet(t), first: q.firstSet(t), second: q.secondSet(t)}
	m.sets, m.single, m.anyTarget = s, true, t.Second.Kind == ElementAny
	only := uint32(store.Wildcard)
	if t.First.Kind == ElementConst {
		list := x.candidatesOf(s.first, m.FirstID)
		if len(list) == 1 {
			only = list[0]
		}
		s.firsts, s.transitive = indexCandidates(list), x.transitiveSets(m, list)
	}
	if s.pattern = store.Single(only); t.Second.Kind != ElementNone {
		s.pattern = store.Pair(only, store.Wildcard)
	}
	if t.Second.Kind == ElementConst {
		s.seconds = indexCandidates(x.candidatesOf(s.second, m.secondID))
	}
	m.Dead = len(x.Store.Lookup(s.pattern)) == 0 // no entity has a matching id
}

func indexCandidates(list []uint32) candidateIndex {
	p := make(candidateIndex, len(list))
	for i, at := range list {
		p[at] = int32(i)
	}
	return p
}

// of returns the position of an element. It returns false if the element is not a candidate.
func (p candidateIndex) of(element uint32) (at int32, ok bool) {
	if p == nil {
		return 0, true
	}
	at, ok = p[element]
	return at, ok
}

// candidatesNow returns the candidates of an element for the current values of variables.
func (x *Exec) candidatesNow(e *Element, s *Set, constant candidateIndex) candidateIndex {
	if e.Kind == ElementConst {
		return constant
	}
	if value := x.element(*e, 0); value != store.Wildcard {
		return indexCandidates(x.candidatesOf(s, value))
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
	s := m.sets
	switch {
	case x.stop:
		return
	case x.isOpen(m.First) && !s.first.alone():
		x.bindStarts(m, index, &m.First, s.first)
		return
	case x.isOpen(m.Second) && !s.second.alone():
		x.bindStarts(m, index, &m.Second, s.second)
		return
	}
	at := len(x.found)
	x.choose(m, slices.DeleteFunc(x.options(m, index), func(s option) bool { return !x.fits(m, s.id) }))
	for i := range x.found[at:] {
		if c := &x.found[at+i]; c.src == index { // a walk that leads back to the start also finds it
			c.src = 0
		}
	}
	x.distinct(m, at)
}

// options returns the options of a term on an entity.
func (x *Exec) options(m *Match, index uint32) (list []option) {
	s := m.sets
	firsts, seconds := x.candidatesNow(&m.First, s.first, s.firsts), x.candidatesNow(&m.Second, s.second, s.seconds)
	var hidden []store.ID
	x.walk(s.src, index, func(at uint32, visited bool) bool {
		from := len(x.held)
		hidden = x.collectVisible(s, at, visited, hidden)
		for _, h := range x.held[from:] {
			list = x.appendOptions(list, m, h, firsts, seconds)
		}
		x.held = x.held[:from]
		return s.src.All || len(list) == 0 || s.pattern.IsWildcard() // of a constant id, only the nearest source counts
	})
	return list
}

// collectVisible appends the ids that are visible on one candidate of a source, and their owners,
// to x.held (sets.visible). On the start and on bases, the ids that they own are visible; on other
// candidates, also the ids that they inherit. DontInherit ids are visible on the start only. Along
// IsA, an id hides the same id on later candidates even if it is disabled (inheritance.nearest,
// toggle.hides); hidden collects these ids.
func (x *Exec) collectVisible(s *termSets, at uint32, visited bool, hidden []store.ID) []store.ID {
	from, before := len(x.held), len(hidden)
	bases := s.src.Relation == rules.IsA
	if visited && !bases {
		x.collectHad(at, s.pattern)
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

// collectHad appends to x.held the own and inherited ids of an entity that match a pattern and that
// queries see.
func (x *Exec) collectHad(at uint32, pattern store.ID) {
	x.hold(x.W.Table(at), at, pattern, false, rules.TraitInherited)
}

// appendOptions appends the options of one visible id: none if its elements are not candidates, one
// for each derived target if the relationship is transitive and the target unbound.
func (x *Exec) appendOptions(to []option, m *Match, h rules.Held, firsts, seconds candidateIndex) []option {
	one := option{id: h.ID, visible: h.ID, src: h.Base}
	first, second := h.ID.First(), h.ID.Second()
	var ok bool
	if one.first, ok = firsts.of(first); !ok {
		return to
	}
	if firsts == nil && m.First.Kind != ElementAny {
		one.value1 = first
	}
	if one.transitive = m.sets.transitive[first]; one.transitive != nil && m.Second.Kind != ElementConst {
		if first = one.transitive.classes[0]; len(one.transitive.classes) > 1 {
			one.first, one.sub = 0, one.first
		}
	}
	switch {
	case m.Second.Kind == ElementNone:
		return append(to, one)
	case m.Second.Kind == ElementStar && m.First.Kind == ElementConst && !m.sets.literal && x.W.Profile.UnionWildcard &&
		x.W.TraitsOf(first)&rules.TraitUnion != 0:
		one.id, one.value2, one.target = store.Pair(first, store.Wildcard), store.Wildcard, store.Wildcard
		return append(to, one)
	case one.transitive != nil:
		return x.appendDerived(to, m, one)
	}
	if one.second, ok = seconds.of(second); !ok {
		return to
	}
	if seconds == nil && m.Second.Kind != ElementAny {
		one.value2 = second
	}
	return append(to, one)
}

// choose appends the matches of the options that count. For each value it takes the options of the
// first candidates, or all of them if the set has All. For _ all options have the same value.
func (x *Exec) choose(m *Match, list []option) {
	slices.SortStableFunc(list, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.value1, b.value1), cmp.Compare(a.value2, b.value2), cmp.Compare(a.first, b.first),
			cmp.Compare(a.target, b.target))
	})
	var last option // the last option that was chosen
	for n := 0; len(list) > 0; list = list[n:] {
		one := list[0]
		for n = 1; n < len(list) && list[n].value1 == one.value1 && list[n].value2 == one.value2 &&
			list[n].first == one.first && list[n].target == one.target; {
			n++
		}
		if last.id != 0 && last.value1 == one.value1 && last.value2 == one.value2 && last.first != one.first &&
			!m.sets.first.All {
			continue
		}
		last = one
		group, all := list[:n], m.sets.second.All
		if l := one.transitive; l != nil {
			if all = m.sets.src.All; m.Second.Kind == ElementConst {
				all = l.classes[0] == rules.IsA.Index()
			}
			if !all {
				x.rank(l, group)
			}
		}
		slices.SortStableFunc(group, func(a, b option) int {
			return cmp.Or(cmp.Compare(a.sub, b.sub), cmp.Compare(a.second, b.second))
		})
		for _, s := range group {
			if !all && (s.sub != group[0].sub || s.second != group[0].second) {
				break
			}
			c := candidate{id: s.id, src: s.src}
			if s.visible == s.id {
				c.stored = s.id
			}
			x.found = append(x.found, c)
		}
	}
}

// distinct removes from x.found[from:] the matches that give the same row as another match there.
// If their ids differ in a wildcard element, it keeps the match whose id comes first in type order;
// of a derived and a stored pair it keeps the stored one.
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

// bindStarts binds an unbound variable with a set to every entity from which the set leads to a
// visible id, and continues matching for each.
func (x *Exec) bindStarts(m *Match, index uint32, e *Element, set *Set) {
	isFirst, isSecond := *e == m.First, *e == m.Second
	var ends []uint32
	for _, s := range x.options(m, index) {
		if e == &m.First {
			ends = append(ends, s.visible.First())
		} else {
			ends = append(ends, s.visible.Second())
		}
	}
	this, table := x.This, x.Table
	for _, start := range x.startsOf(set, ends) {
		if !x.bind(*e, start) {
			continue
		}
		at := len(x.found)
		x.matchSets(m, index)
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
