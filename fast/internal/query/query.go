package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Presettable finds a variable that can be set before a run.
func (q *Query) Presettable(name string) (uint8, bool) {
	if name == spec.This || name == "This" && q.W.Profile.ThisAlias {
		return ThisSlot, q.UsesThis
	}
	slot, ok := q.slot(name)
	return slot, ok && slot != ThisSlot && q.Variables[slot].Outside && !q.Variables[slot].Anonymous
}

// Query is a query whose terms are resolved and analysed. It can be run any number of times, also by several goroutines
// while none writes. It stays valid whatever happens to the world; terms that mention deleted entities matches nothing
// (cleanup.queries).
type Query struct {
	W         *rules.World
	Kind      spec.QueryKind // never KindAuto
	Nodes     []Node         // in written order
	Variables []Variable     // by slot; slot 0 is $this
	lookups   [][]string     // paths of the lookup variables
	Fields    int
	UsesThis  bool // $this occurs outside scopes
	Hidden    bool // has variables that rows do not show, so that rows may repeat
	// Prefab and Disabled are excluded unless the query names them (query.hidden-entities).
	Prefabs, Disabled bool

	Instanced bool      // rows with fields of other entities stay together (QRY-447)
	Detects   bool      // change detection was asked for at creation
	Ordering  *Ordering // nil if rows come in any order

	Cache *cache // nil if the query does not keep its matches

	Subclasses bool    // the kind resolves component inheritance
	Transitive bool    // the kind resolves transitivity and reflexivity
	exact      bool    // entities that own an id which no term names are left out
	named      []*Term // of an exact query, those that name ids of $this

	Searches bool // the kind looks for the ids of a source without a set on its bases, as a set of the source
}

// Variable is a variable of a query.
type Variable struct {
	Name      string
	Anonymous bool // begins with _ (FQL-078)
	Outside   bool // occurs outside scopes
}

// Slots is a set of variables.
type Slots uint32

// SlotOf is the set of one variable.
func SlotOf(slot uint8) Slots { return 1 << slot }

// MaxVariables and MaxTerms are the limits of limits.table.
const (
	MaxVariables = store.MaxVariables
	MaxTerms     = 64
	ThisSlot     = 0
)

// Node is a term in written order.
type Node struct {
	Kind  nodeKind
	Terms []Term // one, or the alternatives of a chain
	scope *scope
	Oper  spec.Operator
	Field int // -1 for none

	noted []idOfList // of a list, in a profile that reads it when the query is made

	joins bool  // an equality of two variables that binds one (operator.equality-binds)
	Needs Slots // conditional variables without which it is ignored (variables.unset)
}

type nodeKind uint8

// The kinds of nodes.
const (
	NodeMatch   nodeKind = iota // an id on a source
	NodeChain                   // alternatives
	nodeCompare                 // a comparison
	NodeList                    // AndFrom, OrFrom, NotFrom
	nodeScope                   // !{ ... }
)

// scope has the terms in braces. Its variables are those of the query where they occur outside scopes, else its own.
type scope struct {
	nodes []Node
	uses  Slots // of everything inside
	outer Slots // the part of uses that belongs to the query outside

	ranges bool // $this is the scope's own, and every entity of the user
}

// Negative reports whether a node never binds: Not terms and scopes, and comparisons that only
// test. Which equalities of two variables bind is known only after analyse.
func (n *Node) Negative() bool {
	switch n.Kind {
	case nodeScope:
		return true
	case nodeCompare:
		return !n.joins && !n.Terms[0].assigns()
	case NodeList:
		return n.Oper == spec.NotFrom
	case NodeMatch, NodeChain:
	}
	return n.Oper == spec.Not
}

// uses are the variables of a node that are not its own.
func (n *Node) uses() Slots {
	if n.Kind == nodeScope {
		return n.scope.outer
	}
	all := Slots(0)
	for i := range n.Terms {
		all |= n.Terms[i].Uses
	}
	return all
}

