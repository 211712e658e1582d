package change

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Most observers ask for ids that are written out, on the entity itself. Whether such a query matches one entity is seen
// by looking each term up; to plan and run it would take several times as long, twice for each change.

// shortTerm is a term of a query that can be looked up.
type shortTerm struct {
	id            rules.Elements // without wildcards
	not, optional bool
}

// shortTerms are the terms of a query, nil if one of them cannot be looked up whatever its relationship's properties are.
func shortTerms(q *query.Query) []shortTerm {
	var list []shortTerm
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Kind != query.NodeMatch || n.Needs != 0 {
			return nil
		}
		t := &n.Terms[0]
		if t.Compares || t.Member != nil || t.Traversal != nil || t.Sets.Written() || t.Lookups != 0 || t.First.Kind != query.ElementConst ||
			t.Second.Kind != query.ElementConst && t.Second.Kind != query.ElementNone || t.Src.Kind != query.ElementVar || t.Src.Slot != query.ThisSlot {
			return nil
		}
		list = append(list, shortTerm{rules.Elements{First: t.First.Entity, Second: t.Second.Entity}, n.Oper == spec.Not, n.Oper == spec.Optional})
	}
	return list
}

// matchesShort is matches for a query whose terms can be looked up; known is false if properties that its relationships
// have now make more ids match than are had.
func (o *Observer) matchesShort(e Entity) (hit, known bool) {
	w, q := o.w, o.q
	if w.Toggles.Any() {
		return false, false
	}
	t, index := w.Table(e.Index()), e.Index()
	if q.Excludes(t) {
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
func (o *Observer) has(id rules.Elements, t store.Table, index uint32) (has, known bool) {
	w, q := o.w, o.q
	if !w.Store.Alive(id.First) || id.Second != 0 && !w.Store.Alive(id.Second) {
		return false, true
	}
	traits := w.TraitsOf(id.First.Index())
	if q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 {
		return false, false
	}
	look := store.Single(id.First.Index())
	if id.Second != 0 {
		if q.Transitive && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {
			return false, false
		}
		look = store.Pair(id.First.Index(), id.Second.Index())
	}
	return w.Has(t, index, look), true
}
