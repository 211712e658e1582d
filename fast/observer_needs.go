package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// needs say which changes may concern the query of an observer, and which entities. They follow from the query and from
// properties, and are made anew when properties have changed.
type needs struct {
	stamp     uint64          // what changes when properties do
	any       bool            // every id may matter
	always    bool            // so may values and names of others: each operation may concern every entity
	global    bool            // a change may concern entities that are not below the changed one
	names     bool            // names and paths matter
	leads     bool            // only entities that have some id match
	reflexive bool            // an entity may match by being there
	firsts    map[uint32]bool // first elements that matter, those of relations included
	fixed     map[uint32]bool // entities whose own matching, or death, may concern every other: fixed sources, lists
	relations []uint32        // what is followed up from an entity, beside IsA
}

// needsNow are the needs of the observer, up to date.
func (o *observer) needsNow() *needs {
	if stamp := o.w.traitChanges + o.w.newBases + 1; o.needs.stamp != stamp {
		o.needs = o.findNeeds()
		o.needs.stamp = stamp
	}
	return &o.needs
}

func (o *observer) findNeeds() needs {
	w, q := o.w, o.q
	n := needs{firsts: map[uint32]bool{}, fixed: map[uint32]bool{}}
	n.global = len(q.variables) > 1
	for _, tag := range []Entity{IsA, Prefab, Disabled} {
		n.firsts[tag.Index()] = true
	}
	q.each(func(nd *node, t *term) { n.term(w, q, nd, t) })
	for i := range q.nodes {
		nd := &q.nodes[i]
		if len(nd.terms) == 0 {
			continue
		}
		t := &nd.terms[0]
		if nd.kind == nodeMatch && nd.isCore() && t.first.kind == elementConst && t.src.uses() == slotOf(thisSlot) &&
			w.st.Alive(t.first.entity) && w.traitsOf(t.first.entity.Index())&traitReflexive == 0 {
			n.leads = true
		}
	}
	return n
}

// term adds what one term needs.
func (n *needs) term(w *World, q *prepared, nd *node, t *term) {
	n.always = n.always || t.lookups != 0 || t.member != nil
	n.any = n.any || nd.kind == nodeList
	if t.src.kind == elementConst {
		n.fixed[t.src.entity.Index()] = true
	}
	if t.compares {
		n.names = n.names || t.isText
		if t.isText {
			n.follow(ChildOf.Index())
		}
		return
	}
	this := slotOf(thisSlot)
	n.global = n.global || (t.first.uses()|t.second.uses())&this != 0 || t.src.kind == elementStar || t.src.kind == elementAny
	if t.traversal != nil && t.traversal.up {
		n.follow(t.traversal.relation.Index())
	}
	if t.first.kind != elementConst {
		n.any = true
		return
	}
	first := t.first.entity.Index()
	n.firsts[first] = true
	if nd.kind == nodeList {
		n.fixed[first] = true
	}
	if !w.st.Alive(t.first.entity) {
		return
	}
	traits := w.traitsOf(first)
	if q.subclasses && traits&traitBase != 0 {
		n.any = true
		n.global = n.global || t.second.kind != elementNone
	}
	if q.transitive && t.second.kind != elementNone && traits&(traitTransitive|traitReflexive) != 0 {
		n.follow(first)
	}
	if traits&traitReflexive != 0 && t.second.kind != elementNone {
		n.reflexive, n.fixed[first] = true, true
	}
}

func (n *needs) follow(relationship uint32) {
	n.firsts[relationship] = true
	if !slices.Contains(n.relations, relationship) {
		n.relations = append(n.relations, relationship)
	}
}

// concerns reports whether a change of an id of an entity may concern the query.
func (n *needs) concerns(id store.ID) bool { return n.any || n.firsts[id.First()] }

// changesMatching reports whether an id, as a property of its entity, changes how ids match.
func changesMatching(id store.ID) bool {
	switch id.First() {
	case Exclusive.Index(), Union.Index(), Transitive.Index(), Reflexive.Index(), Final.Index(), DontInherit.Index(),
		OnInstantiate.Index(), Traversable.Index():
		return true
	}
	return false
}
