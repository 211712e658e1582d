package engine

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// explain answers with the rows of a query, or those of one entity, and the match of each term. If
// there are no rows, and the question is about one entity or the query has no $this, it names a
// term that fails.
func (e *Engine) explain(op *request) (spec.Outcome, *spec.Error) {
	q := op.query
	terms, err := query.TermsOf(&e.w.World, op.Query)
	if err != nil {
		return none, err
	}
	entity := op.entity
	if !q.UsesThis {
		entity = 0
	}
	out, err := e.rows(q, about(q, op.Operation, entity))
	if err != nil {
		return none, err
	}
	if entity != 0 {
		out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return r.This != op.Entity })
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if err := e.w.Meter.Fits(len(out.Rows) * (q.Width() + len(terms))); err != nil {
		return none, err
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(terms))}
		for i := range terms {
			proof.Terms[i] = e.claim(q, &row, &q.Nodes[i], &terms[i])
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && (entity != 0 || !q.UsesThis) {
		miss, err := e.miss(q, op.Operation, entity, terms)
		if err != nil {
			return none, err
		}
		explanation.Misses = append(explanation.Misses, miss)
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}, nil
}

// about returns the operation with $this set to an entity, unless $this is already set or the
// entity is 0.
func about(q *trackedQuery, op *spec.Operation, entity Entity) *spec.Operation {
	if entity == 0 {
		return op
	}
	vars := map[string]spec.Handle{spec.This: op.Entity}
	for name, value := range op.Vars {
		if slot, ok := q.Presettable(name); ok && slot == query.ThisSlot {
			return op
		}
		vars[name] = value
	}
	question := *op
	question.Vars = vars
	return &question
}

// claim describes how a row satisfies a term. Unlike the proofs of the reference, a claim has no
// statement ids and does not tell why a derived fact holds.
func (e *Engine) claim(q *trackedQuery, row *spec.Row, n *query.Node, written *spec.Term) spec.Proof {
	if written.Kind != spec.TermMatch || written.Oper == spec.AndFrom || written.Oper == spec.OrFrom {
		return spec.Proof{Claim: e.text(written) + " holds"}
	}
	text, f := q.NodeText(n), &row.Fields[n.Field]
	switch {
	case !f.Set && n.Negative():
		return spec.Proof{Claim: "nothing matches " + text}
	case !f.Set:
		return spec.Proof{Claim: text + " is not set"}
	case f.Src != "":
		return spec.Proof{Claim: fmt.Sprintf("%s has %s, which matches %s", f.Src, f.ID, text)}
	}
	return spec.Proof{Claim: fmt.Sprintf("%s has %s", row.This, f.ID)}
}

// text returns a term as it was written.
func (e *Engine) text(t *spec.Term) string { return lang.PrintTerm(e.w.Profile.Dialect, t) }

// miss returns the term at which the search for rows ends. entity is 0 if the query does not ask
// for $this.
func (e *Engine) miss(q *trackedQuery, op *spec.Operation, entity Entity, terms []spec.Term) (spec.Miss, *spec.Error) {
	m := spec.Miss{Vars: op.Vars}
	if entity != 0 {
		m.Entity = op.Entity
		t := e.w.Table(entity.Index())
		for _, tag := range []Entity{rules.Prefab, rules.Disabled} {
			if (tag == rules.Prefab && !q.Prefabs || tag == rules.Disabled && !q.Disabled) &&
				e.w.Store.Has(t, store.Single(tag.Index())) {
				m.Reason.Claim = fmt.Sprintf("%s has %s, and no term names that", op.Entity, q.W.EntityText(tag))
				return m, nil
			}
		}
	}
	x := q.NewExec()
	defer x.Release()
	possible, err := e.preset(x, op.Vars)
	switch this := x.Values[query.ThisSlot]; {
	case err != nil:
		return m, err
	case len(terms) == 0:
		m.Reason.Claim = "an empty query matches nothing"
		return m, nil
	case !possible:
		m.Reason.Claim = "a variable is set to a value that it cannot have"
		return m, nil
	case entity != 0 && (this != 0 && this != entity.Index() || !x.BindThis(entity.Index())):
		m.Reason.Claim = fmt.Sprintf("%s cannot be a value of $this", op.Entity)
		return m, nil
	}
	failing := x.Failing()
	x.Account()
	if err := e.w.Meter.Overworked(); err != nil || failing < 0 {
		return m, err
	}
	m.TermNumber, m.Term = failing+1, e.text(&terms[failing])
	m.Reason.Claim = m.Term + " fails for every solution of the terms before it"
	return m, nil
}
