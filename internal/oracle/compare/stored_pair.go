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
// called before the next operation. Rows without additional alternatives are not changed.
func (s *StoredPairs) Allow(reference spec.Engine, op *spec.Operation, rows []spec.Row) []spec.Row {
	q := s.Query(op)
	if q == nil || len(rows) == 0 {
		return rows
	}
	terms, err := capability.Terms(s.profile, q)
	if err != nil {
		return rows
	}
	kind := lawful.ResolvedKind(s.profile, q, terms)
	a := &storedPairs{
		reference: reference, kind: kind, subclasses: s.profile.ComponentInheritance.Has(kind),
		targets: map[storedKey][]spec.Handle{}, leads: map[spec.Handle]map[spec.ID]bool{},
		below: map[spec.Handle][]spec.Handle{}, transitive: map[spec.Handle]bool{},
	}
	out, shared := rows, true
	for k, t := range spec.Fields(terms) {
		if !namesPair(t) {
			continue
		}
		if shared {
			out, shared = cloneFields(rows), false
		}
		for i := range out {
			a.field(&out[i], k)
		}
	}
	return out
}

// cloneFields copies rows so that their fields can be changed.
func cloneFields(rows []spec.Row) []spec.Row {
	out := slices.Clone(rows)
	for i := range out {
		out[i].Fields = slices.Clone(out[i].Fields)
	}
	return out
}

// namesPair reports whether a term, or an alternative of a chain, is a pair with a constant
// relationship and a target that is not a wildcard. Only for such terms can the derived and the
// stored pair differ.
func namesPair(t *spec.Term) bool {
	if t.Kind == spec.TermOr {
		for i := range t.Terms {
			if namesPair(&t.Terms[i]) {
				return true
			}
		}
		return false
	}
	constant := t.First.Kind == spec.RefEntity || t.First.Kind == spec.RefName
	open := t.Second.Kind == spec.RefNone || t.Second.Kind == spec.RefWildcard || t.Second.Kind == spec.RefAny
	return t.Kind == spec.TermMatch && constant && !open
}

type storedKey struct{ source, relationship spec.Handle }

// storedPairs queries the reference about one world and caches the answers.
type storedPairs struct {
	reference  spec.Engine
	kind       spec.QueryKind
	subclasses bool // this kind of query finds subclasses of a relationship
	targets    map[storedKey][]spec.Handle
	leads      map[spec.Handle]map[spec.ID]bool
	below      map[spec.Handle][]spec.Handle
	transitive map[spec.Handle]bool
}

// field adds, to field k of a row, the stored pairs that lead to one of its alternatives.
func (a *storedPairs) field(row *spec.Row, k int) {
	if k >= len(row.Fields) || !row.Fields[k].Set {
		return
	}
	f := &row.Fields[k]
	choices := append([]spec.FieldChoice{{ID: f.ID, Src: f.Src}}, f.Or...)
	more := slices.Clone(f.Or)
	for _, c := range choices {
		if !c.ID.IsPair() || c.ID.HasWildcard() {
			continue
		}
		source := cmp.Or(c.Src, row.This)
		if !a.isTransitive(c.ID.First) {
			continue
		}
		for _, stored := range a.stored(source, c.ID) {
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
	known, ok := a.transitive[r]
	if !ok {
		known = a.reference.Apply(spec.Operation{Op: spec.OpHas, Entity: r, ID: spec.Single(spec.Transitive)}).Bool
		a.transitive[r] = known
	}
	return known
}

// relationships returns the relationship and, if the query finds them, its subclasses
// (facts.subclasses).
func (a *storedPairs) relationships(r spec.Handle) []spec.Handle {
	if known, ok := a.below[r]; ok {
		return known
	}
	all := []spec.Handle{r}
	for i := 0; a.subclasses && i < len(all); i++ {
		out := a.reference.Apply(spec.Operation{Op: spec.OpSources, Entity: all[i], Relationship: spec.IsA})
		for _, h := range out.Entities {
			if !slices.Contains(all, h) {
				all = append(all, h)
			}
		}
	}
	a.below[r] = all
	return all
}

func (a *storedPairs) targetsOf(source, relationship spec.Handle) []spec.Handle {
	key := storedKey{source, relationship}
	known, ok := a.targets[key]
	if !ok {
		known = a.reference.Apply(spec.Operation{
			Op: spec.OpTargets, Entity: source,
			Relationship: relationship,
		}).Entities
		a.targets[key] = known
	}
	return known
}

// leadsTo reports whether x has the wanted pair, so that x is the next step of a derivation.
func (a *storedPairs) leadsTo(x spec.Handle, wanted spec.ID) bool {
	known, ok := a.leads[x][wanted]
	if ok {
		return known
	}
	out := a.reference.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: a.kind, Terms: []spec.Term{{
		First: spec.EntityRef(wanted.First), Second: spec.EntityRef(wanted.Second), Src: spec.EntityRef(x),
	}}}})
	if a.leads[x] == nil {
		a.leads[x] = map[spec.ID]bool{}
	}
	a.leads[x][wanted] = len(out.Rows) > 0
	return a.leads[x][wanted]
}
