package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Pairs of a transitive relationship are derived from the pairs that entities have, own or
// inherited, including pairs of its subclasses (sets.transitive). A constant target stands for
// itself and everything that leads to it. For a variable or wildcard, every derived target is a
// match; its source is the candidate that has the first pair of the chain.

// transitiveSet is a transitive relationship that a term can match.
type transitiveSet struct {
	classes []uint32 // the relationship and its subclasses, whose pairs count as its own

	target  uint32         // the last target that was asked for
	leaders candidateIndex // the target and everything that leads to it
}

// transitiveSets returns the transitive relationships among the candidates of a first element. It
// returns none if a set is written for the target. If a set is written for the first element, each
// candidate is a separate relationship. Otherwise the element itself is the only relationship, and
// pairs of its subclasses count as its pairs (sets.first, sets.implied).
func (x *Exec) transitiveSets(m *Match, candidates []uint32) map[uint32]*transitiveSet {
	t := m.Term
	if !x.Q.Transitive || t.Second.Kind == ElementNone || t.Sets.Second != nil {
		return nil
	}
	transitive := func(p uint32) bool { return x.W.TraitsOf(p)&rules.TraitTransitive != 0 }
	list := map[uint32]*transitiveSet{}
	if t.Sets.First == nil {
		if one := (&transitiveSet{classes: candidates}); transitive(m.FirstID) {
			for _, p := range candidates {
				list[p] = one
			}
		}
		return list
	}
	for _, p := range candidates {
		if transitive(p) {
			list[p] = &transitiveSet{classes: []uint32{p}}
		}
	}
	return list
}

// leadersTo returns a target and everything that leads to it: depth first, the sources of each
// entity in type order, each once. A cycle back to the target is followed, as in every walk
// (sets.candidates). It caches the result for the last target, because every entity with a pair of
// the relationship asks for it; without the cache, a query with a constant target would take
// quadratic time.
func (x *Exec) leadersTo(l *transitiveSet, target uint32) candidateIndex {
	if l.leaders != nil && l.target == target {
		return l.leaders
	}
	l.target, l.leaders = target, candidateIndex{target: 0}
	var entered rules.Visits
	var lead func(to uint32)
	lead = func(to uint32) {
		for _, at := range x.sourcesOf(l, to) {
			if !entered.Add(at) {
				continue
			}
			if !x.step() {
				return
			}
			if _, ok := l.leaders[at]; !ok {
				l.leaders[at] = int32(len(l.leaders))
			}
			lead(at)
		}
	}
	lead(target)
	return l.leaders
}

// sourcesOf returns the entities that have a pair with a target, own or inherited, in type order.
func (x *Exec) sourcesOf(l *transitiveSet, target uint32) (list []uint32) {
	for _, p := range l.classes {
		pair := store.Pair(p, target)
		x.W.EachSource(pair, func(owner uint32) {
			x.walk(itsHeirs, owner, func(at uint32, _ bool) bool {
				from := len(x.held)
				if x.collectHad(at, pair); len(x.held) > from {
					list = append(list, at)
				}
				x.held = x.held[:from]
				return true
			})
		})
	}
	x.W.SortEntities(list)
	return slices.Compact(list)
}

// targetsFrom returns a target and all targets that are derived from it, each once.
func (x *Exec) targetsFrom(l *transitiveSet, target uint32) []uint32 {
	var seen rules.Visits
	seen.Add(target)
	list := []uint32{target}
	for i := 0; i < len(list) && x.step(); i++ {
		from := len(x.held)
		for _, p := range l.classes {
			x.collectHad(list[i], store.Pair(p, store.Wildcard))
		}
		for _, h := range x.held[from:] {
			if next := h.ID.Second(); seen.Add(next) {
				list = append(list, next)
			}
		}
		x.held = x.held[:from]
	}
	return list
}

// appendDerived appends an option for each pair that is derived from a visible pair.
func (x *Exec) appendDerived(to []option, m *Match, one option) []option {
	if m.Second.Kind == ElementConst { // reports the visible pair, not the derived one
		if at, ok := x.leadersTo(one.transitive, m.secondID)[one.visible.Second()]; ok {
			one.second = at
			to = append(to, one)
		}
		return to
	}
	value := x.element(m.Second, 0)
	for _, target := range x.targetsFrom(one.transitive, one.visible.Second()) {
		if value != store.Wildcard && value != target {
			continue
		}
		one.id, one.target = store.Pair(one.transitive.classes[0], target), target
		if value == store.Wildcard && m.Second.Kind != ElementAny {
			one.value2 = target
		}
		to = append(to, one)
	}
	return to
}

// rank sets the field second of options that lead to one derived target: the position of their
// direct target among the entities that lead to it.
func (x *Exec) rank(l *transitiveSet, group []option) {
	target := group[0].target
	if target == 0 || target == store.Wildcard ||
		!slices.ContainsFunc(group, func(s option) bool { return s.visible.Second() != group[0].visible.Second() }) {
		return
	}
	places := x.leadersTo(l, target)
	for i := range group {
		group[i].second = places[group[i].visible.Second()]
	}
}
