package fast

import "github.com/relspec/relspec/spec"

// analyse finds which variables belong to the query and which to a scope, which are conditional, and whether each
// comparison has its sides bound, and each lookup its variable (rulings 7 to 10, P-60). It gives the first term that has
// not and why that is wrong, nil if all have.
func (q *prepared) analyse() (*term, *spec.Error) {
	outside := outsideOf(q.nodes)
	q.usesThis = outside&slotOf(thisSlot) != 0
	for slot := range q.variables {
		q.variables[slot].outside = outside&slotOf(uint8(slot)) != 0
	}
	q.analyseNodes(q.nodes, outside, outside&slotOf(thisSlot), false)
	this := slotOf(thisSlot) & outside
	return checkBound(q.nodes, this, this)
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

// analyseNodes finds the conditional variables of a list of nodes and what each node needs. given are the variables that
// have values before; that is $this outside scopes (P-23).
func (q *prepared) analyseNodes(nodes []node, outside, given slots, inScope bool) {
	settled := given
	for again := true; again; {
		again = false
		left := slots(0) // what earlier nodes may leave unset
		for i := range nodes {
			n := &nodes[i]
			if more := n.settles(settled, left, inScope) &^ settled; more != 0 || n.joinsAnew(settled, left, inScope) {
				settled |= more
				again = true
			}
			left |= n.leaves()
		}
	}
	seen := given
	for i := range nodes {
		if !nodes[i].negative() {
			seen |= nodes[i].binding()
		}
	}
	conditional := seen &^ settled
	noteNeeds(nodes, conditional)
	for i := range nodes {
		n := &nodes[i]
		if n.kind != nodeScope {
			continue
		}
		inner, this := outsideOf(n.scope.nodes), slotOf(thisSlot)
		n.scope.outer = n.scope.uses & outside
		n.needs = n.scope.outer & conditional
		n.scope.ranges = outside&this == 0 && testsThis(n.scope.nodes)
		within := seen
		if n.scope.ranges {
			within |= this
		}
		q.analyseNodes(n.scope.nodes, outside|inner, within, true)
	}
}

// binding are the variables that some term of a node can bind.
func (n *node) binding() slots {
	some := slots(0)
	for i := range n.terms {
		some |= n.terms[i].binding()
	}
	if n.joins {
		some |= n.terms[0].uses
	}
	return some
}

// common are the variables that every alternative of a node can bind.
func (n *node) common() slots {
	all := ^slots(0)
	for i := range n.terms {
		all &= n.terms[i].binding()
	}
	return all
}

// leaves are the variables that a node may leave unset: those of an Optional term, and those of an Or that not every
// alternative has.
func (n *node) leaves() slots {
	switch {
	case n.kind == nodeChain:
		return n.binding() &^ n.common()
	case n.oper == spec.Optional:
		return n.binding()
	}
	return 0
}

// settles are the variables that a node makes unconditional, where settled are so already and left are those that an
// Optional term or a partial Or before it uses. An And term binds all its variables together, a chain what every
// alternative has if one of them cannot be left out. An equality that binds gives one side the value of the other.
func (n *node) settles(settled, left slots, inScope bool) slots {
	left &^= settled
	switch {
	case n.kind == nodeScope || n.oper == spec.Optional || n.oper == spec.Not || n.oper == spec.NotFrom:
		return 0
	case n.kind == nodeChain:
		for i := range n.terms {
			if t := &n.terms[i]; !t.onlyTests() && t.uses&left == 0 {
				return n.common() &^ left
			}
		}
		return 0
	case n.canJoin(inScope):
		src, second := n.terms[0].src.uses(), n.terms[0].second.uses()
		switch {
		case second&settled != 0:
			return src &^ left
		case src&settled != 0:
			return second &^ left
		}
		return 0
	case n.terms[0].onlyTests() || n.terms[0].uses&left != 0:
		return 0
	}
	return n.terms[0].uses
}

// canJoin reports whether a node is an equality that binds if one side has a value: of two variables outside Not, scopes
// and chains.
func (n *node) canJoin(inScope bool) bool {
	return !inScope && n.kind == nodeCompare && n.oper == spec.And && n.terms[0].equals() && n.terms[0].second.kind == elementVar
}

// joinsAnew notes that an equality binds; it says so once.
func (n *node) joinsAnew(settled, left slots, inScope bool) bool {
	if n.joins || !n.canJoin(inScope) || n.settles(settled, left, inScope) == 0 {
		return false
	}
	n.joins = true
	return true
}

// noteNeeds notes for each node, and each alternative of a chain, without which conditional variables it does not count.
// For an And term these are the ones that an earlier Optional term or partial Or may have left unset: what else it uses it
// binds, whichever And terms beside it are ignored. What may leave its variables unset itself is no use of one that an
// earlier term had the chance to bind (P-65).
func noteNeeds(nodes []node, conditional slots) {
	left, seen := slots(0), slots(0)
	for i := range nodes {
		n := &nodes[i]
		if n.kind == nodeScope {
			continue
		}
		missing := left | n.leaves()&seen
		if n.negative() {
			missing = ^slots(0)
		}
		for j := range n.terms {
			t := &n.terms[j]
			t.needs = t.uses & conditional & missing
			if n.kind == nodeChain && t.onlyTests() { // it is left out where a variable has no value yet
				t.needs = t.uses&conditional | t.uses&^slotOf(thisSlot)
			}
			n.needs |= t.needs
		}
		if !n.negative() {
			left |= n.leaves()
			seen |= n.binding()
		}
	}
}

// binding are the variables that a term can bind: a comparison that only tests binds none.
func (t *term) binding() slots {
	if t.onlyTests() {
		return 0
	}
	return t.uses
}

// onlyTests reports whether a term is a comparison that binds nothing, unless its node joins two variables.
func (t *term) onlyTests() bool { return t.compares && !t.assigns() }

var (
	errUnbound       = spec.Errorf(spec.CodeInvalid, "a variable of the comparison is used nowhere else; use it in a term that is none")
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
		if t := &n.terms[i]; t.uses&variables != 0 && t.onlyTests() {
			return true
		}
	}
	return false
}

