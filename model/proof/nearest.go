package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// nearest describes what comes nearest to a match of a failing term. For example, if a ship is not
// docked to Earth, nearest may say that it is docked to Mars. A negated term fails because it
// matches, so nearest describes that match.
func (s searcher) nearest(t *query.Term, a query.Assignment) (near spec.Proof) {
	switch {
	case t.Kind == spec.TermScope:
		for solution := range s.Scope(t, query.Solution{Vars: a}) {
			return s.values(t, solution.Vars)
		}
		return near
	case t.Kind == spec.TermOr:
		var all []string
		for i := range t.Terms {
			alternative := s.nearest(&t.Terms[i], a)
			if !slices.Contains(all, alternative.Claim) {
				all, near.Cites = append(all, alternative.Claim), append(near.Cites, alternative.Cites...)
			}
		}
		near.Claim = strings.Join(all, "; ")
		return near
	case t.Kind == spec.TermCompare && t.Second.Kind == spec.RefText:
		x := max(s.Value(t.Src, a), rules.None)
		if s.Entities[x].Name == "" {
			return claim(fmt.Sprintf("%s has no name", s.Handle(x)))
		}
		return claim(fmt.Sprintf("%s is named %q", s.Handle(x), s.Entities[x].Name))
	case t.Kind == spec.TermCompare:
		return s.values(t, a)
	case t.Oper == spec.Not || t.Oper == spec.NotFrom:
		return s.found(t, a)
	case t.Oper == spec.AndFrom || t.Oper == spec.OrFrom:
		return s.lackingOf(t, a)
	}
	open := t.Opened(func(e query.Elem) bool { return e.Kind == spec.RefVariable && a[e.Variable] <= 0 })
	x := max(s.Value(t.Src, a), rules.None)
	if near = s.reserved(t, &open, x, a); near.Claim != "" {
		return near
	}
	for _, look := range []func(*query.Term, rules.Entity, query.Assignment) spec.Proof{
		s.childless, s.dead, s.switchedOff, s.otherKind, s.boundElsewhere, s.foundElsewhere, s.memberNames,
		s.notAbove, s.otherTarget, s.notInherited, s.lacking,
	} {
		if near = look(&open, x, a); near.Claim != "" {
			return near
		}
	}
	return near
}

// values describes the values of the variables of t.
func (s searcher) values(t *query.Term, a query.Assignment) spec.Proof {
	var all []string
	for _, v := range t.Mentions {
		if a[v] > 0 {
			all = append(all, fmt.Sprintf("$%s is %s", s.Query.Variables[v], s.Handle(a[v])))
		}
	}
	return claim(strings.Join(all, ", "))
}

// lackingOf names the ids of a list that the source lacks.
func (s searcher) lackingOf(t *query.Term, a query.Assignment) spec.Proof {
	var lacks []string
	for _, written := range s.Listed(t) {
		if len(s.Matches(&written, a)) == 0 {
			lacks = append(lacks, s.SpecID(rules.ID{
				First:  written.First.Entity,
				Second: written.Second.Entity,
			}).String())
		}
	}
	if len(lacks) == 0 {
		return claim(fmt.Sprintf("%s has no ids", s.Handle(t.First.Entity)))
	}
	return claim(fmt.Sprintf("%s lacks %s", s.Handle(max(s.Value(t.Src, a), rules.None)), strings.Join(lacks, ", ")))
}

// found describes a match of a negated term or list.
func (s searcher) found(t *query.Term, a query.Assignment) (near spec.Proof) {
	terms := []query.Term{*t}
	if t.Oper == spec.NotFrom {
		terms = s.Listed(t)
	}
	for i := range terms {
		for tried, m := range s.Matching(&terms[i], query.Solution{Vars: a}) {
			switch {
			case m.Owner == rules.None:
			case m.How == query.Transitive || m.How == query.Reflexive:
				near = claim(fmt.Sprintf("%s has %s %s", s.Handle(s.Value(t.Src, tried.Vars)), s.Reported(m),
					by[m.How]))
				near.Cites = m.Statements()
			default:
				near = claim(fmt.Sprintf("%s has %s", s.Handle(m.Owner), s.Reported(m)))
			}
			break
		}
	}
	return near
}

