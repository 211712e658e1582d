package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Query is a prepared query: its terms are resolved and analysed once, and it can be iterated any number of times,
// also by several goroutines while none writes. It stays valid whatever happens to the world; what it mentions of
// deleted entities matches nothing (ruling 21).
type Query struct {
	w         *World
	kind      spec.QueryKind // never KindAuto
	nodes     []node         // in written order
	variables []variable     // by slot; slot 0 is $this
	fields    int
	usesThis  bool // $this occurs outside scopes
	hidden    bool // has variables that rows do not show, so that rows may repeat
	// Prefab and Disabled are excluded unless the query names them (ruling 5).
	prefabs, disabled bool

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

// maxVariables and maxTerms are the limits of P-32; maxRows is the limit of one answer.
const (
	maxVariables = 16
	maxTerms     = 64
	maxRows      = 1_000_000
	thisSlot     = 0
)

// node is a term in written order: a match with its operator, or an Or chain.
type node struct {
	terms []term // one, or the alternatives of a chain
	oper  spec.Operator
	chain bool
	field int

	binds slots // variables whose first written use, outside Not terms, is here
	needs slots // conditional variables of earlier terms that it uses (ruling 8)
}

// conditional reports whether the node may be ignored.
func (n *node) conditional() bool { return n.needs != 0 }

// term is one match: an id on a source.
type term struct {
	first, second, src element
	access             spec.Access
	uses               slots
	needs              slots // conditional variables of earlier terms that it uses
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
	elementStar // *
	elementAny  // _
)

func (e element) uses() slots {
	if e.kind == elementVar {
		return slotOf(e.slot)
	}
	return 0
}

// is reports whether the element is a given reserved entity.
func (e element) is(entity Entity) bool { return e.kind == elementConst && e.entity == entity }

// each calls f for all terms, those of chains included.
func (q *Query) each(f func(*node, *term)) {
	for i := range q.nodes {
		for j := range q.nodes[i].terms {
			f(&q.nodes[i], &q.nodes[i].terms[j])
		}
	}
}

// slot finds a variable by name.
func (q *Query) slot(name string) (uint8, bool) {
	for i := range q.variables {
		if q.variables[i].name == name {
			return uint8(i), true
		}
	}
	return 0, false
}

// excludes reports whether entities of a table are no values of $this.
func (q *Query) excludes(t store.Table) bool {
	st := q.w.st
	return !q.prefabs && st.Has(t, store.Single(Prefab.Index())) ||
		!q.disabled && st.Has(t, store.Single(Disabled.Index()))
}
