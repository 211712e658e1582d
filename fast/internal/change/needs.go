package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// needs describe which changes may affect the query of an observer, and for which entities. They
// are computed from the query and from properties. interest recomputes them when properties change.
type needs struct {
	stamp        uint64          // needsStamp when they were computed
	any          bool            // every id may matter
	always       bool            // values and names of other entities matter, too: an operation may affect every entity
	global       bool            // a change other than a write may affect entities that are not below the changed one
	wide         bool            // writing a value may affect entities that are not below the changed one
	names        bool            // names and paths matter
	ignoresEmpty bool            // an entity without ids cannot match, or the sources are fixed
	plain        bool            // all terms are looked up on the entity
	reflexive    bool            // an entity may match just by existing
	firsts       map[uint32]bool // first elements that matter, including relationships that are traversed
	fixed        map[uint32]bool // fixed sources and lists: if one changes or dies, any entity may start or stop matching
	relations    []uint32        // the relationships that are traversed up from an entity, besides IsA
}

func (o *Observer) findNeeds(stamp uint64) needs {
	w, q := o.w, o.q
	n := needs{
		stamp: stamp, global: len(q.Variables) > 1, ignoresEmpty: o.sources != nil, plain: o.test.Plain(),
		firsts: map[uint32]bool{}, fixed: map[uint32]bool{},
	}
	for _, tag := range []Entity{rules.IsA, rules.Prefab, rules.Disabled} {
		n.firsts[tag.Index()] = true
	}
	q.Each(func(nd *query.Node, t *query.Term) { n.term(w, q, nd, t) })
	for i := range q.Nodes {
		nd := &q.Nodes[i]
		if nd.Kind != query.NodeMatch || !nd.IsCore() {
			continue
		}
		t := &nd.Terms[0]
		n.ignoresEmpty = n.ignoresEmpty ||
			t.First.Kind == query.ElementConst && t.Src.Uses() == query.SlotOf(query.ThisSlot) &&
				w.Store.Alive(t.First.Entity) && w.TraitsOf(t.First.Entity.Index())&rules.TraitReflexive == 0
	}
	return n
}

// term adds the needs of one term.
func (n *needs) term(w *World, q *query.Query, nd *query.Node, t *query.Term) {
	n.always = n.always || t.Lookups != 0 || t.Member != nil
	n.any = n.any || nd.Kind == query.NodeList
	if t.Src.Kind == query.ElementConst {
		n.fixed[t.Src.Entity.Index()] = true
	}
	if t.Compares {
		if t.IsText {
			n.names = true
			n.follow(rules.ChildOf.Index())
		}
		if t.Second.Kind == query.ElementConst { // if the constant dies, nothing equals it
			n.fixed[t.Second.Entity.Index()] = true
		}
		return
	}
	this := query.SlotOf(query.ThisSlot)
	n.global = n.global || (t.First.Uses()|t.Second.Uses())&this != 0 || t.Src.Kind == query.ElementStar ||
		t.Src.Kind == query.ElementAny
	if t.Sets.Written() { // any entity may be a candidate
		n.any, n.global, n.wide = true, true, true
	}
	if t.Traversal != nil && t.Traversal.Up {
		n.follow(t.Traversal.Relation.Index())
	}
	if t.First.Kind != query.ElementConst {
		n.any = true
		return
	}
	first := t.First.Entity.Index()
	n.firsts[first] = true
	if nd.Kind == query.NodeList {
		n.fixed[first] = true
	}
	if !w.Store.Alive(t.First.Entity) {
		return
	}
	traits := w.TraitsOf(first)
	if q.Subclasses && traits&rules.TraitBase != 0 {
		n.any = true
		n.global = n.global || t.Second.Kind != query.ElementNone
	}
	if q.Transitive && t.Second.Kind != query.ElementNone && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {
		n.follow(first)
	}
	if traits&rules.TraitReflexive != 0 && t.Second.Kind != query.ElementNone {
		n.reflexive, n.fixed[first] = true, true
	}
}

func (n *needs) follow(relationship uint32) {
	n.firsts[relationship] = true
	if !slices.Contains(n.relations, relationship) {
		n.relations = append(n.relations, relationship)
	}
}

// changesMatching reports whether an id, as a property of its entity, changes how ids match.
func changesMatching(id store.ID) bool {
	switch id.First() {
	case rules.Exclusive.Index(), rules.Union.Index(), rules.Transitive.Index(), rules.Reflexive.Index(),
		rules.Final.Index(), rules.DontInherit.Index(),
		rules.OnInstantiate.Index(), rules.Traversable.Index():
		return true
	}
	return false
}
