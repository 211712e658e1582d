package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/believed"
)

// hasTwin reports whether e owns the pair that is to be removed, and another with its target or its relationship.
func (r *patternRun) hasTwin(e believed.Ref, f believed.Fact) bool {
	w := r.world
	return f.IsPair() && w.Owns(e, f) && slices.ContainsFunc(w.Things[e].Own, func(o believed.Fact) bool {
		return o.IsPair() && o != f && (o.First == f.First || o.Second == f.Second)
	})
}

// overrides reports whether e owns f, of a relationship with one target, and inherits another target.
func (r *patternRun) overrides(e believed.Ref, f believed.Fact) bool {
	w, isA := r.world, r.world.Words.IsA
	if e < 0 {
		return false
	}
	if f.First == isA {
		return slices.ContainsFunc(w.Things[e].Own, func(own believed.Fact) bool { return own.First != isA && r.overrides(e, own) })
	}
	return f.IsPair() && w.IsExclusive(f.First) && slices.ContainsFunc(w.Above(e, isA)[1:], func(base believed.Ref) bool {
		return slices.ContainsFunc(w.Things[base].Own, func(o believed.Fact) bool { return o.First == f.First && o.Second != f.Second })
	})
}

// policyInUse reports whether an entity owns an id that begins with something that has a policy.
func (r *patternRun) policyInUse() bool {
	w, k := r.world, r.world.Words
	return slices.ContainsFunc(w.Things, func(t believed.Thing) bool {
		return slices.ContainsFunc(t.Own, func(f believed.Fact) bool {
			return f.First != k.ChildOf && (w.Has(f.First, k.OnDelete) || w.Has(f.First, k.OnDeleteTarget))
		})
	})
}
