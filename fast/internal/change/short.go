package change

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Most observers ask for ids that are written out, on the entity itself. Whether such a query
// matches one entity is seen by looking each term up; to plan and run it would take several times
// as long, twice for each change.

// shortTerm is a term of a query that can be looked up.
type shortTerm struct {
	id            rules.Elements // without wildcards
	look          store.ID       // the same, while the elements are alive
	not, optional bool
}

// shortTerms are the terms of a query, nil if one of them cannot be looked up whatever its
// relationship's properties are.
func shortTerms(q *query.Query) []shortTerm {
	var list []shortTerm
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Kind != query.NodeMatch || n.Needs != 0 {
			return nil
		}
		t := &n.Terms[0]
		if t.Compares || t.Member != nil || t.Traversal != nil || t.Sets.Written() || t.Lookups != 0 ||
			t.First.Kind != query.ElementConst ||
			t.Second.Kind != query.ElementConst && t.Second.Kind != query.ElementNone ||
			t.Src.Kind != query.ElementVar || t.Src.Slot != query.ThisSlot {
			return nil
		}
		look := store.Single(t.First.Entity.Index())
		if t.Second.Kind != query.ElementNone {
			look = store.Pair(t.First.Entity.Index(), t.Second.Entity.Index())
		}
		list = append(list, shortTerm{
			rules.Elements{First: t.First.Entity, Second: t.Second.Entity},
			look,
			n.Oper == spec.Not, n.Oper == spec.Optional,
		})
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
		has, known := o.has(term, t, index)
		if !known {
			return false, false
		}
		if has == term.not {
			return false, true
		}
	}
	return true, true
}

// has reports whether an entity has the id of a term; known is false if that takes more than looking it up.
func (o *Observer) has(term *shortTerm, t store.Table, index uint32) (has, known bool) {
	switch {
	case !o.isAlive(term):
		return false, true
	case !o.looksUp(term.id):
		return false, false
	}
	return o.w.Has(t, index, term.look), true
}

func (o *Observer) isAlive(term *shortTerm) bool {
	return o.w.Store.Alive(term.id.First) && (term.id.Second == 0 || o.w.Store.Alive(term.id.Second))
}

// looksUp reports whether a term with an id of alive elements matches the owners of that id, and no other entity.
func (o *Observer) looksUp(id rules.Elements) bool {
	traits := o.w.TraitsOf(id.First.Index())
	if o.q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 {
		return false
	}
	return id.Second == 0 || !o.q.Transitive || traits&(rules.TraitTransitive|rules.TraitReflexive) == 0
}
