package oracle

import (
	"encoding/json"
	"hash/fnv"
	"slices"

	"github.com/relspec/relspec/oracle/gate"
	"github.com/relspec/relspec/spec"
)

// Variants lists the variants that this version knows, in the order of reports (docs/oracle.md). Each is a rewriting of
// the trace that by the rulings does not change an answer.
func Variants() []*Variant {
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
		snapshotVariant(),
		recycledVariant(),
		renamedVariant(),
	}
}

// WithVariants lists each implementation as it stands and then under each variant.
func WithVariants(ims ...Implementation) []Implementation {
	var out []Implementation
	for _, im := range ims {
		out = append(out, im)
		for _, v := range Variants() {
			out = append(out, im.With(v))
		}
	}
	return out
}

// VariantByName finds a variant of [Variants].
func VariantByName(name string) (*Variant, bool) {
	for _, v := range Variants() {
		if v.Name == name {
			return v, true
		}
	}
	return nil, false
}

// has reports whether the trace has one of the operations.
func (r *Recording) has(kinds ...spec.OpKind) bool {
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
func (r *Recording) rewriteOps(fn func(i int) (Step, bool)) []Step {
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
func (r *Recording) terms(i int) ([]spec.Term, bool) {
	if r.Ops[i].Query == nil {
		return nil, false
	}
	terms, err := gate.Terms(r.Profile, r.Ops[i].Query)
	return terms, err == nil
}

// seedOf draws a number from the bytes of what is rewritten, so that the same operation is rewritten in the same way
// wherever it stands, and reduction keeps the failure.
func seedOf(v any) uint64 {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// kindVariant asks every query as another kind, where the profile supports it for that kind and resolves what it
// relies on alike for both.
func kindVariant(name string, kind spec.QueryKind) *Variant {
	return &Variant{
		Name:        name,
		Law:         "the answer does not depend on the kind of query, where the profile supports the query for both kinds",
		OnlyQueries: true,
		Rewrite: func(r *Recording) []Step {
			m := impliedBy(slices.Values(r.Ops))
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
func (r *Recording) canBe(i int, kind spec.QueryKind, m *implied) bool {
	terms, ok := r.terms(i)
	q := r.Ops[i].Query
	if !ok || q.Instanced || r.Ops[i].Batches {
		return false
	}
	from := resolvedKind(r.Profile, q, terms)
	return from != spec.KindAuto && from != kind && supports(r.Profile, kind, q, terms) &&
		m.sameForKinds(r.Profile, from, kind, terms)
}
