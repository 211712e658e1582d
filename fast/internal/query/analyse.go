package query

import (
	"math/bits"

	"github.com/relspec/relspec/spec"
)

// Analyse determines which variables belong to the query and which to a scope, and which variables
// are conditional (variables.conditional, operator.equality-binds). If a comparison or lookup uses
// a variable that nothing binds (variables.lookup), it returns that term and an error.
func (q *Query) Analyse() (*Term, *spec.Error) {
	outside := outsideOf(q.Nodes)
	this := SlotOf(ThisSlot) & outside
	q.UsesThis = this != 0
	for slot := range q.Variables {
		q.Variables[slot].Outside = outside&SlotOf(uint8(slot)) != 0
	}
	q.analyseNodes(q.Nodes, outside, this, false)
	return q.checkBound(q.Nodes, this, this)
}

// outsideOf returns the variables that occur in nodes outside their scopes.
func outsideOf(nodes []Node) Slots {
	all := Slots(0)
	for i := range nodes {
		if nodes[i].Kind != nodeScope {
			all |= nodes[i].uses()
		}
	}
	return all
}

// analyseNodes determines the conditional variables of a list of nodes and the variables that each
// node needs. given are the variables that are bound before the nodes: $this for the query
// (query.this), those of the terms around it for a scope.
func (q *Query) analyseNodes(nodes []Node, outside, given Slots, inScope bool) {
	settled := given
	for again := true; again; {
		again = false
		left := Slots(0) // variables that earlier nodes may leave unset
		for i := range nodes {
			n := &nodes[i]
			if more := n.settles(settled, left, inScope) &^ settled; more != 0 || n.markJoin(settled, left, inScope) {
				settled |= more
				again = true
			}
			left |= n.leaves()
		}
	}
	seen := given
	for i := range nodes {
		if !nodes[i].Negative() {
			seen |= nodes[i].binding()
		}
	}
	conditional := seen &^ settled
	noteNeeds(nodes, conditional)
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != nodeScope {
			continue
		}
		inner, this := outsideOf(n.scope.nodes), SlotOf(ThisSlot)
		n.scope.outer = n.scope.uses & outside
		n.Needs = n.scope.outer & conditional
		n.scope.ranges = outside&this == 0 && testsThis(n.scope.nodes)
		within := seen
		if n.scope.ranges {
			within |= this
		}
		q.analyseNodes(n.scope.nodes, outside|inner, within, true)
	}
}

// binding returns the variables that at least one term of a node can bind.
func (n *Node) binding() Slots {
	some := Slots(0)
	for i := range n.Terms {
		some |= n.Terms[i].binding()
	}
	if n.joins {
		some |= n.Terms[0].Uses
	}
	return some
}

// common returns the variables that every alternative of a node can bind.
func (n *Node) common() Slots {
	all := ^Slots(0)
	for i := range n.Terms {
		all &= n.Terms[i].binding()
	}
	return all
}

// leaves returns the variables that a node may leave unset: those of an Optional term, and those
// that not every alternative of an Or has. For example, "Frigate || (DockedTo, $p)" leaves $p unset
// for a frigate.
func (n *Node) leaves() Slots {
	switch {
	case n.Kind == NodeChain:
		return n.binding() &^ n.common()
	case n.Oper == spec.Optional:
		return n.binding()
	}
	return 0
}

// settles returns the variables that a node binds unconditionally. settled are those that other
// nodes bind unconditionally; left are those that earlier Optional terms or Or chains may leave
// unset. An And term binds all its variables. A chain binds the variables of every alternative if
// at least one alternative is always tried. An equality binds one side if the other side has a
// value.
func (n *Node) settles(settled, left Slots, inScope bool) Slots {
	left &^= settled
	switch {
	case n.Kind == nodeScope || n.Oper == spec.Optional || n.Oper == spec.Not || n.Oper == spec.NotFrom:
		return 0
	case n.Kind == NodeChain:
		for i := range n.Terms {
			if t := &n.Terms[i]; !t.onlyTests() && t.Uses&left == 0 {
				return n.common() &^ left
			}
		}
		return 0
	case n.canJoin(inScope):
		src, second := n.Terms[0].Src.Uses(), n.Terms[0].Second.Uses()
		switch {
		case second&settled != 0:
			return src &^ left
		case src&settled != 0:
			return second &^ left
		}
		return 0
	case n.Terms[0].onlyTests() || n.Terms[0].Uses&left != 0:
		return 0
	}
	return n.Terms[0].Uses
}

// canJoin reports whether a node is an equality of two variables, outside of Not, scopes and
// chains. Such a node binds one side once the other has a value.
func (n *Node) canJoin(inScope bool) bool {
	return !inScope && n.Kind == nodeCompare && n.Oper == spec.And && n.Terms[0].equals() &&
		n.Terms[0].Second.Kind == ElementVar
}

// markJoin sets n.joins if an equality binds a variable, and returns true if it was not set
// before.
func (n *Node) markJoin(settled, left Slots, inScope bool) bool {
	if n.joins || !n.canJoin(inScope) || n.settles(settled, left, inScope) == 0 {
		return false
	}
	n.joins = true
	return true
}

