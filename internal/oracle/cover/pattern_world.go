package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/spec"
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

// losesTwo reports whether an entity that stays has pairs with two of the dying.
func (r *patternRun) losesTwo(dying []believed.Ref) bool {
	return slices.ContainsFunc(r.world.Live, func(e believed.Ref) bool {
		if slices.Contains(dying, e) {
			return false
		}
		first := believed.Nobody
		for _, f := range r.world.Things[e].Own {
			if !f.IsPair() || !slices.Contains(dying, f.Second) || f.Second == first {
				continue
			}
			if first != believed.Nobody {
				return true
			}
			first = f.Second
		}
		return false
	})
}

// anyOwned reports whether an entity that stays owns an id of which an element is one of the dying.
func (r *patternRun) anyOwned(dying []believed.Ref, element func(believed.Fact) believed.Ref) bool {
	return slices.ContainsFunc(r.world.Live, func(e believed.Ref) bool {
		return !slices.Contains(dying, e) && slices.ContainsFunc(r.world.Things[e].Own, func(f believed.Fact) bool {
			return slices.Contains(dying, element(f))
		})
	})
}

// refusedLate reports whether an addition was refused although the id itself is allowed: a consequence of it is not.
func (r *patternRun) refusedLate(op *spec.Operation, code spec.ErrorCode) bool {
	w, k := r.world, r.world.Words
	e, f := w.Number(op.Entity), w.Fact(op.ID)
	adds := op.Op == spec.OpAdd || op.Op == spec.OpSet
	late := code == spec.CodeCycle || code == spec.CodeFinal || code == spec.CodeOneOf || code == spec.CodeExists
	return adds && late && w.IsAlive(e) && w.IsSound(f) && w.Allows(e, f) &&
		(w.Has(f.First, k.With) || w.Is(f.First, k.Symmetric) || f.First == k.IsA)
}

// inheritsFromAfar reports whether an entity finds a match of a pattern on a base three steps up, and on none below.
func (r *patternRun) inheritsFromAfar(pattern believed.Fact) bool {
	w, isA := r.world, r.world.Words.IsA
	finds := func(at believed.Ref) bool { return slices.ContainsFunc(w.Things[at].Own, pattern.Matches) }
	for _, e := range w.Live {
		level, steps := []believed.Ref{e}, 0
		for ; steps < 8 && len(level) > 0 && !slices.ContainsFunc(level, finds); steps++ {
			var next []believed.Ref
			for _, at := range level {
				for _, f := range w.Things[at].Own {
					if f.First == isA && f.Second >= 0 && !slices.Contains(next, f.Second) {
						next = append(next, f.Second)
					}
				}
			}
			level = next
		}
		if steps > 2 && slices.ContainsFunc(level, finds) {
			return true
		}
	}
	return false
}
