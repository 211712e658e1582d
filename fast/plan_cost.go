package fast

import "github.com/relspec/relspec/fast/internal/store"

// cost estimates how many matches a term gives with the variables that are bound.
func (p *planner) cost(m *match) int {
	if m.dead {
		return -1
	}
	open := m.uses &^ p.bound
	switch {
	case m.lookups&open != 0:
		return 1 << 19
	case m.node.joins && open == m.uses: // one side is left to every entity of the user
		return 1 << 20
	case m.compares:
		return 0
	case m.src.kind >= elementStar || open&m.src.uses() != 0:
		n := 8 + 2*p.tables(m)
		if m.src.kind != elementVar || m.src.slot != thisSlot {
			n *= 2
		}
		return n
	case open == 0 && m.first.kind < elementStar && m.second.kind < elementStar:
		if m.splits() && !p.split {
			return 1
		}
		return 0
	default:
		return 4
	}
}

// unknown stands for an index that only the run will tell.
const unknown = 0

// tables estimates how many tables a term with an open source has to look at.
func (p *planner) tables(m *match) int {
	st := p.x.st
	first, second := p.expected(m.first, m.firstID), p.expected(m.second, m.secondID)
	switch {
	case m.traversal.climbs():
		return len(st.Lookup(store.Pair(m.traversal.relation.Index(), store.Wildcard)))
	case m.reflexive && second == store.Wildcard:
		return st.Tables()
	case m.transitive:
		second = store.Wildcard
	}
	n := 2
	switch {
	case first == unknown || second == unknown && m.second.kind != elementNone:
	case m.second.kind == elementNone || m.member != nil:
		n = len(st.Lookup(store.Single(first)))
	default:
		n = len(st.Lookup(store.Pair(first, second)))
		if column := p.x.w.loose.by[first]; column != nil && second != store.Wildcard {
			n += len(column.Sources(second))
		}
	}
	n += 2 * len(m.subclasses)
	if m.inherited {
		n += len(st.Lookup(anyBase))
	}
	return n
}

// expected is the index that an element will have when it is looked up.
func (p *planner) expected(e element, index uint32) uint32 {
	switch {
	case e.kind == elementConst:
		return index
	case e.kind == elementVar && p.bound&slotOf(e.slot) != 0:
		return unknown
	}
	return store.Wildcard
}
