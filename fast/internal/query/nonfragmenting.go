package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// ReportsAnyTarget reports whether a term (R, *) has one match, which is reported as (R, *),
// because R is Union now (REL-228, wildcard.union).
func ReportsAnyTarget(w *rules.World, t *Term) bool {
	return w.Profile.UnionWildcard && t.Second.Kind == ElementStar && t.First.Kind == ElementConst &&
		w.Store.Alive(t.First.Entity) && w.TraitsOf(t.First.Entity.Index())&rules.TraitUnion != 0
}

// isNonFragmentingTerm reports whether the matches of a term can depend on non-fragmenting pairs of
// its source. Pairs of subclasses are ignored.
func isNonFragmentingTerm(w *rules.World, t *Term) bool {
	if t.Traversal.Climbs() && w.Store.Alive(t.Traversal.Relation) &&
		w.TraitsOf(t.Traversal.Relation.Index())&rules.TraitNonFragmenting != 0 {
		return true
	}
	if t.Second.Kind == ElementNone || decidedByTable(w, t) {
		return false
	}
	return t.First.Kind != ElementConst ||
		w.Store.Alive(t.First.Entity) && w.TraitsOf(t.First.Entity.Index())&rules.TraitNonFragmenting != 0
}

// decidedByTable reports whether the table of an entity decides if a term about non-fragmenting
// pairs matches. The table shows that the entity has a pair of the relationship, but not its
// target. This is enough for the target _, unless pairs are derived or ids are disabled.
func decidedByTable(w *rules.World, t *Term) bool {
	if t.First.Kind != ElementConst || t.Second.Kind != ElementAny || w.Profile.Substitution || w.Toggles.Any() {
		return false
	}
	return !w.Store.Alive(t.First.Entity) ||
		w.TraitsOf(t.First.Entity.Index())&(rules.TraitTransitive|rules.TraitReflexive) == 0
}
