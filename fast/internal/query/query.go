package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity.
type Entity = store.Entity

// Presettable finds a variable that can be set before a run.
func (q *Query) Presettable(name string) (uint8, bool) {
	if name == spec.This || name == "This" && q.W.Profile.ThisAlias {
		return ThisSlot, q.UsesThis
	}
	slot, ok := q.slot(name)
	return slot, ok && slot != ThisSlot && q.Variables[slot].Outside && !q.Variables[slot].Anonymous
}

// Query is a compiled query. It can run any number of times, also from several goroutines while
// none changes the world. It stays valid when the world changes; a term that names a deleted entity
// matches nothing (cleanup.queries).
type Query struct {
	W         *rules.World
	Kind      spec.QueryKind // never KindAuto
	Nodes     []Node         // in written order
	Variables []Variable     // by slot; slot 0 is $this
	lookups   [][]string     // paths of the lookup variables
	Fields    int
	UsesThis  bool // $this occurs outside scopes
	Hidden    bool // has variables that rows do not show, so that rows may repeat
	// Prefabs and disabled entities are excluded unless the query names them
	// (query.hidden-entities).
	Prefabs, Disabled bool

	Instanced bool      // rows with fields of other entities stay in one batch (QRY-447)
	Detects   bool      // created with change detection
	Ordering  *Ordering // nil if the query is not ordered

	Cache *cache // nil if matches are not cached

	Subclasses bool    // the kind resolves component inheritance
	Transitive bool    // the kind resolves transitivity and reflexivity
	exact      bool    // entities that own an id which no term names are excluded
	named      []*Term // the terms that name ids of $this, in a query with Exact

	Searches bool // in profiles with sets: a source without a written set stands for itself and its bases
}

// Variable is a variable of a query.
type Variable struct {
	Name      string
	Anonymous bool // begins with _ (FQL-078)
	Outside   bool // occurs outside scopes
}

// Slots is a set of variables.
type Slots uint32

// SlotOf returns the set of one variable.
func SlotOf(slot uint8) Slots { return 1 << slot }

// MaxVariables and MaxTerms are the limits of limits.table.
const (
	MaxVariables = store.MaxVariables
	MaxTerms     = 64
	ThisSlot     = 0
)

// Node is a term of the query, or a group of terms, in written order.
type Node struct {
	Kind  nodeKind
	Terms []Term // one, or the alternatives of a chain
	scope *scope
	Oper  spec.Operator
	Field int // -1 for none

	noted []rules.Elements // the ids of a list, in profiles that read it when the query is created

	joins bool  // an equality of two variables that binds one of them (operator.equality-binds)
	Needs Slots // conditional variables without which the node is ignored (variables.unset)
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

// scope has the terms in braces. A variable that also occurs outside scopes belongs to the query.
// Other variables are local to the scope.
type scope struct {
	nodes []Node
	uses  Slots // all variables inside
	outer Slots // the part of uses that belongs to the query outside

	ranges bool // $this is the scope's own and ranges over every entity of the user
}

// Negative reports whether a node never binds a variable: Not terms, scopes, and comparisons that
// only test. Analyse determines which equalities of two variables bind.
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

// uses returns the variables of a node, without those that belong to a scope.
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

// Term matches an id, or compares.
type Term struct {
	First, Second, Src Element
	number             int // in written order, with scopes and chains counted before their terms
	Access             spec.Access
	Uses               Slots
	needs              Slots // conditional variables without which the term is ignored or skipped

	Lookups Slots   // variables that start a lookup
	Member  *member // if the first element is the member of a component; nil for an id

	Traversal  *Traversal // flags on the source
	Sets       Sets       // in profiles with sets, instead of Traversal and flags
	firstSelf  bool       // no component inheritance (FQL-117)
	SecondSelf bool       // no transitivity (FQL-121)

	Compares bool // compares src with second, or with text
	compare  spec.Comparison
	negated  bool
	tests    bool // written with != or !, or both
	forNone  bool // under Not, on a $this that nothing binds: must hold for no entity (scope.this)
	IsText   bool
	text     string
}

// plain returns the variables that are elements of a term, without those that only start a lookup.
func (t *Term) plain() Slots {
	all := Slots(0)
	for _, e := range [...]Element{t.First, t.Second, t.Src} {
		if e.Kind == ElementVar {
			all |= e.Uses()
		}
	}
	return all
}

// assigns reports whether a comparison is `$x == E`, which binds like an And term
// (operator.equality-binds).
func (t *Term) assigns() bool {
	return t.equals() && t.Second.Kind == ElementConst
}

// equals reports whether a comparison is an equality of a variable with an entity or a variable,
// neither negated nor about names.
func (t *Term) equals() bool {
	return t.Compares && t.compare == spec.Equal && !t.tests && !t.IsText && t.Src.Kind == ElementVar
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
	ElementLookup // a child of a variable's value; Entity is its index in Query.lookups
	ElementStar   // *
	ElementAny    // _
)

// Uses returns the variables of an element.
func (e Element) Uses() Slots {
	if e.Kind == ElementVar || e.Kind == ElementLookup {
		return SlotOf(e.Slot)
	}
	return 0
}

// Is reports whether the element is a given built-in entity.
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

// Excludes reports whether the entities of a table cannot be values of $this.
func (q *Query) Excludes(t store.Table) bool { return q.W.Store.Flags(t)&q.ExcludedFlags() != 0 }

// ExcludedFlags returns the flags of the tables that Excludes excludes.
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

// CanTrack returns an error if the profile has no change detection for the kind of query.
func (q *Query) CanTrack() *spec.Error {
	if !q.W.Profile.ChangeDetection.Has(q.Kind) {
		return rules.Unsupported("change detection")
	}
	return nil
}

// CheckTracking returns an error if the kind of query cannot detect changes, or if the profile
// requires DetectChanges and the query was made without it.
func (q *Query) CheckTracking() *spec.Error {
	err := q.CanTrack()
	if err == nil && q.W.Profile.ChangeOptIn && !q.Detects {
		err = spec.Errorf(spec.CodeInvalid, "the query was made without change detection; make it with DetectChanges")
	}
	return err
}
