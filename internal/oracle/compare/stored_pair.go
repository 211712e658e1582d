package compare

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// StoredPairs knows which pairs a foreign engine may report instead of a derived one: pairs that
// are stored on the source and lead to the derived pair by transitivity (facts.reported). For
// example, for the term (LocatedIn, USA) it may report the pair (LocatedIn, NewYork) of Manhattan.
// The same rule applies to recorded Flecs transcripts and to engines under test.
type StoredPairs struct {
	profile spec.Profile
	judge   *capability.Judge // knows the queries that operations name
}

// NewStoredPairs starts a trace.
func NewStoredPairs(p spec.Profile) *StoredPairs {
	return &StoredPairs{profile: p, judge: capability.New(p)}
}

// Follow records the queries that later operations name.
func (s *StoredPairs) Follow(op *spec.Operation) { s.judge.Follow(op) }

// Query returns the query of an operation: its own, or the prepared one that it names.
func (s *StoredPairs) Query(op *spec.Operation) *spec.Query {
	q, _ := s.judge.Held(op)
	return q
}

// Allow returns the reference's rows for op, with the stored pairs added to the alternatives of
// their fields ([spec.Field].Or). It queries the current world of the reference, so it must be
// called before the next operation. It does not change rows.
func (s *StoredPairs) Allow(reference spec.Engine, op *spec.Operation, rows []spec.Row) []spec.Row {
	q := s.Query(op)
	if q == nil || len(rows) == 0 {
		return rows
	}
	terms, err := capability.Terms(s.profile, q)
	if err != nil {
		return rows
	}
	fields := spec.Fields(terms)
	if !slices.ContainsFunc(fields, namesPair) {
		return rows
	}
	kind := lawful.ResolvedKind(s.profile, q, terms)
	a := &storedPairs{
		reference: reference, kind: kind, subclasses: s.profile.ComponentInheritance.Has(kind),
		targets: map[[2]spec.Handle][]spec.Handle{}, leads: map[[3]spec.Handle]bool{},
		below: map[spec.Handle][]spec.Handle{}, transitive: map[spec.Handle]bool{},
	}
	out := slices.Clone(rows)
	for i := range out {
		out[i].Fields = slices.Clone(out[i].Fields)
		for k, t := range fields {
			if namesPair(t) {
				a.field(&out[i], k)
			}
		}
	}
	return out
}

// namesPair reports whether a term, or an alternative of a chain, is a pair with a constant
// relationship and a target that is not a wildcard. Only for such terms can the derived and the
// stored pair differ.
func namesPair(t *spec.Term) bool {
	if t.Kind == spec.TermOr {
		return slices.ContainsFunc(t.Terms, func(t spec.Term) bool { return namesPair(&t) })
	}
	constant := t.First.Kind == spec.RefEntity || t.First.Kind == spec.RefName
	open := t.Second.Kind == spec.RefNone || t.Second.Kind == spec.RefWildcard || t.Second.Kind == spec.RefAny
	return t.Kind == spec.TermMatch && constant && !open
}

// storedPairs queries the reference about one world and caches the answers.
type storedPairs struct {
	reference  spec.Engine
	kind       spec.QueryKind
	subclasses bool // this kind of query finds subclasses of a relationship
	targets    map[[2]spec.Handle][]spec.Handle
	leads      map[[3]spec.Handle]bool
	below      map[spec.Handle][]spec.Handle
	transitive map[spec.Handle]bool
}

// field adds, to field k of a row, the stored pairs that lead to one of its alternatives.
func (a *storedPairs) field(row *spec.Row, k int) {
	if k >= len(row.Fields) || !row.Fields[k].Set {
		return
	}
	f := &row.Fields[k]
	more := slices.Clone(f.Or)
	for _, c := range append([]spec.FieldChoice{{ID: f.ID, Src: f.Src}}, f.Or...) {
		if !c.ID.IsPair() || c.ID.HasWildcard() || !a.isTransitive(c.ID.First) {
			continue
		}
		for _, stored := range a.stored(cmp.Or(c.Src, row.This), c.ID) {
			more = append(more, spec.FieldChoice{ID: stored, Src: c.Src})
		}
	}
	f.Or = more
}

// stored returns the pairs, own or inherited, of a source that lead to the wanted pair.
func (a *storedPairs) stored(source spec.Handle, wanted spec.ID) []spec.ID {
	var out []spec.ID
	for _, relationship := range a.relationships(wanted.First) {
		for _, x := range a.targetsOf(source, relationship) {
			stored := spec.Pair(relationship, x)
			if stored != wanted && a.leadsTo(x, wanted) {
				out = append(out, stored)
			}
		}
	}
	return out
}

// isTransitive reports whether a relationship is Transitive.
func (a *storedPairs) isTransitive(r spec.Handle) bool {
	return cached(a.transitive, r, func() bool {
		return a.reference.Apply(spec.Operation{Op: spec.OpHas, Entity: r, ID: spec.Single(spec.Transitive)}).Bool
	})
}

// relationships returns the relationship and, if the query finds them, its subclasses
// (facts.subclasses).
func (a *storedPairs) relationships(r spec.Handle) []spec.Handle {
	return cached(a.below, r, func() []spec.Handle {
		all := []spec.Handle{r}
		for i := 0; a.subclasses && i < len(all); i++ {
			out := a.reference.Apply(spec.Operation{Op: spec.OpSources, Entity: all[i], Relationship: spec.IsA})
			for _, h := range out.Entities {
				if !slices.Contains(all, h) {
					all = append(all, h)
				}
			}
		}
		return all
	})
}

// targetsOf returns the targets of pairs (relationship, *) of a source.
func (a *storedPairs) targetsOf(source, relationship spec.Handle) []spec.Handle {
	return cached(a.targets, [2]spec.Handle{source, relationship}, func() []spec.Handle {
		return a.reference.Apply(spec.Operation{Op: spec.OpTargets, Entity: source, Relationship: relationship}).Entities
	})
}

// leadsTo reports whether x has the wanted pair, so that x is the next step of a derivation.
func (a *storedPairs) leadsTo(x spec.Handle, wanted spec.ID) bool {
	return cached(a.leads, [3]spec.Handle{x, wanted.First, wanted.Second}, func() bool {
		term := spec.Term{
			First: spec.EntityRef(wanted.First), Second: spec.EntityRef(wanted.Second), Src: spec.EntityRef(x),
		}
		query := &spec.Query{Kind: a.kind, Terms: []spec.Term{term}}
		return len(a.reference.Apply(spec.Operation{Op: spec.OpQuery, Query: query}).Rows) > 0
	})
}

// cached returns the answer to a question that may have been asked before.
func cached[K comparable, V any](answers map[K]V, key K, ask func() V) V {
	if answer, known := answers[key]; known {
		return answer
	}
	answers[key] = ask()
	return answers[key]
}