// Each of the following methods looks for one kind of nearest match. If it finds none, it returns
// an empty proof.

// childless: a lookup finds no child.
func (s searcher) childless(t *query.Term, _ rules.Entity, a query.Assignment) (near spec.Proof) {
	for _, e := range []query.Elem{t.First, t.Second, t.Src} {
		if e.Kind == spec.RefLookup && s.Value(e, a) == rules.None {
			return claim(fmt.Sprintf("%s has no child %s", s.Handle(max(a[e.Variable], rules.None)), e.Text),
				query.NoChild)
		}
	}
	return near
}

// dead: the source or an element was deleted.
func (s searcher) dead(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	for _, e := range []rules.Entity{x, s.Value(t.First, a), s.Value(t.Second, a)} {
		if e > 0 && !s.Alive(e) {
			return claim(fmt.Sprintf("%s was deleted", s.Handle(e)), query.WasDeleted)
		}
	}
	return near
}

// first returns the first match of a term on x, or nil.
func first(s *query.Search, t *query.Term, x rules.Entity, a query.Assignment) *query.Match {
	for _, m := range s.On(t, x, a) {
		m.Term = t
		return &m
	}
	return nil
}

// reserved: the value of a variable of t would be a reserved entity. In open, the variables without
// a value are wildcards.
func (s searcher) reserved(t, open *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	m := first(s.Search, open, x, a)
	if m == nil {
		return near
	}
	for _, e := range []struct {
		query.Elem
		value rules.Entity
	}{{t.First, m.ID.First}, {t.Second, m.ID.Second}} {
		if e.Kind == spec.RefVariable && a[e.Variable] <= 0 && spec.IsReserved(s.Handle(e.value)) {
			return claim(fmt.Sprintf("%s has %s, but a variable is never a reserved entity", s.Handle(m.Owner), s.Reported(m)))
		}
	}
	return near
}

// switchedOff: the id is switched off.
func (s searcher) switchedOff(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	literally := s.as(func(o *query.Search) { o.Literal = true })
	if m := first(literally, t, x, a); m != nil && first(s.Search, t, x, a) == nil {
		return claim(fmt.Sprintf("%s has %s, which is switched off", s.Handle(m.Owner), s.Reported(m)))
	}
	return near
}

// otherKind: the id follows by a rule that this kind of query does not apply.
func (s searcher) otherKind(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	all := s.as(func(o *query.Search) { o.Resolution = query.Resolution{Inheritance: true, Transitivity: true} })
	if m := first(all, t, x, a); m != nil {
		return claim(fmt.Sprintf("%s has %s only %s, which a %s query does not resolve", s.Handle(x), s.Reported(m),
			by[m.How], s.Query.Kind), query.KindWithout[m.How])
	}
	return near
}

// boundElsewhere: the term would match if other terms had not bound its variables.
func (s searcher) boundElsewhere(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	var bound []string
	open := t.Opened(func(e query.Elem) bool {
		if e.Kind == spec.RefVariable {
			bound = append(bound, fmt.Sprintf("$%s is %s", s.Query.Variables[e.Variable], s.Handle(a[e.Variable])))
		}
		return e.Kind == spec.RefVariable
	})
	if m := first(s.Search, &open, x, a); m != nil {
		return claim(fmt.Sprintf("%s has %s, but %s", s.Handle(x), s.Reported(m), strings.Join(bound, " and ")))
	}
	return near
}

