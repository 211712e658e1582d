package variant

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// declares reports whether the profile has declared relationships.
func declares(p *spec.Profile) bool { return p.Has(spec.OpRelationship) }

// storedVariant declares every sparse relationship dense and every dense one sparse.
func storedVariant() *Variant {
	return &Variant{
		Name:  "stored",
		Law:   "the storage of a relationship affects only tables and queries for one target (declared.tables)",
		Needs: declares,
		Rewrite: func(r *Recorded) []Step {
			aimed := map[string]bool{} // prepared queries and observers with a term for one target
			steps := r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op == spec.OpRelationship {
					op.Declared.Sparse = !op.Declared.Sparse
					return asking(op, i), true
				}
				return Step{}, false
			})
			for i := range steps {
				op := r.Ops[i]
				if op.Query != nil && op.As != "" {
					aimed[op.As] = isAimed(op.Query)
				}
				if op.Op == spec.OpTables || op.Query != nil && isAimed(op.Query) || aimed[op.On] || aimed[op.As] {
					steps[i].Of, steps[i].MayFail = -1, true
				}
			}
			if slices.ContainsFunc(r.Ops, func(op *spec.Operation) bool {
				return op.Op == spec.OpObserve && aimed[op.As]
			}) {
				return nil // its events would be missing
			}
			return steps
		},
	}
}

// isAimed reports whether a query has a term for one target.
func isAimed(q *spec.Query) bool {
	return slices.ContainsFunc(q.Terms, func(t spec.Term) bool { return t.Second.Kind != spec.RefNone })
}

// swappedVariant swaps consecutive changes if the order does not matter: two deletions, or two
// edges that are set.
func swappedVariant() *Variant {
	return &Variant{
		Name: "swapped",
		Law: "neither the order of two deletions nor that of two edges of different sources or relationships matters " +
			"(declared.cascade, TECS-028)",
		Needs: declares,
		Rewrite: func(r *Recorded) []Step {
			now := r.moments()
			var steps []Step
			for i := 0; i+1 < len(r.Ops); i++ {
				if now[i].observed || now[i].deferred || r.Outcomes[i].Err != nil || r.Outcomes[i+1].Err != nil ||
					!commute(r.Ops[i], r.Ops[i+1]) {
					continue
				}
				if steps == nil {
					steps = Direct(r)
				}
				// Deleting one of two entities may delete the other; its own deletion is then
				// refused.
				steps[i] = Step{Op: r.Ops[i+1], Of: -1, World: -1}
				steps[i+1] = Step{Op: r.Ops[i], Of: -1, World: i + 1, MayFail: r.Ops[i].Op == spec.OpDelete}
				i++
			}
			return steps
		},
	}
}

// commute reports whether two changes have the same effect in either order.
func commute(a, b *spec.Operation) bool {
	switch {
	case a.Op == spec.OpDelete && b.Op == spec.OpDelete:
		return a.Entity != b.Entity
	case a.Op == spec.OpSet && b.Op == spec.OpSet:
		return a.Entity != b.Entity || a.ID.First != b.ID.First
	}
	return false
}
