package proof

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// row is a row of a search.
type row struct {
	*query.Search
	*query.Row
}

// Row returns a proof of each term of a row, in written order, from the derivations in its matches.
func Row(s *query.Search, r *query.Row) []spec.Proof {
	var out []spec.Proof
	for i := range s.Query.Terms {
		out = append(out, row{s, r}.term(&s.Query.Terms[i], r.Matches[i]))
	}
	return out
}

func (r row) term(t *query.Term, m *query.Match) spec.Proof {
	p := spec.Proof{Claim: printed(r.Search, t), Cites: t.Statements()}
	switch {
	case m != nil && m.How == query.Ignored:
		return claim(p.Claim+" uses a variable that is not set and does not count", query.UnsetVariable)
	case m != nil && m.How == query.NoneLeft:
		return claim(p.Claim+" has no alternative whose variables are set and does not count", query.NoAlternative)
	case t.Kind == spec.TermScope:
		p.Claim += ": its terms have no solution together"
	case t.Equates():
		p.Claim += fmt.Sprintf(": it makes both %s", r.Handle(r.Vars[t.Src.Variable]))
		p.Cites = append(p.Cites, query.MadeEqual...)
	case t.Kind == spec.TermCompare:
	case t.Tests():
		p.Claim += ": nothing matches"
	case t.Oper == spec.AndFrom || t.Oper == spec.OrFrom:
		return r.list(p, t, m)
	case m == nil:
		p.Claim += " does not match and does not need to"
	case !m.HasField():
		p.Claim += " has no field here"
		p.Cites = append(p.Cites, query.NoField...)
	default:
		return r.match(p, t, m)
	}
	return p
}

// list proves a list operator: and|L by all ids of the list, or|L by the first id that the
// source has.
func (r row) list(p spec.Proof, t *query.Term, m *query.Match) spec.Proof {
	p.Claim += " holds for the ids that the list has now"
	for n := range m.Listed {
		if t.Oper == spec.AndFrom || n == 0 {
			p.Because = append(p.Because, r.evidence(&m.Listed[n], r.Value(t.Src, r.Vars)))
		}
	}
	return p
}

// match proves a term that has a field.
func (r row) match(p spec.Proof, t *query.Term, m *query.Match) spec.Proof {
	x := r.Value(m.Term.Src, r.Vars)
	if x <= 0 { // the source is a wildcard, so take the entity that matched
		x = m.Owner
	}
	p.Claim += fmt.Sprintf(": %s matches as %s", r.Handle(x), r.Reported(m))
	if t.Kind != spec.TermOr {
		p.Cites = nil
	}
	p.Cites = append(p.Cites, m.Statements()...)
	p.Because = r.lookups(m.Term)
	p.Because = append(p.Because, r.evidence(m, x))
	p.Because = append(p.Because, r.stands(m)...)
	for _, h := range m.Steps {
		p.Because = append(p.Because, claim(fmt.Sprintf("%s has %s", r.Handle(h.Owner), r.SpecID(h.ID))))
	}
	return p
}

// evidence proves that the owner has the matched id, and says how x gets it from the owner.
func (r row) evidence(m *query.Match, x rules.Entity) spec.Proof {
	if m.How == query.Reflexive {
		return claim(fmt.Sprintf("%s is Reflexive: everything has it with itself", r.Handle(m.ID.First)))
	}
	text := fmt.Sprintf("%s has %s", r.Handle(m.Owner), r.SpecID(m.Via))
	if m.Member != "" {
		named := "an entity"
		if m.ID.Second > 0 {
			named = string(r.Handle(m.ID.Second))
		}
		text = fmt.Sprintf("%s of %s names %s", m.Member, r.Handle(m.Owner), named)
	}
	switch {
	case m.Owner == x:
		return claim(text)
	case m.Term.Sets && r.Handle(m.Term.Src.Set.Along) == spec.IsA:
		return claim(text+fmt.Sprintf(", and %s gets it from there", r.Handle(x)), query.FoundBySuperset)
	case m.Term.Sets:
		return claim(text+fmt.Sprintf(", and %s finds it along %s", r.Handle(x), r.Handle(m.Term.Src.Set.Along)),
			query.FoundInSet)
	case m.Term.Flags&spec.TravUp != 0 && r.Handle(m.Term.Traversed) != spec.IsA:
		text += fmt.Sprintf(", and %s finds it up %s", r.Handle(x), r.Handle(m.Term.Traversed))
		return claim(text, query.FoundUp)
	}
	return claim(text+fmt.Sprintf(", and %s gets it from there", r.Handle(x)), query.FoundOnBase)
}

// stands lists the elements of the matched id that stand for other elements by a set.
func (r row) stands(m *query.Match) (out []spec.Proof) {
	if !m.Term.Sets {
		return nil
	}
	for _, e := range []struct{ wanted, found rules.Entity }{
		{r.Value(m.Term.First, r.Vars), m.Via.First}, {r.Value(m.Term.Second, r.Vars), m.Via.Second},
	} {
		switch {
		case e.wanted <= 0 || e.wanted == e.found:
		case m.How == query.Transitive && e.found == m.Via.Second:
			out = append(out, claim(fmt.Sprintf("%s leads to %s", r.Handle(e.found), r.Handle(e.wanted)), query.LeadsTo))
		default:
			out = append(out, claim(fmt.Sprintf("%s stands for %s", r.Handle(e.found), r.Handle(e.wanted)),
				query.StandsFor))
		}
	}
	return out
}

// lookups lists the children that the lookups of a term found.
func (r row) lookups(t *query.Term) []spec.Proof {
	var out []spec.Proof
	for _, e := range []query.Elem{t.First, t.Second, t.Src} {
		if e.Kind == spec.RefLookup {
			text := fmt.Sprintf("%s is the child %s of %s", r.Handle(r.Value(e, r.Vars)), e.Text,
				r.Handle(r.Vars[e.Variable]))
			out = append(out, claim(text, query.ChildLookedUp))
		}
	}
	return out
}

// by describes how a match follows from the ids of its owner.
var by = map[query.How]string{
	query.Owned: "itself", query.Subclass: "by component inheritance", query.Transitive: "by transitivity",
	query.Reflexive:   "by reflexivity",
	query.Substituted: "by substitution",
}

// claim returns a proof without further steps.
func claim(text string, cites ...[]spec.StatementID) spec.Proof {
	return spec.Proof{Claim: text, Cites: slices.Concat(cites...)}
}

// printed returns the text of a term in the query language of the profile.
func printed(s *query.Search, t *query.Term) string {
	return lang.PrintTerm(s.Profile.Dialect, t.Written)
}
