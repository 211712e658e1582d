package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/gate"
	"github.com/relspec/relspec/spec"
)

// query looks at a query that is asked now.
func (r *patternRun) query(q *spec.Query) {
	terms, err := gate.Terms(r.profile, q)
	if err != nil {
		return
	}
	var seen [4]bool
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
		})
	}
	for i, p := range [...]Pattern{PatNotAny, PatMaybeAny, PatLeaf, PatRoutes} {
		r.countIf(p, seen[i])
	}
}

func isWildcard(r *spec.Ref) bool { return r.Kind == spec.RefWildcard || r.Kind == spec.RefAny }

// asksLeaf reports whether the term is about a transitive and reflexive relationship with a target that has none itself.
func (r *patternRun) asksLeaf(t *spec.Term) bool {
	w, rel := &r.world, constant(&t.First)
	if rel == "" || t.Second.Kind == spec.RefNone || !w.has(rel, spec.Transitive) || !w.has(rel, spec.ReflexiveProp) {
		return false
	}
	for _, ids := range w.owns {
		if slices.ContainsFunc(ids, func(id spec.ID) bool { return id.First == rel && id.IsPair() && !w.has(id.Second, rel) }) {
			return true
		}
	}
	return false
}

// asksByTwoRoutes reports whether an entity reaches what the term asks for by two targets of the relationship along which
// the term looks: IsA, or that of its traversal.
func (r *patternRun) asksByTwoRoutes(t *spec.Term) bool {
	id, along := spec.ID{First: constant(&t.First), Second: constant(&t.Second)}, spec.IsA
	if id.First == "" || id.First == spec.IsA || id.First == spec.ChildOf {
		return false
	}
	if t.Second.Kind != spec.RefNone && id.Second == "" {
		id.Second = spec.Wildcard
	}
	if tr := t.Src.Trav; tr != nil && tr.Rel != nil {
		along = constant(tr.Rel)
	}
	w := &r.world
	for e := range w.owns {
		routes := 0
		targets := w.targets(e, along)
		if len(targets) < 2 {
			continue
		}
		for _, base := range targets {
			if slices.ContainsFunc(append(w.up(base, along), base), func(x spec.Handle) bool {
				return slices.ContainsFunc(w.owns[x], func(o spec.ID) bool { return covers(id, o) })
			}) {
				routes++
			}
		}
		if routes > 1 {
			return true
		}
	}
	return false
}

// constant is the entity that an element names, "" if it is none.
func constant(r *spec.Ref) spec.Handle {
	if r.Kind == spec.RefEntity || r.Kind == spec.RefName {
		return spec.Handle(r.Name)
	}
	return ""
}
