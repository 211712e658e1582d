package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// query looks at a query that is asked now.
func (r *patternRun) query(q *spec.Query) {
	terms, err := capability.Terms(r.profile, q)
	if err != nil {
		return
	}
	var seen [6]bool
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			if t.Kind != spec.TermMatch {
				return
			}
			open := isWildcard(&t.First) || isWildcard(&t.Second) || isWildcard(&t.Src)
			seen[0] = seen[0] || open && t.Oper == spec.Not
			seen[1] = seen[1] || open && t.Oper == spec.Optional
			seen[2] = seen[2] || r.asksLeaf(t)
			seen[3] = seen[3] || r.asksByTwoRoutes(t)
			seen[4] = seen[4] || r.asksAfar(t)
			seen[5] = seen[5] || r.asksOnTheWay(t)
		})
	}
	r.countIf(PatUnset, usesUnset(terms))
	for i, p := range [...]Pattern{PatNotAny, PatMaybeAny, PatLeaf, PatRoutes, PatThreeUp, PatWay} {
		r.countIf(p, seen[i])
	}
}

// usesUnset reports whether two terms have a variable that a row may leave unset.
func usesUnset(terms []spec.Term) bool {
	for v := range lawful.Conditional(terms) {
		users := 0
		for i := range terms {
			if slices.Contains(lawful.TermVars(&terms[i]), v) {
				users++
			}
		}
		if users > 1 {
			return true
		}
	}
	return false
}

func isWildcard(r *spec.Ref) bool { return r.Kind == spec.RefWildcard || r.Kind == spec.RefAny }

// asksLeaf reports whether the term is about a transitive and reflexive relationship with a target that has none itself.
func (r *patternRun) asksLeaf(t *spec.Term) bool {
	w, rel := r.world, r.constant(&t.First)
	if t.Second.Kind == spec.RefNone || !w.Is(rel, w.Words.Transitive) || !w.Is(rel, w.Words.Reflexive) {
		return false
	}
	return slices.ContainsFunc(w.Live, func(e believed.Ref) bool {
		return slices.ContainsFunc(w.Things[e].Own, func(f believed.Fact) bool { return f.First == rel && f.IsPair() && !w.Has(f.Second, rel) })
	})
}

// asksByTwoRoutes reports whether an entity reaches the id of the term by two targets of the relationship along which
// the term looks: IsA, or that of its traversal.
func (r *patternRun) asksByTwoRoutes(t *spec.Term) bool {
	w, k := r.world, r.world.Words
	id, along := r.idOf(t), k.IsA
	if id.First == believed.Nobody || id.First == k.IsA || id.First == k.ChildOf {
		return false
	}
	if tr := t.Src.Trav; tr != nil && tr.Rel != nil {
		along = r.constant(tr.Rel)
	}
	finds := func(at believed.Ref) bool { return slices.ContainsFunc(w.Things[at].Own, id.Matches) }
	for _, e := range w.Live {
		routes := 0
		for _, f := range w.Things[e].Own {
			if f.First == along && f.IsPair() && slices.ContainsFunc(w.Above(f.Second, along), finds) {
				routes++
			}
		}
		if routes > 1 {
			return true
		}
	}
	return false
}

// asksAfar reports whether some entity inherits the id of the term from a base three steps up.
func (r *patternRun) asksAfar(t *spec.Term) bool {
	id := r.idOf(t)
	return id.First >= 0 && id.First != r.world.Words.IsA && r.inheritsFromAfar(id)
}

// idOf is the id that a term with a constant first element asks for: with any target where the second is no constant.
func (r *patternRun) idOf(t *spec.Term) believed.Fact {
	id := believed.Pair(r.constant(&t.First), r.constant(&t.Second))
	if t.Second.Kind != spec.RefNone && id.Second == believed.Nobody {
		id.Second = believed.Every
	}
	return id
}

// constant is the entity that an element names, Nobody if it names none.
func (r *patternRun) constant(ref *spec.Ref) believed.Ref {
	if ref.Kind == spec.RefEntity || ref.Kind == spec.RefName {
		return r.world.Number(spec.Handle(ref.Name))
	}
	return believed.Nobody
}
