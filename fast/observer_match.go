package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Most observers ask for ids that are written out, on the entity itself. Whether such a query matches one entity is seen
// by looking each term up; to plan and run it would take several times as long, twice for each change.

// shortTerm is a term of a query that can be looked up.
type shortTerm struct {
	id            elements // without wildcards
	not, optional bool
}

// shortTerms are the terms of a query, nil if one of them cannot be looked up whatever its relationship's properties are.
func shortTerms(q *prepared) []shortTerm {
	var list []shortTerm
	for i := range q.nodes {
		n := &q.nodes[i]
		if n.kind != nodeMatch || n.needs != 0 {
			return nil
		}
		t := &n.terms[0]
		if t.compares || t.member != nil || t.traversal != nil || t.lookups != 0 || t.first.kind != elementConst ||
			t.second.kind != elementConst && t.second.kind != elementNone || t.src.kind != elementVar || t.src.slot != thisSlot {
			return nil
		}
		list = append(list, shortTerm{elements{t.first.entity, t.second.entity}, n.oper == spec.Not, n.oper == spec.Optional})
	}
	return list
}

// matchesShort is matches for a query whose terms can be looked up; known is false if properties that its relationships
// have now make more match than what is had.
func (o *observer) matchesShort(e Entity) (hit, known bool) {
	w, q := o.w, o.q
	if w.toggles.any() {
		return false, false
	}
	t, index := w.table(e.Index()), e.Index()
	if q.excludes(t) {
		return false, true
	}
	for i := range o.short {
		term := &o.short[i]
		if term.optional {
			continue
		}
		has, known := o.has(term.id, t, index)
		if !known {
			return false, false
		}
		if has == term.not {
			return false, true
		}
	}
	return true, true
}

// has reports whether a term with an id matches an entity; known is false if that takes more than looking it up.
func (o *observer) has(id elements, t store.Table, index uint32) (has, known bool) {
	w, q := o.w, o.q
	if !w.st.Alive(id.first) || id.second != 0 && !w.st.Alive(id.second) {
		return false, true
	}
	traits := w.traitsOf(id.first.Index())
	if q.subclasses && traits&traitBase != 0 && traits&(traitFinal|traitDefaultFinal) == 0 {
		return false, false
	}
	look := store.Single(id.first.Index())
	if id.second != 0 {
		if q.transitive && traits&(traitTransitive|traitReflexive) != 0 {
			return false, false
		}
		look = store.Pair(id.first.Index(), id.second.Index())
	}
	return w.has(t, index, look), true
}
