package variant

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// All lists the variants that this version knows, in the order of reports (docs/oracle.md). Each is a rewriting of
// the trace that by the specification does not change an answer.
func All() []*Variant {
	return []*Variant{
		kindVariant("filter", spec.KindFilter),
		kindVariant("cached", spec.KindCached),
		kindVariant("rule", spec.KindRule),
		heldVariant("held", spec.KindAuto),
		heldVariant("held cached", spec.KindCached),
		freshVariant(),
		permutedVariant(),
		textVariant(),
		deferredVariant(),
		regroupedVariant(),
		snapshotVariant(),
		recycledVariant(),
		renamedVariant(),
		definedVariant(),
		storedVariant(),
		swappedVariant(),
	}
}

// ByName finds a variant of [All].
func ByName(name string) (*Variant, bool) {
	for _, v := range All() {
		if v.Name == name {
			return v, true
		}
	}
	return nil, false
}

// has reports whether the trace has one of the operations.
func (r *Recorded) has(kinds ...spec.OpKind) bool {
	for i := range r.Ops {
		for _, k := range kinds {
			if r.Ops[i].Op == k {
				return true
			}
		}
	}
	return false
}

// rewriteOps applies fn to every recorded operation that succeeded; it gives nil where fn changed none.
func (r *Recorded) rewriteOps(fn func(i int) (Step, bool)) []Step {
	var steps []Step
	for i := range r.Ops {
		if r.Outcomes[i].Err != nil {
			continue
		}
		if s, ok := fn(i); ok {
			if steps == nil {
				steps = Direct(r)
			}
			steps[i] = s
		}
	}
	return steps
}

// terms of the query of operation i; false where it has none or its text is wrong.
func (r *Recorded) terms(i int) ([]spec.Term, bool) {
	if r.Ops[i].Query == nil {
		return nil, false
	}
	terms, err := capability.Terms(r.Profile, r.Ops[i].Query)
	return terms, err == nil
}

// hasKinds says of a profile that its queries have kinds and text.
func hasKinds(p *spec.Profile) bool { return p.Family == spec.FlecsFamily }

// kindVariant asks every query as another kind, where the profile supports it for that kind and
// resolves the properties that it relies on alike for both.
func kindVariant(name string, kind spec.QueryKind) *Variant {
	return &Variant{
		Needs:       hasKinds,
		Name:        name,
		Law:         "the answer does not depend on the kind of query, where the profile supports the query for both kinds",
		OnlyQueries: true,
		Rewrite: func(r *Recorded) []Step {
			m := lawful.ImpliedBy(r.Profile, slices.Values(r.Ops))
			return r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op != spec.OpQuery && (op.Op != spec.OpPrepare || r.has(spec.OpChanged)) {
					return Step{}, false
				}
				if !r.canBe(i, kind, m) {
					return Step{}, false
				}
				q := *op.Query
				q.Kind = kind
				op.Query = &q
				return asking(op, i), true
			})
		},
	}
}

// canBe reports whether query i may be asked as another kind.
func (r *Recorded) canBe(i int, kind spec.QueryKind, m *lawful.Implied) bool {
	terms, ok := r.terms(i)
	q := r.Ops[i].Query
	if !ok || q.Instanced || r.Ops[i].Batches {
		return false
	}
	from := lawful.ResolvedKind(r.Profile, q, terms)
	return from != spec.KindAuto && from != kind && lawful.Supports(r.Profile, kind, q, terms) &&
		m.SameForKinds(r.Profile, from, kind, terms)
}
