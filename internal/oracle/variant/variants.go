package variant

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// All returns the variants of this version, in the order of reports (docs/oracle.md). Each rewrites
// a trace in a way that, according to the specification, changes no answer.
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
		storedVariant(),
		swappedVariant(),
	}
}

// ByName returns the variant with a name.
func ByName(name string) (*Variant, bool) {
	for _, v := range All() {
		if v.Name == name {
			return v, true
		}
	}
	return nil, false
}

// has reports whether the trace contains one of the kinds of operations.
func (r *Recorded) has(kinds ...spec.OpKind) bool {
	return slices.ContainsFunc(r.Ops, func(op *spec.Operation) bool { return one(op.Op, kinds...) })
}

// rewriteOps applies fn to every recorded operation that succeeded. It returns nil if fn changed
// none.
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

// terms returns the terms of the query of operation i, or false if it has no query or its text is
// invalid.
func (r *Recorded) terms(i int) ([]spec.Term, bool) {
	if r.Ops[i].Query == nil {
		return nil, false
	}
	terms, err := capability.Terms(r.Profile, r.Ops[i].Query)
	return terms, err == nil
}

// hasKinds reports whether queries of a profile have kinds and text.
func hasKinds(p *spec.Profile) bool { return p.Family == spec.FlecsFamily }

// kindVariant runs every query as another kind, if the profile supports that kind and both kinds
// use the same properties.
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

// canBe reports whether query i may run as another kind.
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
