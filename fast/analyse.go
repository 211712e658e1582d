package fast

import "github.com/relspec/relspec/spec"

// analyse finds the conditional variables (rulings 7 to 9). A variable whose first written use outside Not terms is in
// an Optional term, or in some but not all alternatives of a chain, may be unset; later terms that use it are then
// ignored, and what those would have bound is conditional too. $this is never conditional (P-23).
func (q *Query) analyse() {
	var seen, conditional slots
	for i := range q.nodes {
		n := &q.nodes[i]
		if n.oper == spec.Not {
			continue
		}
		all, some := ^slots(0), slots(0)
		ignorable := true
		for j := range n.terms {
			t := &n.terms[j]
			t.needs = t.uses & conditional
			n.needs |= t.needs
			all &= t.uses
			some |= t.uses
			ignorable = ignorable && t.needs != 0
		}
		n.binds = some &^ seen &^ slotOf(thisSlot)
		seen |= some
		switch {
		case n.oper == spec.Optional || ignorable:
			conditional |= n.binds
		case n.chain:
			conditional |= n.binds &^ all
		}
	}
	for i := range q.nodes {
		n := &q.nodes[i]
		for j := range n.terms {
			t := &n.terms[j]
			q.usesThis = q.usesThis || t.uses&slotOf(thisSlot) != 0
			if n.oper == spec.Not {
				t.needs = t.uses & conditional
				n.needs |= t.needs
			}
		}
	}
}

// isCore reports whether a node is an And term that no conditional variable can switch off: such terms may be matched
// in any order, before all others.
func (n *node) isCore() bool { return n.oper == spec.And && !n.chain && n.needs == 0 }