// checkBound finds a comparison of a variable that is neither $this, nor bound by an equality, nor used in a term outside
// Not that is no comparison (ruling 10). $this always has values: where it is that of a scope and occurs there under Not
// only, the comparison is noted as one that no value of it may pass (P-64). A lookup needs a term that binds the variable
// that it begins at, itself or another. used and bound are those of what stands outside.
func checkBound(nodes []node, used, bound slots) (*term, *spec.Error) {
	this := slotOf(thisSlot)
	for i := range nodes {
		if !nodes[i].negative() {
			used |= nodes[i].binding()
			bound |= nodes[i].plain()
		}
	}
	for i := range nodes {
		n := &nodes[i]
		if n.kind == nodeScope {
			within := used
			if n.scope.ranges {
				within |= this
			}
			if t, err := checkBound(n.scope.nodes, within, bound); err != nil {
				return t, err
			}
			continue
		}
		for j := range n.terms {
			t := &n.terms[j]
			switch {
			case t.compares && t.uses&^(used|this) != 0:
				return t, errUnbound
			case t.lookups&^(bound|this) != 0:
				return t, errUnboundLookup
			}
			t.forNone = t.compares && t.uses&^used != 0
		}
	}
	return nil, nil
}

// plain are the variables that stand as such in the terms of a node that can bind.
func (n *node) plain() slots {
	all := slots(0)
	for i := range n.terms {
		if t := &n.terms[i]; n.joins || !t.onlyTests() {
			all |= t.plain()
		}
	}
	return all
}

// isCore reports whether a node is a term that must match and that no conditional variable can switch off: such terms
// may be matched in any order, before all others.
func (n *node) isCore() bool {
	return (n.kind == nodeMatch || n.kind == nodeCompare) && n.oper == spec.And && n.needs == 0 && !n.negative()
}
