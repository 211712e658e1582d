package tecs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// query is a list of terms. A term asks for a component, a relationship with any target, or a
// relationship with one target (TECS-046).
type query struct {
	terms []term
	plain bool // the query can have rows: some term is not negated, or the profile does not need one
}

// term is an id that an entity must have or, if not is set, must not have.
type term struct {
	id  spec.ID
	not bool
}

// maxTerms is the maximum number of terms of a query.
const maxTerms = 64

// compile resolves the query of an operation. It returns an error for the first part that the
// profile does not support: options first, then the terms in order (declared.query). A relationship
// with a target must not be sparse (TECS-053, TECS-055).
func (w *World) compile(op spec.Operation) (*query, *spec.Error) {
	source := op.Query
	switch {
	case source == nil:
		return nil, spec.Errorf(spec.CodeInvalid, "the query is missing")
	case source.IsText():
		return nil, unsupported("query text")
	case source.OrderBy != nil || source.GroupBy != "" || source.Instanced || source.DetectChanges:
		return nil, unsupported("an option of a query")
	case hasOptions(op):
		return nil, errOptions
	case len(source.Terms) > maxTerms:
		return nil, spec.Errorf(spec.CodeLimit, "a query has at most %d terms", maxTerms)
	}
	q := &query{}
	for i := range source.Terms {
		t, err := w.term(&source.Terms[i])
		if err != nil {
			return nil, err
		}
		q.terms = append(q.terms, t)
	}
	q.plain = w.profile.OnlyNot
	for _, t := range q.terms {
		if t.id.IsPair() && w.relations[t.id.First].Sparse {
			return nil, invalid("%s is sparse, so a term cannot name its target; use sources, or compare targets", t.id.First)
		}
		q.plain = q.plain || !t.not
	}
	return q, nil
}

// hasOptions reports whether an operation has options of an iteration, such as preset variables.
// They need capabilities that the profile does not have.
func hasOptions(op spec.Operation) bool {
	return len(op.Vars) > 0 || op.Values || op.Batches || op.Group != nil || op.Untouched || op.Changes
}

var errOptions = unsupported("an option of iteration")

// term resolves a term. A relationship without a target matches any target (TECS-047); a
// relationship with a target matches only that one (TECS-052). For example, "DockedTo" finds all
// docked ships.
func (w *World) term(t *spec.Term) (out term, err *spec.Error) {
	plain := func(r spec.Ref) bool { return r.Kind == spec.RefEntity && r.Trav == nil }
	none := func(r spec.Ref) bool { return r.Kind == spec.RefNone && r.Trav == nil }
	switch {
	case t.Kind != spec.TermMatch, t.Oper != spec.And && t.Oper != spec.Not, t.Access != spec.AccessDefault,
		!none(t.Src):
		return out, unsupported("a term with more than an id and \"not\"")
	case !plain(t.First), !none(t.Second) && !plain(t.Second):
		return out, unsupported("an element that is not a handle")
	}
	out = term{spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}, t.Oper == spec.Not}
	if err := w.checkID(spec.Single(out.id.First), pattern); err != nil {
		return out, err
	}
	if err := w.checkID(out.id, pattern); err != nil {
		return out, err
	}
	return out, nil
}

// matches reports whether an entity matches: it has the id of each term (TECS-057) and does not
// have the id of any negated term (TECS-064). The number of targets makes no difference (TECS-049).
// For example, "!ChildOf" finds the roots, unless the profile requires a term that is not negated.
func (q *query) matches(s *state, e spec.Handle) bool {
	return s.alive[e] && len(q.failing(s, e)) == 0 && q.plain
}

// failing lists the terms that an entity does not satisfy.
func (q *query) failing(s *state, e spec.Handle) (out []int) {
	for i, t := range q.terms {
		if s.has(e, t.id) == t.not {
			out = append(out, i)
		}
	}
	return out
}

// rows lists the entities that match a query, each once.
func (w *World) rows(q *query) ([]spec.Handle, *spec.Error) {
	if err := w.steps(w.cost(q)); err != nil {
		return nil, err
	}
	return w.all(func(e spec.Handle) bool { return q.matches(&w.state, e) }), nil
}

// cost returns the maximum number of steps of a query. Each term tests every entity, and a
// relationship with any target also tests every edge.
func (w *World) cost(q *query) int {
	steps, edges := 0, w.count()
	for _, t := range q.terms {
		if steps += len(w.made); !t.id.IsPair() && w.kind(t.id.First) == relationship {
			steps += edges
		}
	}
	return steps
}

