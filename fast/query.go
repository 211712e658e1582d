package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// prepared is a query whose terms are resolved and analysed. It can be run any number of times, also by several goroutines
// while none writes. It stays valid whatever happens to the world; what it mentions of deleted entities matches nothing
// (ruling 21).
type prepared struct {
	w         *World
	kind      spec.QueryKind // never KindAuto
	nodes     []node         // in written order
	variables []variable     // by slot; slot 0 is $this
	lookups   [][]string     // paths of the lookup variables
	fields    int
	usesThis  bool // $this occurs outside scopes
	hidden    bool // has variables that rows do not show, so that rows may repeat
	// Prefab and Disabled are excluded unless the query names them (ruling 5).
	prefabs, disabled bool

	instanced bool      // rows with fields of other entities stay together (QRY-447)
	detects   bool      // change detection was asked for at creation
	ordering  *ordering // nil if rows come in any order

	cache *cache // nil if the query does not keep its matches

	subclasses bool // the kind resolves component inheritance
	transitive bool // the kind resolves transitivity and reflexivity
}

// variable is a variable of a query.
type variable struct {
	name      string
	anonymous bool // begins with _ (FQL-078)
	outside   bool // occurs outside scopes
}

// slots is a set of variables.
type slots uint32

func slotOf(slot uint8) slots { return 1 << slot }

// maxVariables and maxTerms are the limits of P-32.
const (
	maxVariables = 16
	maxTerms     = 64
	thisSlot     = 0
)

// node is a term in written order.
type node struct {
	kind  nodeKind
	terms []term // one, or the alternatives of a chain
	scope *scope
	oper  spec.Operator
	field int // -1 for none

	joins bool  // an equality of two variables that binds one (ruling 10)
	needs slots // conditional variables without which it is ignored (ruling 8)
}

type nodeKind uint8

const (
	nodeMatch   nodeKind = iota // an id on a source
	nodeChain                   // alternatives
	nodeCompare                 // a comparison
	nodeList                    // AndFrom, OrFrom, NotFrom
	nodeScope                   // !{ ... }
)

// scope is what stands in braces. Its variables are those of the query where they occur outside scopes, else its own.
type scope struct {
	nodes []node
	uses  slots // of everything inside
	outer slots // the part of uses that belongs to the query outside

	ranges bool // $this is the scope's own, and every entity of the user
}

// negative reports whether a node never binds: Not terms and scopes, and comparisons that only test. Which equalities of
// two variables bind is known only after analyse.
func (n *node) negative() bool {
	switch n.kind {
	case nodeScope:
		return true
	case nodeCompare:
		return !n.joins && !n.terms[0].assigns()
	case nodeList:
		return n.oper == spec.NotFrom
	case nodeMatch, nodeChain:
	}
	return n.oper == spec.Not
}

// uses are the variables of a node that are not its own.
func (n *node) uses() slots {
	if n.kind == nodeScope {
		return n.scope.outer
	}
	all := slots(0)
	for i := range n.terms {
		all |= n.terms[i].uses
	}
	return all
}

// term is one match, of an id or a comparison.
type term struct {
	first, second, src element
	number             int // in the order in which terms are written, scopes and chains counted before what is in them
	access             spec.Access
	uses               slots
	needs              slots // conditional variables without which it is ignored or left out

	lookups slots   // variables that lookup variables begin at
	member  *member // of the component that is the first element; nil for an id

	traversal  *traversal // flags on the source
	firstSelf  bool       // no component inheritance (FQL-117)
	secondSelf bool       // no transitivity (FQL-121)

	compares bool // src is compared with second, or with text
	compare  spec.Comparison
	negated  bool
	tests    bool // written with != or !, perhaps both
	forNone  bool // a test under Not of a $this of its scope that nothing binds: no value of it may pass (P-64)
	isText   bool
	text     string
}

// plain are the variables that stand in a term as such, not at the beginning of a lookup alone.
func (t *term) plain() slots {
	all := slots(0)
	for _, e := range [...]element{t.first, t.second, t.src} {
		if e.kind == elementVar {
			all |= e.uses()
		}
	}
	return all
}

// assigns reports whether a comparison is `$x == E`, which binds as an And term does (ruling 10).
func (t *term) assigns() bool {
	return t.equals() && t.second.kind == elementConst
}

// equals reports whether a comparison is an equality of a variable with an entity or a variable, neither negated nor about
// names.
func (t *term) equals() bool {
	return t.compares && t.compare == spec.Equal && !t.tests && !t.isText && t.src.kind == elementVar
}

// element is an element of a term.
type element struct {
	kind   elementKind
	slot   uint8
	entity Entity
}

type elementKind uint8

const (
	elementNone  elementKind = iota // no second element
	elementConst                    // an entity, alive or not
	elementVar
	elementLookup // a child of a variable's value: entity is its number among the query's lookups
	elementStar   // *
	elementAny    // _
)

func (e element) uses() slots {
	if e.kind == elementVar || e.kind == elementLookup {
		return slotOf(e.slot)
	}
	return 0
}

// is reports whether the element is a given reserved entity.
func (e element) is(entity Entity) bool { return e.kind == elementConst && e.entity == entity }

// each calls f for all terms, those of chains and scopes included.
func (q *prepared) each(f func(*node, *term)) { eachOf(q.nodes, f) }

func eachOf(nodes []node, f func(*node, *term)) {
	for i := range nodes {
		for j := range nodes[i].terms {
			f(&nodes[i], &nodes[i].terms[j])
		}
		if nodes[i].scope != nil {
			eachOf(nodes[i].scope.nodes, f)
		}
	}
}

// slot finds a variable by name.
func (q *prepared) slot(name string) (uint8, bool) {
	for i := range q.variables {
		if q.variables[i].name == name {
			return uint8(i), true
		}
	}
	return 0, false
}

// excludes reports whether entities of a table are no values of $this.
func (q *prepared) excludes(t store.Table) bool {
	st := q.w.st
	return !q.prefabs && st.Has(t, store.Single(Prefab.Index())) ||
		!q.disabled && st.Has(t, store.Single(Disabled.Index()))
}
