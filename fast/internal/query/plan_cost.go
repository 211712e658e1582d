package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// cost estimates how many matches a term gives, given the bound variables.
func (p *planner) cost(m *Match) int {
	if m.Dead {
		return -1
	}
	open := m.Uses &^ p.bound
	switch {
	case m.Lookups&open != 0:
		return 1 << 19
	case m.node.joins && open == m.Uses: // one side is bound to every entity of the user
		return 1 << 20
	case m.Compares:
		return 0
	case m.Src.Kind >= ElementStar || open&m.Src.Uses() != 0:
		n := 8 + 2*p.tables(m)
		if m.Src.Kind != ElementVar || m.Src.Slot != ThisSlot {
			n *= 2
		}
		return n
	case open == 0 && m.First.Kind < ElementStar && m.Second.Kind < ElementStar:
		if m.splits() && !p.split {
			return 1
		}
		return 0
	default:
		return 4
	}
}

// unknown stands for an index that is not known before the run.
const unknown = 0

// tables estimates how many tables must be tried for a term with an unbound source.
func (p *planner) tables(m *Match) int {
	st := p.x.Store
	first, second := p.expected(m.First, m.FirstID), p.expected(m.Second, m.secondID)
	switch {
	case m.sets != nil:
		from := len(p.x.tables)
		p.x.setTables(m)
		n := len(p.x.tables) - from
		p.x.tables = p.x.tables[:from]
		return n
	case m.Traversal.Climbs():
		return len(st.Lookup(store.Pair(m.Traversal.Relation.Index(), store.Wildcard)))
	case m.reflexive && second == store.Wildcard:
		return st.Tables()
	case m.transitive:
		second = store.Wildcard
	}
	n := 2
	switch {
	case first == unknown || second == unknown && m.Second.Kind != ElementNone:
	case m.Second.Kind == ElementNone || m.Member != nil:
		n = len(st.Lookup(store.Single(first)))
	default:
		n = len(st.Lookup(store.Pair(first, second)))
		if column := p.x.W.NonFragmenting.By[first]; column != nil && second != store.Wildcard {
			n += len(column.Sources(second))
		}
	}
	n += 2 * len(m.subclasses)
	if m.inherited {
		n += len(st.Lookup(rules.AnyBase))
	}
	return n
}

// expected returns the index that an element will have when its term is matched, if known.
func (p *planner) expected(e Element, index uint32) uint32 {
	switch {
	case e.Kind == ElementConst:
		return index
	case e.Kind == ElementVar && p.bound&SlotOf(e.Slot) != 0:
		return unknown
	}
	return store.Wildcard
}