// Term is one match, of an id or a comparison.
type Term struct {
	First, Second, Src Element
	number             int // in the order in which terms are written, scopes and chains counted before their terms
	Access             spec.Access
	Uses               Slots
	needs              Slots // conditional variables without which it is ignored or left out

	Lookups Slots   // variables that lookup variables begin at
	Member  *member // of the component that is the first element; nil for an id

	Traversal  *Traversal // flags on the source
	Sets       Sets       // in profiles with substitution; flags and Traversal are not used there
	firstSelf  bool       // no component inheritance (FQL-117)
	SecondSelf bool       // no transitivity (FQL-121)

	Compares bool // src is compared with second, or with text
	compare  spec.Comparison
	negated  bool
	tests    bool // written with != or !, perhaps both
	forNone  bool // a test under Not of a $this of its scope that nothing binds: no value of it may pass (scope.this)
	IsText   bool
	text     string
}

// plain are the variables that stand in a term as such, not at the beginning of a lookup alone.
func (t *Term) plain() Slots {
	all := Slots(0)
	for _, e := range [...]Element{t.First, t.Second, t.Src} {
		if e.Kind == ElementVar {
			all |= e.Uses()
		}
	}
	return all
}

// assigns reports whether a comparison is `$x == E`, which binds as an And term does
// (operator.equality-binds).
func (t *Term) assigns() bool {
	return t.equals() && t.Second.Kind == ElementConst
}

// equals reports whether a comparison is an equality of a variable with an entity or a variable,
// neither negated nor about names.
func (t *Term) equals() bool {
	return t.Compares && t.compare == spec.Equal && !t.tests && !t.IsText && t.Src.Kind == ElementVar
}

// AboutThis reports whether a term asks for ids of $this and uses no other variable.
func (t *Term) AboutThis() bool {
	return !t.Compares && t.Src.Kind == ElementVar && t.Uses == SlotOf(ThisSlot)
}

// Element is an element of a term.
type Element struct {
	Kind   elementKind
	Slot   uint8
	Entity Entity
}

type elementKind uint8

// The kinds of elements.
const (
	ElementNone  elementKind = iota // no second element
	ElementConst                    // an entity, alive or not
	ElementVar
	ElementLookup // a child of a variable's value: entity is its number among the query's lookups
	ElementStar   // *
	ElementAny    // _
)

// Uses are the variables of an element.
func (e Element) Uses() Slots {
	if e.Kind == ElementVar || e.Kind == ElementLookup {
		return SlotOf(e.Slot)
	}
	return 0
}

// Is reports whether the element is a given reserved entity.
func (e Element) Is(entity Entity) bool { return e.Kind == ElementConst && e.Entity == entity }

// Each calls f for all terms, those of chains and scopes included.
func (q *Query) Each(f func(*Node, *Term)) { EachOf(q.Nodes, f) }

// EachOf calls f for all terms of a list of nodes, those of chains and scopes included.
func EachOf(nodes []Node, f func(*Node, *Term)) {
	for i := range nodes {
		for j := range nodes[i].Terms {
			f(&nodes[i], &nodes[i].Terms[j])
		}
		if nodes[i].scope != nil {
			EachOf(nodes[i].scope.nodes, f)
		}
	}
}

// slot finds a variable by name.
func (q *Query) slot(name string) (uint8, bool) {
	for i := range q.Variables {
		if q.Variables[i].Name == name {
			return uint8(i), true
		}
	}
	return 0, false
}

// Excludes reports whether entities of a table are no values of $this.
func (q *Query) Excludes(t store.Table) bool { return q.W.Store.Flags(t)&q.ExcludedFlags() != 0 }

// ExcludedFlags are the flags of these tables.
func (q *Query) ExcludedFlags() uint8 {
	flags := uint8(0)
	if !q.Prefabs {
		flags |= rules.FlagPrefab
	}
	if !q.Disabled {
		flags |= rules.FlagDisabled
	}
	return flags
}

// CheckTracking says why a query cannot detect changes.
func (q *Query) CheckTracking() *spec.Error {
	switch {
	case !q.W.Profile.ChangeDetection.Has(q.Kind):
		return rules.Unsupported("change detection")
	case q.W.Profile.ChangeOptIn && !q.Detects:
		return spec.Errorf(spec.CodeInvalid, "the query was made without change detection; make it with DetectChanges")
	}
	return nil
}