// foundElsewhere: the traversal flags of the term exclude the entity that has the id.
func (s searcher) foundElsewhere(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	plain := *t
	if plain.Flags = 0; t.Sets {
		everywhere := s.Supersets()
		plain.Src.Set = &everywhere
	}
	m := first(s.Search, &plain, x, a)
	switch {
	case m == nil:
		return near
	case t.Sets:
		return claim(fmt.Sprintf("%s has %s, where the term does not look", s.Handle(m.Owner), s.Reported(m)),
			query.OutsideSet)
	case m.Owner == x:
		return claim(fmt.Sprintf("%s itself has %s, where the term does not look", s.Handle(x), s.Reported(m)),
			query.OnItself)
	}
	return claim(fmt.Sprintf("%s has %s only from %s", s.Handle(x), s.Reported(m), s.Handle(m.Owner)), query.OnAnother)
}

// memberNames: the member names another entity or none, or the component is missing.
func (s searcher) memberNames(t *query.Term, x rules.Entity, _ query.Assignment) (near spec.Proof) {
	if t.First.Kind != spec.RefMember || x <= 0 {
		return near
	}
	for _, h := range s.Holdings(x) {
		for _, m := range s.ValueAt(h) {
			if h.ID == (rules.ID{First: t.First.Entity}) && m.Name == t.First.Text {
				return claim(fmt.Sprintf("%s of %s names %q", m.Name, s.Handle(x), m.Text), query.MemberNames)
			}
		}
	}
	return claim(fmt.Sprintf("%s lacks %s", s.Handle(x), s.Handle(t.First.Entity)))
}

// notAbove: an entity above has the id, but the id is not inherited, and in this profile traversal
// finds only inherited ids.
func (s searcher) notAbove(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	if t.Flags&spec.TravUp == 0 || x <= 0 || s.Profile.FindsUninherited {
		return near
	}
	for _, e := range s.Users() {
		for _, h := range s.Holds(e) {
			if e != x && s.patternFor(t, a).Covers(h.ID) && s.Rule(h.ID) == spec.DontInherit &&
				s.Reaches(x, e, t.Traversed) {
				return claim(fmt.Sprintf("%s has %s, which is not inherited and so not found above", s.Handle(e),
					s.SpecID(h.ID)), query.NotFoundUp)
			}
		}
	}
	return near
}

// patternFor returns the id that t asks for.
func (s searcher) patternFor(t *query.Term, a query.Assignment) rules.ID {
	return rules.ID{First: s.Value(t.First, a), Second: s.Value(t.Second, a)}
}

// otherTarget: the source has the relationship with another target, or the target with another
// relationship.
func (s searcher) otherTarget(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	if x <= 0 {
		return near
	}
	pattern := s.patternFor(t, a)
	var others []string
	for _, h := range s.Holds(x) {
		if h.IsPair() && (h.First == pattern.First || pattern.Second > 0 && h.Second == pattern.Second) {
			others = append(others, s.SpecID(h.ID).String())
		}
	}
	if len(others) == 0 {
		return near
	}
	return claim(fmt.Sprintf("%s has %s", s.Handle(x), strings.Join(others, ", ")))
}

// notInherited: a base has the id, but the inheritance rule of the id is not Inherit.
func (s searcher) notInherited(t *query.Term, x rules.Entity, a query.Assignment) (near spec.Proof) {
	for _, base := range s.Users() {
		i := slices.IndexFunc(s.Entities[base].Own, func(f rules.Fact) bool { return s.patternFor(t, a).Covers(f.ID) })
		if i < 0 || x <= 0 || base == x || !s.SubclassOf(x, base) {
			continue
		}
		f, why := s.Entities[base].Own[i], query.NotCopied
		if s.Rule(f.ID) == spec.DontInherit {
			why = query.NotInherited
		}
		return claim(fmt.Sprintf("its base %s has %s, which is not inherited", s.Handle(base), s.SpecID(f.ID)), why)
	}
	return near
}

func (s searcher) lacking(t *query.Term, x rules.Entity, a query.Assignment) spec.Proof {
	who := "nothing"
	if x > 0 {
		who = string(s.Handle(x))
	}
	return claim(fmt.Sprintf("%s lacks %s", who, s.Reported(&query.Match{ID: s.patternFor(t, a), Member: t.First.Text})))
}
