package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Pairs of a transitive relationship follow from those that entities have, own or inherited,
// subclasses of the relationship included (sets.transitive). A constant target stands for itself
// and all that leads to it; a variable or wildcard is every target that follows, with the source
// that shows a pair leading there.

// leading is a transitive relationship of a term.
type leading struct {
	over []uint32 // it and its subclasses, whose pairs count as its own

	to     uint32         // the target that was asked for last
	places candidateIndex // and all that leads to it
}

// leadingOf are the transitive relationships among the candidates of a first element, if no set is
// written for the target. With a set written on the first element each candidate is asked by
// itself; if it is implied, the element alone is, and the pairs of its subclasses count as its own
// (sets.first, sets.implied).
func (x *Exec) leadingOf(m *Match, candidates []uint32) map[uint32]*leading {
	t := m.Term
	if !x.Q.Transitive || t.Second.Kind == ElementNone || t.Sets.Second != nil {
		return nil
	}
	transitive := func(p uint32) bool { return x.W.TraitsOf(p)&rules.TraitTransitive != 0 }
	list := map[uint32]*leading{}
	if t.Sets.First == nil {
		if one := (&leading{over: candidates}); transitive(m.FirstID) {
			for _, p := range candidates {
				list[p] = one
			}
		}
		return list
	}
	for _, p := range candidates {
		if transitive(p) {
			list[p] = &leading{over: []uint32{p}}
		}
	}
	return list
}

// leadersTo are a target and all that leads to it, in order: depth first, the sources of each in
// type order, each once. The way back to the target leads on from there, as in every walk
// (sets.candidates). The last target is remembered, since every entity with such a pair asks for
// it: else a query with a constant target takes a time that grows with the square of the world.
func (x *Exec) leadersTo(l *leading, target uint32) candidateIndex {
	if l.places != nil && l.to == target {
		return l.places
	}
	l.to, l.places = target, candidateIndex{target: 0}
	var entered rules.Visits
	var lead func(to uint32)
	lead = func(to uint32) {
		for _, at := range x.havers(l, to) {
			if !entered.Add(at) {
				continue
			}
			if !x.step() {
				return
			}
			if _, ok := l.places[at]; !ok {
				l.places[at] = int32(len(l.places))
			}
			lead(at)
		}
	}
	lead(target)
	return l.places
}

// havers are the entities that have a pair with a target, own or inherited, in type order.
func (x *Exec) havers(l *leading, target uint32) (list []uint32) {
	for _, p := range l.over {
		pair := store.Pair(p, target)
		x.W.EachSource(pair, func(owner uint32) {
			x.walk(itsHeirs, owner, func(at uint32, _ bool) bool {
				from := len(x.held)
				if x.have(at, pair); len(x.held) > from {
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

// targetsFrom are a target and all that follows from a pair with it, each once.
func (x *Exec) targetsFrom(l *leading, target uint32) []uint32 {
	var seen rules.Visits
	seen.Add(target)
	list := []uint32{target}
	for i := 0; i < len(list) && x.step(); i++ {
		from := len(x.held)
		for _, p := range l.over {
			x.have(list[i], store.Pair(p, store.Wildcard))
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

// follow appends the ways in which a pair that is shown stands for one that follows from it.
func (x *Exec) follow(to []shown, m *Match, one shown) []shown {
	if m.Second.Kind == ElementConst { // the pair that leads there is reported
		if at, ok := x.leadersTo(one.leading, m.secondID)[one.had.Second()]; ok {
			one.second = at
			to = append(to, one)
		}
		return to
	}
	value := x.element(m.Second, 0)
	for _, target := range x.targetsFrom(one.leading, one.had.Second()) {
		if value != store.Wildcard && value != target {
			continue
		}
		one.id, one.target = store.Pair(one.leading.over[0], target), target
		if value == store.Wildcard && m.Second.Kind != ElementAny {
			one.case2 = target
		}
		to = append(to, one)
	}
	return to
}

// rank gives the pairs that lead to one open target the positions of their own targets.
func (x *Exec) rank(l *leading, group []shown) {
	target := group[0].target
	if target == 0 || target == store.Wildcard ||
		!slices.ContainsFunc(group, func(s shown) bool { return s.had.Second() != group[0].had.Second() }) {
		return
	}
	places := x.leadersTo(l, target)
	for i := range group {
		group[i].second = places[group[i].had.Second()]
	}
}
