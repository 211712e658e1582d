package fast

import "github.com/relspec/relspec/spec"

// analyse finds which variables belong to the query and which to a scope, which are conditional, and whether each
// comparison has its sides bound, and each lookup its variable (rulings 7 to 10, P-60). It gives the first term that has
// not and why that is wrong, nil if all have.
func (q *Query) analyse() (*term, *spec.Error) {
	outside := outsideOf(q.nodes)
	q.usesThis = outside&slotOf(thisSlot) != 0
	for slot := range q.variables {
		q.variables[slot].outside = outside&slotOf(uint8(slot)) != 0
	}
	q.analyseNodes(q.nodes, outside, outside&slotOf(thisSlot))
	return checkBound(q.nodes, slotOf(thisSlot)&outside)
}

// outsideOf are the variables that occur in nodes, but not only in their scopes.
func outsideOf(nodes []node) slots {
	all := slots(0)
	for i := range nodes {
		if nodes[i].kind != nodeScope {
			all |= nodes[i].uses()
		}
	}
	return all
}

// analyseNodes finds the conditional variables of a list of nodes. A variable whose first written use outside negative
// nodes is in an Optional term, or in some but not all alternatives of a chain, may be unset; later terms that use it
// are then ignored, and what those would have bound is conditional too. seen are the variables that are bound before;
// that is $this outside scopes (P-23).
func (q *Query) analyseNodes(nodes []node, outside, seen slots) {
	conditional := slots(0)
	for i := range nodes {
		n := &nodes[i]
		if n.negative() {
			continue
		}
		some, all, ignorable := n.collectNeeds(conditional)
		n.binds = some &^ seen
		seen |= some
		switch {
		case n.oper == spec.Optional || ignorable:
			conditional |= n.binds
		case n.kind == nodeChain:
			conditional |= n.binds &^ all
		}
		n.leaveOut(conditional)
	}
	for i := range nodes {
		n := &nodes[i]
		if !n.negative() {
			continue
		}
		if n.kind == nodeScope {
			inner, this := outsideOf(n.scope.nodes), slotOf(thisSlot)
			n.scope.outer = n.scope.uses & outside
			n.scope.ranges = outside&this == 0 && testsThis(n.scope.nodes)
			within := seen
			if n.scope.ranges {
				within |= this
			}
			q.analyseNodes(n.scope.nodes, outside|inner, within)
		}
		n.collectNeeds(conditional)
		n.needs |= n.uses() & conditional
	}
}

// collectNeeds notes which conditional variables the terms of a node use. It gives the variables that some alternative
// binds, those that all bind, and whether the whole node can be ignored.
func (n *node) collectNeeds(conditional slots) (some, all slots, ignorable bool) {
	all, ignorable = ^slots(0), true
	for i := range n.terms {
		t := &n.terms[i]
		t.needs = t.uses & conditional
		n.needs |= t.needs
		all &= t.binding()
		some |= t.binding()
		ignorable = ignorable && t.needs != 0
	}
	return some, all, ignorable
}

// binding are the variables that a term can bind: a comparison that only tests binds none.
func (t *term) binding() slots {
	if t.compares && !t.assigns() {
		return 0
	}
	return t.uses
}

// leaveOut makes an alternative that only tests need the variables that others of its chain may leave unset.
func (n *node) leaveOut(conditional slots) {
	for i := range n.terms {
		if t := &n.terms[i]; t.compares && !t.assigns() {
			t.needs = t.uses & conditional
			n.needs |= t.needs &^ n.binds
		}
	}
}

var (
	errUnbound       = spec.Errorf(spec.CodeInvalid, "nothing else binds a variable of the comparison; use it in a term first")
	errUnboundLookup = spec.Errorf(spec.CodeInvalid, "nothing binds the variable that the lookup begins at; use it in a term")
)

// testsThis reports whether $this, as a variable of the scope that holds the nodes, is every entity of the user whatever
// else the scope says (P-64): it is compared, not only under Not, or tested in a chain before a term could leave it unset.
func testsThis(nodes []node) bool {
	this, used := slotOf(thisSlot), false
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.uses()&this == 0 || n.oper == spec.Not || n.kind == nodeScope:
		case n.kind == nodeCompare:
			return true
		case n.kind == nodeChain && !used && n.tests(this):
			return true
		default:
			used = true
		}
	}
	return false
}

// tests reports whether an alternative of a chain only tests one of the variables.
func (n *node) tests(variables slots) bool {
	for i := range n.terms {
		if t := &n.terms[i]; t.compares && t.uses&variables != 0 && !t.assigns() {
			return true
		}
	}
	return false
}

// checkBound finds a comparison with a side that nothing else binds, where it does not bind it itself (ruling 10). $this
// always has values: where it is that of a scope and occurs there under Not only, the comparison is noted as one that
// no value of it may pass (P-64). A lookup needs a term that binds the variable that it begins at, itself or another.
func checkBound(nodes []node, outer slots) (*term, *spec.Error) {
	for i := range nodes {
		n := &nodes[i]
		if n.kind == nodeScope {
			within := outer | boundBy(nodes, nil)
			if n.scope.ranges {
				within |= slotOf(thisSlot)
			}
			if t, err := checkBound(n.scope.nodes, within); err != nil {
				return t, err
			}
			continue
		}
		for j := range n.terms {
			t := &n.terms[j]
			if t.lookups&^(outer|boundBy(nodes, nil)|slotOf(thisSlot)) != 0 {
				return t, errUnboundLookup
			}
			if !t.compares || t.assigns() {
				continue
			}
			missing := t.uses &^ (outer | boundBy(nodes, t))
			if missing&^slotOf(thisSlot) != 0 {
				return t, errUnbound
			}
			t.forNone = missing != 0
		}
	}
	return nil, nil
}

// boundBy are the variables that some term other than one binds.
func boundBy(nodes []node, other *term) slots {
	bound := slots(0)
	for i := range nodes {
		n := &nodes[i]
		if n.kind == nodeScope || n.kind != nodeCompare && n.negative() {
			continue
		}
		for j := range n.terms {
			if t := &n.terms[j]; t != other && (!t.compares || t.assigns()) {
				bound |= t.plain()
			}
		}
	}
	return bound
}

// isCore reports whether a node is a term that must match and that no conditional variable can switch off: such terms
// may be matched in any order, before all others.
func (n *node) isCore() bool {
	return (n.kind == nodeMatch || n.kind == nodeCompare) && n.oper == spec.And && n.needs == 0
}
