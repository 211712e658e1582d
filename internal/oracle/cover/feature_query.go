package cover

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// featureSet is a set of features, one bit each in the order of [spec.Features].
type featureSet uint64

var featureBit = func() map[spec.Feature]featureSet {
	bits := map[spec.Feature]featureSet{}
	for i, f := range spec.Features() {
		bits[f] = 1 << i
	}
	return bits
}()

func (s *featureSet) set(f spec.Feature) { *s |= featureBit[f] }

func (s *featureSet) setIf(f spec.Feature, yes bool) {
	if yes {
		s.set(f)
	}
}

// traits has the properties that handles ever had.
type traits struct{ *expected.Requests }

func (t traits) query(p spec.Profile, q *spec.Query) featureSet {
	var s featureSet
	terms, err := capability.Terms(p, q)
	s.setIf(spec.FeatText, q.IsText())
	if err == nil {
		t.terms(&s, terms)
		if p.Substitution {
			sets(&s, terms)
		}
	}
	s.setIf(spec.FeatSort, q.OrderBy != nil)
	s.setIf(spec.FeatSortDesc, q.OrderBy != nil && q.OrderBy.Desc)
	s.setIf(spec.FeatGroup, q.GroupBy != "")
	switch q.Kind {
	case spec.KindAuto:
	case spec.KindFilter:
		s.set(spec.FeatFilter)
	case spec.KindCached:
		s.set(spec.FeatCached)
	case spec.KindRule:
		s.set(spec.FeatRule)
	}
	return s
}

func (t traits) terms(s *featureSet, terms []spec.Term) {
	for i := range terms {
		t.term(s, &terms[i])
	}
}

func (t traits) term(s *featureSet, term *spec.Term) {
	for i := range spec.Operators() {
		row := &spec.Operators()[i]
		s.setIf(row.Feature, row.In(term))
	}
	if term.Kind == spec.TermMatch {
		s.setIf(spec.FeatPair, term.Second.Kind != spec.RefNone)
		s.setIf(spec.FeatFixed, term.Src.Kind == spec.RefEntity || term.Src.Kind == spec.RefName)
		t.named(s, &term.First)
	}
	for _, r := range []*spec.Ref{&term.First, &term.Second, &term.Src} {
		t.ref(s, r)
	}
	t.terms(s, term.Terms)
}

// sets adds the features of elements with a written or an implied set.
func sets(s *featureSet, terms []spec.Term) {
	q := spec.Query{Terms: terms}
	q.Walk(func(t *spec.Term) {
		if t.Kind != spec.TermMatch {
			return
		}
		for _, e := range [...]struct {
			ref          *spec.Ref
			written, own spec.Feature
		}{
			{&t.First, spec.FeatSetFirst, spec.FeatOwnFirst},
			{&t.Second, spec.FeatSetSecond, spec.FeatOwnSecond},
			{&t.Src, "", spec.FeatOwnSource},
		} {
			constant := e.ref.Kind == spec.RefEntity || e.ref.Kind == spec.RefName
			variable := e.ref.Kind == spec.RefVariable && e.ref.Name != spec.This
			if e.ref.Trav == nil {
				s.setIf(e.own, constant || e.ref == &t.Src)
				continue
			}
			tr := e.ref.Trav
			s.setIf(e.written, e.written != "")
			s.setIf(spec.FeatSetFixed, e.ref == &t.Src && constant)
			s.setIf(spec.FeatSetVariable, variable)
			s.setIf(spec.FeatDown, tr.Flags&spec.TravDown != 0)
			s.setIf(spec.FeatAll, tr.Flags&spec.TravAll != 0)
			s.setIf(spec.FeatMaxDepth, tr.MaxDepth != 0)
			s.setIf(spec.FeatMinDepth, tr.MinDepth != 0)
		}
	})
}

func (t traits) named(s *featureSet, r *spec.Ref) {
	if r.Kind != spec.RefEntity && r.Kind != spec.RefName {
		return
	}
	h := spec.Handle(r.Name)
	s.setIf(spec.FeatIsA, h == spec.IsA)
	s.setIf(spec.FeatChildOf, h == spec.ChildOf)
	for _, id := range t.Ever(h) {
		if row := spec.RowOf(id.First); row != nil && row.Feature != "" {
			s.set(row.Feature)
		}
	}
}

func (t traits) ref(s *featureSet, r *spec.Ref) {
	switch r.Kind {
	case spec.RefWildcard:
		s.set(spec.FeatWildcard)
	case spec.RefAny:
		s.set(spec.FeatAny)
	case spec.RefVariable:
		s.setIf(spec.FeatVariable, r.Name != spec.This)
	case spec.RefLookup:
		s.set(spec.FeatLookup)
	case spec.RefMember:
		s.set(spec.FeatMember)
	case spec.RefSingleton:
		s.set(spec.FeatSingleton)
	case spec.RefNone, spec.RefEntity, spec.RefName, spec.RefText, spec.RefNumber:
	}
	if tr := r.Trav; tr != nil {
		s.setIf(spec.FeatSelf, tr.Flags&spec.TravSelf != 0)
		s.setIf(spec.FeatUp, tr.Flags&(spec.TravUp|spec.TravCascade) != 0)
		s.setIf(spec.FeatCascade, tr.Flags&spec.TravCascade != 0)
		s.setIf(spec.FeatCascadeDesc, tr.Flags&spec.TravDesc != 0)
		if tr.Rel != nil {
			t.named(s, tr.Rel)
		}
	}
}