// tables counts the tables that have entities (TECS-033). The table of an entity depends on its
// components, its relationships and, for relationships that are not sparse, the targets (TECS-007,
// TECS-037, TECS-110).
func (w *World) tables() int {
	has := map[spec.Handle][]string{}
	for p := range w.parts {
		has[p.entity] = append(has[p.entity], fmt.Sprintf("%q", p.component))
	}
	for e, edges := range w.edges {
		for x := range edges {
			has[e] = append(has[e], fmt.Sprintf("%q", x.relation))
			if !w.relations[x.relation].Sparse {
				has[e] = append(has[e], fmt.Sprintf("%q %q", x.relation, x.target))
			}
		}
	}
	tables := map[string]bool{}
	for _, e := range w.all(func(spec.Handle) bool { return true }) {
		slices.Sort(has[e])
		tables[strings.Join(slices.Compact(has[e]), ", ")] = true
	}
	return len(tables)
}

// proof says why an entity has the id of a term, or that it does not have it.
func (w *World) proof(e spec.Handle, t term) spec.Proof {
	switch _, component := w.components[t.id.First]; {
	case !w.has(e, t.id) && component:
		return spec.Proof{Claim: fmt.Sprintf("%s does not have %s", e, t.id)}
	case !w.has(e, t.id) && t.id.IsPair():
		return spec.Proof{
			Claim: fmt.Sprintf("%s has no edge of %s to %s", e, t.id.First, t.id.Second),
			Cites: cites("TECS-052"),
		}
	case !w.has(e, t.id):
		return spec.Proof{Claim: fmt.Sprintf("%s has no edge of %s", e, t.id.First), Cites: cites("TECS-064")}
	case component:
		return spec.Proof{Claim: fmt.Sprintf("%s has %s", e, t.id), Cites: cites("TECS-057")}
	case t.id.IsPair():
		return spec.Proof{
			Claim: fmt.Sprintf("%s has an edge of %s to %s", e, t.id.First, t.id.Second),
			Cites: cites("TECS-052"),
		}
	}
	return spec.Proof{
		Claim: fmt.Sprintf("%s has %s with some target", e, t.id.First), Cites: cites("TECS-047", "TECS-050"),
		Because: []spec.Proof{{Claim: fmt.Sprintf("%s has an edge of %s to %s", e, t.id.First,
			w.targets(e, t.id.First)[0])}},
	}
}

func cites(ids ...spec.StatementID) []spec.StatementID { return ids }

// explain proves the rows of a query and names the first term that each other entity fails. If
// about is not "", explain considers only that entity.
func (w *World) explain(q *query, about spec.Handle) *spec.Explanation {
	out := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	for _, e := range w.all(func(e spec.Handle) bool { return about == "" || e == about }) {
		failing := q.failing(&w.state, e)
		switch {
		case len(failing) > 0:
			t := q.terms[failing[0]]
			out.Misses = append(out.Misses, spec.Miss{
				Entity: e, Term: t.String(), TermNumber: failing[0] + 1,
				Reason: w.proof(e, t),
			})
		case !q.plain:
			reason := spec.Proof{Claim: "a query that has only negated terms has no rows"}
			out.Misses = append(out.Misses, spec.Miss{Entity: e, Reason: reason})
		default:
			m := spec.MatchProof{Row: row(e)}
			for _, t := range q.terms {
				m.Terms = append(m.Terms, w.proof(e, t))
			}
			out.Matches = append(out.Matches, m)
		}
	}
	return out
}

// Failing lists the positions of the terms that fail for the entity of an explain operation,
// counted from 1. Position 0 means that the query never has rows.
func (w *World) Failing(op spec.Operation) []int {
	q, err := w.compile(op)
	if err != nil {
		return nil
	}
	out := q.failing(&w.state, op.Entity)
	if len(out) == 0 && !q.plain {
		return []int{0}
	}
	for i := range out {
		out[i]++
	}
	return out
}

func row(e spec.Handle) spec.Row { return spec.Row{This: e, Fields: []spec.Field{}} }

// String returns the text of a term, such as !(Likes, Alice).
func (t *term) String() string {
	if t.not {
		return "!" + t.id.String()
	}
	return t.id.String()
}
