package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// query is a compiled query and its terms.
type query struct {
	found *tecs.Query
	terms []spec.Term
}

// compile makes a query of terms (declared.query, declared.query-target).
func (e *Engine) compile(op *spec.Operation) (*query, *spec.Error) {
	q := op.Query
	if q == nil {
		return nil, errMissing
	}
	if q.IsText() || q.OrderBy != nil || q.GroupBy != "" || q.Instanced || q.DetectChanges {
		return nil, unsupported("text, order, groups and change detection of queries")
	}
	if err := plainIteration(op); err != nil {
		return nil, err
	}
	if len(q.Terms) > tecs.MaxTerms {
		return nil, spec.Errorf(spec.CodeLimit, "a query has at most %d terms", tecs.MaxTerms)
	}
	var terms tecs.Terms
	for i := range q.Terms {
		t, err := e.term(&q.Terms[i])
		if err != nil {
			return nil, err
		}
		if q.Terms[i].Oper == spec.Not {
			terms.Exclude = append(terms.Exclude, t)
		} else {
			terms.Include = append(terms.Include, t)
		}
	}
	found, err := e.world.NewQuery(terms)
	if err != nil {
		return nil, refusal(err)
	}
	return &query{found: found, terms: q.Terms}, nil
}

// plain reports whether the profile supports the form of a term.
func plain(t *spec.Term) bool {
	if t.Kind != spec.TermMatch || t.First.Kind == spec.RefNone || t.Oper != spec.And && t.Oper != spec.Not ||
		t.Access != spec.AccessDefault || t.Src.Kind != spec.RefNone {
		return false
	}
	for _, r := range t.Refs() {
		if r.Kind != spec.RefEntity || r.Trav != nil {
			return false
		}
	}
	return true
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
func (e *Engine) term(t *spec.Term) (tecs.Term, *spec.Error) {
	if !plain(t) {
		return nil, unsupported("terms other than a component, a relationship, or a pair with a target, each perhaps with Not")
	}
	first, err := e.handles.known(spec.Handle(t.First.Name))
	switch {
	case err != nil:
		return nil, err
	case first.isEntity():
		return nil, errKind
	case t.Second.Kind == spec.RefNone && first.component != nil:
		return first.component.tag, nil
	case t.Second.Kind == spec.RefNone:
		return first.relationship, nil
	}
	second, err := e.handles.known(spec.Handle(t.Second.Name))
	switch {
	case err != nil:
		return nil, err
	case first.component != nil || !second.isEntity():
		return nil, errKind
	}
	return first.relationship.Targeting(second.entity), nil
}

func (e *Engine) query(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	return e.rows(q, op)
}

func (e *Engine) prepare(op *spec.Operation) spec.Outcome {
	if op.As == "" || op.Query == nil {
		return spec.Fail(errMissing)
	}
	if e.isNameTaken(op.As) {
		return spec.Fail(spec.Errorf(spec.CodeExists, "the name %q is taken", op.As))
	}
	q, err := e.compile(op)
	if err == nil {
		e.queries[op.As] = q
	}
	return done(err)
}

// isNameTaken reports whether a query or an observer has a name (observers.life).
func (e *Engine) isNameTaken(name string) bool {
	return e.queries[name] != nil || e.observers[name] != nil
}

func (e *Engine) iterate(op *spec.Operation) spec.Outcome {
	q := e.queries[op.On]
	if q == nil {
		return spec.Fail(errNoQuery(op.On))
	}
	if err := plainIteration(op); err != nil {
		return spec.Fail(err)
	}
	return e.rows(q, op)
}

func errNoQuery(name string) *spec.Error {
	return spec.Errorf(spec.CodeUnresolved, "there is no query named %q", name)
}

func (e *Engine) release(op *spec.Operation) spec.Outcome {
	switch {
	case e.observers[op.On] != nil:
		e.endObserver(op.On)
	case e.queries[op.On] != nil:
		delete(e.queries, op.On)
	default:
		return spec.Fail(errNoQuery(op.On))
	}
	return spec.OK()
}

// rows answers a query.
func (e *Engine) rows(q *query, op *spec.Operation) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutRows}
	skip := op.Skip
	for entity := range q.found.All() {
		if err := e.step(1); err != nil {
			return spec.Fail(err)
		}
		if skip > 0 {
			skip--
			continue
		}
		if len(out.Rows) >= e.limits.Rows || e.fits(len(out.Rows)+1) != nil {
			return spec.Fail(spec.Exhaustedf("an answer has at most %d rows; ask for less at once", e.limits.Rows))
		}
		out.Rows = append(out.Rows, spec.Row{This: e.handles.of[entity]})
		if len(out.Rows) == op.Limit {
			break
		}
	}
	return out
}

// explain returns the rows of a query, or only the row of one entity, with a proof for each term.
// If the entity has no row, explain says which term fails.
func (e *Engine) explain(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	out := e.rows(q, &spec.Operation{Op: op.Op})
	if out.Err != nil {
		return out
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if op.Entity != "" {
		if _, err := e.handles.alive(op.Entity); err != nil {
			return spec.Fail(err)
		}
		out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return r.This != op.Entity })
		if len(out.Rows) == 0 {
			explanation.Misses = append(explanation.Misses, e.miss(q, op.Entity))
		}
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row}
		if err := e.step(len(q.terms)); err != nil {
			return spec.Fail(err)
		}
		for i := range q.terms {
			proof.Terms = append(proof.Terms, claim(row.This, &q.terms[i], q.terms[i].Oper != spec.Not))
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

// miss says which term fails first for an entity.
func (e *Engine) miss(q *query, name spec.Handle) spec.Miss {
	m := spec.Miss{Entity: name, Reason: spec.Proof{
		Claim: "no term includes anything",
		Cites: []spec.StatementID{"TECS-057"},
	}}
	for i := range q.terms {
		t := &q.terms[i]
		el, err := e.element(spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}, true)
		if err != nil {
			return m // cannot happen: compile resolved the term
		}
		if has := e.world.Has(e.handles.named[name].entity, el.pattern()); has == (t.Oper == spec.Not) {
			m.Term, m.TermNumber, m.Reason = el.id.String(), i+1, claim(name, t, has)
			if t.Oper == spec.Not {
				m.Term = "!" + m.Term
			}
			return m
		}
	}
	return m
}

// claim states that an entity has the id of a term, or that it does not have it.
func claim(name spec.Handle, t *spec.Term, has bool) spec.Proof {
	id := spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}
	if !has {
		return spec.Proof{Claim: string(name) + " has no " + id.String(), Cites: []spec.StatementID{"TECS-064"}}
	}
	return spec.Proof{Claim: string(name) + " has " + id.String(), Cites: []spec.StatementID{"TECS-047", "TECS-057"}}
}