// noteNeeds sets the conditional variables that each node, and each alternative of a chain, needs.
// A node is ignored while one of them is unset. An And term needs the variables that an earlier
// Optional term or Or chain may have left unset. It binds the others itself, even if other And
// terms are ignored. An Optional term or chain also needs the variables that an earlier term could
// have bound (variables.ignored-binding). For example, in "?Lost($x), Tows($y, $x), ?Fast($y)" the
// last term is ignored if x is unset, because Tows does not bind y then.
func noteNeeds(nodes []Node, conditional Slots) {
	left, seen := Slots(0), Slots(0)
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == nodeScope {
			continue
		}
		missing := left | n.leaves()&seen
		if n.Negative() {
			missing = ^Slots(0)
		}
		for j := range n.Terms {
			t := &n.Terms[j]
			t.needs = t.Uses & conditional & missing
			if n.Kind == NodeChain && t.onlyTests() { // it is skipped while a variable has no value
				t.needs = t.Uses&conditional | t.Uses&^SlotOf(ThisSlot)
			}
			n.Needs |= t.needs
		}
		if !n.Negative() {
			left |= n.leaves()
			seen |= n.binding()
		}
	}
}

// binding returns the variables that a term can bind. A comparison that only tests binds none.
func (t *Term) binding() Slots {
	if t.onlyTests() {
		return 0
	}
	return t.Uses
}

// onlyTests reports whether a term is a comparison that binds nothing, unless its node joins two
// variables.
func (t *Term) onlyTests() bool { return t.Compares && !t.assigns() }

// firstOf returns the name of the first of some variables.
func (q *Query) firstOf(variables Slots) string {
	return q.Variables[bits.TrailingZeros32(uint32(variables))].Name
}

// testsThis reports whether a scope with its own $this tests every entity of the user, whatever its
// other terms are (scope.this). It does if a comparison that is not under Not uses $this, or if a
// chain tests $this and no earlier term that may bind $this uses it.
func testsThis(nodes []Node) bool {
	this, used := SlotOf(ThisSlot), false
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.uses()&this == 0 || n.Oper == spec.Not || n.Oper == spec.NotFrom || n.Kind == nodeScope:
		case n.Kind == nodeCompare:
			return true
		case n.Kind == NodeChain && !used && n.tests(this):
			return true
		default:
			used = true
		}
	}
	return false
}

// tests reports whether an alternative of a chain only tests one of the variables.
func (n *Node) tests(variables Slots) bool {
	for i := range n.Terms {
		if t := &n.Terms[i]; t.Uses&variables != 0 && t.onlyTests() {
			return true
		}
	}
	return false
}

// checkBound returns the first term that uses an unbound variable, and an error
// (operator.unbound-comparison). A comparison is allowed on $this, on a variable that an equality
// binds, and on a variable of another positive term. A lookup needs a term that binds the variable
// at its start. If a scope has its own $this and uses it only under Not, the comparison is marked
// with forNone: it must fail for every value (scope.this). used and bound come from the terms
// around the scope.
func (q *Query) checkBound(nodes []Node, used, bound Slots) (*Term, *spec.Error) {
	this := SlotOf(ThisSlot)
	for i := range nodes {
		if !nodes[i].Negative() {
			used |= nodes[i].binding()
			bound |= nodes[i].plain()
		}
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == nodeScope {
			within := used
			if n.scope.ranges {
				within |= this
			}
			if t, err := q.checkBound(n.scope.nodes, within, bound); err != nil {
				return t, err
			}
			continue
		}
		for j := range n.Terms {
			t := &n.Terms[j]
			switch {
			case t.Compares && t.Uses&^(used|this) != 0:
				return t, spec.Errorf(spec.CodeInvalid,
					"nothing binds $%[1]s: texts, lookups, != and ~= only compare; use it in a term, as in Ship($%[1]s), or in $%[1]s == Mars",
					q.firstOf(t.Uses&^(used|this)))
			case t.Lookups&^(bound|this) != 0:
				return t, spec.Errorf(spec.CodeInvalid,
					"nothing binds $%[1]s, so a child of it cannot be looked up; use it in a term, as in Ship($%[1]s)",
					q.firstOf(t.Lookups&^(bound|this)))
			}
			t.forNone = t.Compares && t.Uses&^used != 0
		}
	}
	return nil, nil
}

// plain returns the variables in the terms of a node that can bind, without those that only start a
// lookup.
func (n *Node) plain() Slots {
	all := Slots(0)
	for i := range n.Terms {
		if t := &n.Terms[i]; n.joins || !t.onlyTests() {
			all |= t.plain()
		}
	}
	return all
}

// IsCore reports whether a node is a term that must match and does not depend on conditional
// variables. Core terms may be matched in any order, before all others.
func (n *Node) IsCore() bool {
	return (n.Kind == NodeMatch || n.Kind == nodeCompare) && n.Oper == spec.And && n.Needs == 0 && !n.Negative()
}
