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

// closes reports whether a term matches pairs that are derived from a visible pair. over is their
// relationship. If a set is written for the first element, each candidate is a separate
// relationship. Otherwise the element itself is the only relationship, and pairs of its subclasses
// count as its pairs (sets.first, sets.implied).
func (x *Exec) closes(m *Match, first uint32) (over uint32, ok bool) {
	if over = first; m.Sets.First == nil {
		over = m.FirstID
	}
	return over, x.Q.Transitive && m.First.Kind == ElementConst && m.Second.Kind != ElementNone &&
		m.Sets.Second == nil && x.W.TraitsOf(over)&rules.TraitTransitive != 0
}

// classesOf returns the relationships whose pairs count as pairs of a relationship that closes.
func (m *Match) classesOf(over uint32) []uint32 {
	if m.Sets.First == nil {
		return m.sets.classes
	}
	return []uint32{over}
}

// leadersTo returns a target and everything that leads to it: depth first, the sources of each
// entity in type order, each once. A cycle back to the target is followed, as in every walk
// (sets.candidates). It caches the result, because every entity with a pair of the relationship
// asks for it; without the cache, a query with a constant target would take quadratic time.
func (x *Exec) leadersTo(m *Match, over, target uint32) positions {
	pair := store.Pair(over, target)
	if known, ok := m.sets.leaders[pair]; ok {
		return known
	}
	list := []uint32{target}
	var entered rules.Visits
	var lead func(to uint32)
	lead = func(to uint32) {
		for _, at := range x.sourcesOf(m, over, to) {
			if entered.Add(at) && x.step() {
				list = append(list, at)
				lead(at)
			}
		}
	}
	lead(target)
	m.sets.leaders[pair] = positionsOf(list)
	return m.sets.leaders[pair]
}

// sourcesOf returns the entities that have a pair with a target, own or inherited, in type order.
func (x *Exec) sourcesOf(m *Match, over, target uint32) (list []uint32) {
	for _, class := range m.classesOf(over) {
		pair := store.Pair(class, target)
		x.W.EachSource(pair, func(owner uint32) {
			for _, at := range x.candidatesOf(itsHeirs, owner) {
				from := len(x.held)
				if x.collectHad(at, pair); len(x.held) > from {
					list = append(list, at)
				}
				x.held = x.held[:from]
			}
		})
	}
	x.W.SortEntities(list)
	return slices.Compact(list)
}

// targetsFrom returns a target and all targets that are derived from it, each once.
func (x *Exec) targetsFrom(m *Match, over, target uint32) []uint32 {
	var seen rules.Visits
	seen.Add(target)
	list := []uint32{target}
	for i := 0; i < len(list) && x.step(); i++ {
		from := len(x.held)
		for _, class := range m.classesOf(over) {
			x.collectHad(list[i], store.Pair(class, store.Wildcard))
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
func (x *Exec) appendDerived(to []option, m *Match, o option, over uint32) []option {
	direct := o.visible.Second()
	if m.Second.Kind == ElementConst { // reports the visible pair, not the derived one
		if at, ok := x.leadersTo(m, over, m.secondID)[direct]; ok {
			o.second, o.each = at, over == rules.IsA.Index()
			to = append(to, o)
		}
		return to
	}
	value := x.element(m.Second, 0)
	for _, target := range x.targetsFrom(m, over, direct) {
		if value != store.Wildcard && value != target {
			continue
		}
		o.id, o.target = store.Pair(over, target), target
		if value == store.Wildcard && m.Second.Kind != ElementAny {
			o.value2 = target
		}
		to = append(to, o)
	}
	return to
}
