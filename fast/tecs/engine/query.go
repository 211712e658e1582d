package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// query is a compiled query and its terms.
type query struct {
	found *tecs.Query
	terms []term
}

// term is an element that an entity must have or, if not is set, must not have.
type term struct {
	element
	not bool
}

// compile compiles the query of an operation (declared.query, declared.query-target).
func (e *Engine) compile(op *spec.Operation) (*query, *spec.Error) {
	given := op.Query
	switch {
	case given == nil:
		return nil, errMissing
	case given.IsText() || given.OrderBy != nil || given.GroupBy != "" || given.Instanced || given.DetectChanges:
		return nil, unsupported("text, order, groups and change detection of queries")
	}
	if err := plainIteration(op); err != nil {
		return nil, err
	}
	if len(given.Terms) > tecs.MaxTerms {
		return nil, spec.Errorf(spec.CodeLimit, "a query has at most %d terms", tecs.MaxTerms)
	}
	q := &query{terms: make([]term, len(given.Terms))}
	var terms tecs.Terms
	for i := range given.Terms {
		t, err := e.term(&given.Terms[i])
		if err != nil {
			return nil, err
		}
		if q.terms[i] = t; t.not {
			terms.Exclude = append(terms.Exclude, t.term())
		} else {
			terms.Include = append(terms.Include, t.term())
		}
	}
	found, err := e.world.NewQuery(terms)
	q.found = found
	return q, refusal(err)
}

// plain reports whether the profile supports the form of a term.
func plain(t *spec.Term) bool {
	if t.Kind != spec.TermMatch || t.First.Kind == spec.RefNone || t.Oper != spec.And && t.Oper != spec.Not ||
		t.Access != spec.AccessDefault || t.Src.Kind != spec.RefNone {
		return false
	}
	return !slices.ContainsFunc(t.Refs(), func(r *spec.Ref) bool { return r.Kind != spec.RefEntity || r.Trav != nil })
}

// plainIteration returns an error if an iteration uses options that the profile does not have.
func plainIteration(op *spec.Operation) *spec.Error {
	if len(op.Vars) > 0 || op.Values || op.Group != nil || op.Batches || op.Untouched || op.Changes {
		return unsupported("variables, values, groups, batches and changes")
	}
	return nil
}

// term compiles a term. It checks in this order: whether the term is supported, the first element,
// the second element.
func (e *Engine) term(t *spec.Term) (term, *spec.Error) {
	if !plain(t) {
		return term{}, unsupported(
			"terms other than a component, a relationship, or a pair with a target, each perhaps with Not")
	}
	id := spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}
	if _, err := e.element(spec.ID{First: id.First}, true); err != nil {
		return term{}, err
	}
	el, err := e.element(id, true)
	return term{el, t.Oper == spec.Not}, err
}

func (e *Engine) prepare(op *request) (spec.Outcome, *spec.Error) {
	e.queries[op.As] = op.query
	return none, nil
}

func errNoQuery(name string) *spec.Error {
	return spec.Errorf(spec.CodeUnresolved, "there is no query named %q", name)
}

func (e *Engine) release(op *request) (spec.Outcome, *spec.Error) {
	switch {
	case e.observers[op.On] != nil:
		e.endObserver(op.On)
	case e.queries[op.On] != nil:
		delete(e.queries, op.On)
	default:
		return none, errNoQuery(op.On)
	}
	return none, nil
}

// rows answers a query.
func (e *Engine) rows(op *request) (out spec.Outcome, _ *spec.Error) {
	skip := op.Skip
	for entity := range op.query.found.All() {
		if err := e.step(1); err != nil {
			return none, err
		}
		if skip > 0 {
			skip--
			continue
		}
		if len(out.Rows) >= e.limits.Rows || e.fits(len(out.Rows)+1) != nil {
			return none, spec.Exhaustedf("an answer has at most %d rows; ask for less at once", e.limits.Rows)
		}
		out.Rows = append(out.Rows, spec.Row{This: e.handles.of[entity]})
		if len(out.Rows) == op.Limit {
			break
		}
	}
	return out, nil
}

// explain returns the rows of a query, or only the row of one entity, with a proof for each term.
// If the entity has no row, explain says which term fails.
func (e *Engine) explain(op *request) (spec.Outcome, *spec.Error) {
	q := op.query
	out, err := e.rows(&request{query: q})
	if err != nil {
		return none, err
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if op.Entity != "" {
		out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return r.This != op.Entity })
		if len(out.Rows) == 0 {
			explanation.Misses = append(explanation.Misses, e.miss(q, op.Entity, op.entity))
		}
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row}
		if err := e.step(len(q.terms)); err != nil {
			return none, err
		}
		for _, t := range q.terms {
			proof.Terms = append(proof.Terms, claim(row.This, t.id, !t.not))
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	return spec.Outcome{Explanation: explanation}, nil
}

// miss says which term fails first for an entity.
func (e *Engine) miss(q *query, name spec.Handle, entity Entity) spec.Miss {
	for i, t := range q.terms {
		if has := e.world.Has(entity, t.pattern()); has == t.not {
			m := spec.Miss{Entity: name, Term: t.id.String(), TermNumber: i + 1, Reason: claim(name, t.id, has)}
			if t.not {
				m.Term = "!" + m.Term
			}
			return m
		}
	}
	return spec.Miss{Entity: name, Reason: spec.Proof{
		Claim: "no term includes anything",
		Cites: []spec.StatementID{"TECS-057"},
	}}
}

// claim states that an entity has the id of a term, or that it does not have it.
func claim(name spec.Handle, id spec.ID, has bool) spec.Proof {
	if !has {
		return spec.Proof{Claim: string(name) + " has no " + id.String(), Cites: []spec.StatementID{"TECS-064"}}
	}
	return spec.Proof{Claim: string(name) + " has " + id.String(), Cites: []spec.StatementID{"TECS-047", "TECS-057"}}
}
