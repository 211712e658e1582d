package oracle

import (
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// featureSet is a set of features, one bit each in the order of [Features].
type featureSet uint64

var featureBit = func() map[Feature]featureSet {
	bits := map[Feature]featureSet{}
	for i, f := range Features() {
		bits[f] = 1 << i
	}
	return bits
}()

func (s *featureSet) set(f Feature) { *s |= featureBit[f] }

func (s *featureSet) setIf(f Feature, yes bool) {
	if yes {
		s.set(f)
	}
}

// traits remembers which properties handles have been given in a trace, to say what queries rely on.
type traits map[spec.Handle]featureSet

var traitFeatures = map[spec.Handle]Feature{
	spec.Transitive: FeatTransitive, spec.ReflexiveProp: FeatReflexive, spec.Exclusive: FeatExclusive,
	spec.Symmetric: FeatSymmetric, spec.Union: FeatUnion, spec.Traversable: FeatTraversable, spec.Sparse: FeatSparse,
	spec.DontFragment: FeatNoFragment, spec.DontInheritTag: FeatInstantiate, spec.OnInstantiate: FeatInstantiate,
}

func newTraits(p spec.Profile) traits {
	t := traits{}
	for _, b := range spec.Builtins(p) {
		for _, id := range b.IDs {
			t.note(b.Handle, id.First)
		}
	}
	return t
}

func (t traits) note(h, property spec.Handle) {
	if f, ok := traitFeatures[property]; ok {
		t[h] |= featureBit[f]
	}
}

// follow notes what op gives an entity, whether it succeeded or not.
func (t traits) follow(op *spec.Operation) {
	if op.Op == spec.OpAdd {
		t.note(op.Entity, op.ID.First)
	}
	for _, id := range op.IDs {
		t.note(op.Entity, id.First)
	}
}

// QueryFeatures lists what a query uses, in the order of [Features]. Text is parsed in the profile's dialect unless
// the query names another; text that is wrong only counts as text.
func QueryFeatures(p spec.Profile, q *spec.Query) []Feature {
	set := newTraits(p).query(p, q)
	var out []Feature
	for _, f := range Features() {
		if set&featureBit[f] != 0 {
			out = append(out, f)
		}
	}
	return out
}

func (t traits) query(p spec.Profile, q *spec.Query) featureSet {
	var s featureSet
	terms, err := queryTerms(p, q)
	s.setIf(FeatText, q.IsText())
	if err == nil {
		t.terms(&s, terms)
	}
	s.setIf(FeatSort, q.OrderBy != nil)
	s.setIf(FeatSortDesc, q.OrderBy != nil && q.OrderBy.Desc)
	s.setIf(FeatGroup, q.GroupBy != "")
	switch q.Kind {
	case spec.KindAuto:
	case spec.KindFilter:
		s.set(FeatFilter)
	case spec.KindCached:
		s.set(FeatCached)
	case spec.KindRule:
		s.set(FeatRule)
	}
	return s
}

// queryTerms are the terms of a query, parsed where it is text.
func queryTerms(p spec.Profile, q *spec.Query) ([]spec.Term, *spec.Error) {
	if !q.IsText() {
		return q.Terms, nil
	}
	d := q.Syntax
	if d == spec.DialectDefault {
		d = p.Dialect
	}
	return lang.Parse(d, q.Expr)
}

var compareFeatures = map[spec.Comparison]Feature{
	spec.Equal: FeatEqual, spec.NotEqual: FeatNotEqual, spec.Contains: FeatContains,
}

func (t traits) terms(s *featureSet, terms []spec.Term) {
	for i := range terms {
		t.term(s, &terms[i])
	}
}

func (t traits) term(s *featureSet, term *spec.Term) {
	switch term.Oper {
	case spec.And:
		s.setIf(FeatAnd, term.Kind == spec.TermMatch)
	case spec.Not:
		s.setIf(FeatNot, term.Kind != spec.TermScope)
	case spec.Optional:
		s.set(FeatOptional)
	case spec.AndFrom:
		s.set(FeatAndFrom)
	case spec.OrFrom:
		s.set(FeatOrFrom)
	case spec.NotFrom:
		s.set(FeatNotFrom)
	}
	switch term.Kind {
	case spec.TermMatch:
		s.setIf(FeatPair, term.Second.Kind != spec.RefNone)
		s.setIf(FeatFixed, term.Src.Kind == spec.RefEntity || term.Src.Kind == spec.RefName)
		t.named(s, &term.First)
	case spec.TermCompare:
		s.set(compareFeatures[term.Compare])
	case spec.TermOr:
		s.set(FeatOr)
	case spec.TermScope:
		s.set(FeatScope)
	}
	for _, r := range []*spec.Ref{&term.First, &term.Second, &term.Src} {
		t.ref(s, r)
	}
	t.terms(s, term.Terms)
}

func (t traits) named(s *featureSet, r *spec.Ref) {
	if r.Kind != spec.RefEntity && r.Kind != spec.RefName {
		return
	}
	h := spec.Handle(r.Name)
	s.setIf(FeatIsA, h == spec.IsA)
	s.setIf(FeatChildOf, h == spec.ChildOf)
	*s |= t[h]
}

func (t traits) ref(s *featureSet, r *spec.Ref) {
	switch r.Kind {
	case spec.RefWildcard:
		s.set(FeatWildcard)
	case spec.RefAny:
		s.set(FeatAny)
	case spec.RefVariable:
		s.setIf(FeatVariable, r.Name != spec.This)
	case spec.RefLookup:
		s.set(FeatLookup)
	case spec.RefMember:
		s.set(FeatMember)
	case spec.RefSingleton:
		s.set(FeatSingleton)
	case spec.RefNone, spec.RefEntity, spec.RefName, spec.RefText, spec.RefNumber:
	}
	if tr := r.Trav; tr != nil {
		s.setIf(FeatSelf, tr.Flags&spec.TravSelf != 0)
		s.setIf(FeatUp, tr.Flags&(spec.TravUp|spec.TravCascade) != 0)
		s.setIf(FeatCascade, tr.Flags&spec.TravCascade != 0)
		s.setIf(FeatCascadeDesc, tr.Flags&spec.TravDesc != 0)
		if tr.Rel != nil {
			t.named(s, tr.Rel)
		}
	}
}
