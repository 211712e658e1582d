package proof

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// searcher searches for the reason of a missing row.
type searcher struct {
	*query.Search
	as func(change func(*query.Search)) *query.Search // returns a modified copy of the search
}

// Miss says why e has no row: it names the first term, in the order of evaluation, after which no
// solution is left, and the nearest match. as returns a copy of the search, modified by change.
func Miss(
	s *query.Search, as func(change func(*query.Search)) *query.Search, preset query.Assignment, e rules.Entity,
) spec.Miss {
	m := spec.Miss{Entity: s.Handle(e)}
	if reason := excluded(s, preset, e); reason.Claim != "" {
		m.Reason = reason
		return m
	}
	if e != rules.None {
		preset[query.This] = e
	}
	n := searcher{s, as}
	failing, before := n.firstFailing(preset)
	m.Term, m.TermNumber = printed(s, failing), failing.Number+1
	m.Reason = spec.Proof{Claim: "nothing matches " + m.Term, Cites: slices.Clone(failing.Statements())}
	switch {
	case failing.Kind == spec.TermScope:
		m.Reason.Claim = "the terms of " + m.Term + " have a solution"
	case failing.Oper == spec.Not || failing.Oper == spec.NotFrom:
		m.Reason.Claim = "something matches what " + m.Term + " excludes"
	case failing.Kind == spec.TermCompare:
		m.Reason.Claim = m.Term + " does not hold"
	}
	near := n.nearest(failing, before)
	m.Nearest, m.Reason.Cites = near.Claim, append(m.Reason.Cites, near.Cites...)
	return m
}

// excluded says why e has no row if the reason does not depend on the terms.
func excluded(s *query.Search, preset query.Assignment, e rules.Entity) spec.Proof {
	builtin := slices.IndexFunc(preset[:], func(x rules.Entity) bool { return x > 0 && s.Entities[x].Builtin })
	switch {
	case len(s.Query.Terms) == 0:
		return claim("an empty query matches nothing")
	case builtin >= 0:
		return claim("$" + s.Query.Variables[builtin] +
			" is set to a reserved entity, but a variable is never a reserved entity")
	case e == rules.None:
		return spec.Proof{}
	case s.Entities[e].Builtin:
		return claim("queries do not return reserved entities")
	case s.Is(e, spec.Prefab) && !s.Answers(e):
		return claim("it is a Prefab, and no term of the query names Prefab", query.ExcludedPrefab)
	case !s.Answers(e):
		return claim("it is Disabled, and no term of the query names Disabled")
	case preset[query.This] > 0 && preset[query.This] != e:
		return claim("$this is set to another entity", query.SetElsewhere)
	}
	return spec.Proof{}
}

// firstFailing returns the first term, in the order of evaluation, after which no solution is left,
// and the first assignment that satisfies the terms before it.
func (s searcher) firstFailing(a query.Assignment) (*query.Term, query.Assignment) {
	terms := s.Query.InOrder
	before := a
	for n := range terms {
		found := false
		for solution := range s.Together(terms[:n+1], a) {
			found, before = true, solution.Vars
			break
		}
		if !found {
			return &terms[n], before
		}
	}
	return &terms[len(terms)-1], before
}
