package lawful

import "github.com/relspec/relspec/spec"

// In profiles with substitution every element has a set. If none is written, the set depends on the
// kind of query. This file decides whether all sets are written.

// isOne reports whether an element is one entity.
func isOne(r *spec.Ref) bool {
	return r.Kind == spec.RefName || r.Kind == spec.RefNumber ||
		r.Kind == spec.RefEntity && !spec.Handle(r.Name).IsWildcard()
}

// WrittenOut adds the set self to every element without a set. It returns false if a subject cannot
// have one.
func WrittenOut(terms []spec.Term) ([]spec.Term, bool) {
	out, ok := spec.CloneTerms(terms), true
	for i := range out {
		out[i].Walk(func(t *spec.Term) {
			if t.Kind != spec.TermMatch {
				return
			}
			ok = ok && (t.Src.Kind == spec.RefNone || isOne(&t.Src) || t.Src.Kind == spec.RefVariable)
			for _, r := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
				if r.Trav == nil && (r == &t.Src || isOne(r)) {
					r.Trav = &spec.Traversal{Flags: spec.TravSelf}
				}
			}
		})
	}
	return out, ok
}

// isWrittenOut reports whether no element has an implicit set.
func isWrittenOut(terms []spec.Term) bool {
	all := true
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			if t.Kind == spec.TermMatch {
				all = all && t.Src.Trav != nil && (t.First.Trav != nil || !isOne(&t.First)) &&
					(t.Second.Trav != nil || !isOne(&t.Second))
			}
		})
	}
	return all
}
