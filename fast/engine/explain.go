package engine

import (
	"fmt"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// explain gives the rows of a query, or those of one entity, with the match of each term; if the entity has none, the
// first term that fails for it.
func (e *Engine) explain(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	entity, err := e.handles.optional(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	asked := *op
	if entity != 0 && q.UsesThis {
		asked.Vars = map[string]spec.Handle{spec.This: op.Entity}
		for name, value := range op.Vars {
			asked.Vars[name] = value
		}
	}
	out := e.rows(q, &asked)
	if out.Err != nil {
		return out
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if err := e.w.Meter.Fits(len(out.Rows) * (q.Width() + q.Fields)); err != nil {
		return spec.Fail(err)
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(row.Fields))}
		for i, f := range row.Fields {
			proof.Terms[i] = e.claim(q, &row, i, &f)
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && entity != 0 && q.UsesThis {
		explanation.Misses = append(explanation.Misses, e.miss(q, op, entity))
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

// claim describes the match of a field.
func (e *Engine) claim(q *preparedQuery, row *spec.Row, field int, f *spec.Field) spec.Proof {
	n := q.NodeOf(field)
	text := q.NodeText(n)
	switch {
	case !f.Set && n.Negative():
		return spec.Proof{Claim: "nothing matches " + text, Cites: []spec.StatementID{"QRY-234"}}
	case !f.Set:
		return spec.Proof{Claim: text + " is not set", Cites: []spec.StatementID{"QRY-243"}}
	case f.Src == "":
		return spec.Proof{Claim: fmt.Sprintf("%s has %s", row.This, f.ID), Cites: []spec.StatementID{"QRY-109"}}
	}
	return spec.Proof{Claim: fmt.Sprintf("%s has %s, which matches %s", f.Src, f.ID, text), Cites: []spec.StatementID{"QRY-109"}}
}

// miss finds the first term that fails for an entity.
func (e *Engine) miss(q *preparedQuery, op *spec.Operation, entity Entity) spec.Miss {
	m := spec.Miss{Entity: op.Entity, Vars: op.Vars}
	t := e.w.Table(entity.Index())
	for _, tag := range []Entity{rules.Prefab, rules.Disabled} {
		if (tag == rules.Prefab && !q.Prefabs || tag == rules.Disabled && !q.Disabled) && e.w.Store.Has(t, store.Single(tag.Index())) {
			m.Term = q.W.EntityText(tag)
			m.Reason = spec.Proof{
				Claim: fmt.Sprintf("%s has %s, and no term names that", op.Entity, m.Term),
				Cites: []spec.StatementID{"QRY-285"},
			}
			return m
		}
	}
	x := q.NewExec()
	defer x.Release()
	if _, err := e.preset(x, op.Vars); err != nil || !x.BindThis(entity.Index()) {
		m.Reason.Claim = fmt.Sprintf("%s cannot be a value of $this", op.Entity)
		return m
	}
	x.PlanFor(0)
	if s := x.Failing(); s != nil {
		m.Term = q.NodeText(s.Node)
		m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has nothing that matches %s", op.Entity, m.Term), Cites: []spec.StatementID{"QRY-109"}}
		if s.Kind == query.StepNot {
			m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has what %s excludes", op.Entity, m.Term), Cites: []spec.StatementID{"QRY-234"}}
		}
		m.Nearest = e.nearest(&s.Terms[0], t, entity.Index())
		return m
	}
	m.Reason.Claim = "each term matches by itself, but not with one value for each variable"
	return m
}

// nearest describes the pairs of the same relationship that an entity of a table has.
func (e *Engine) nearest(m *query.Match, t store.Table, index uint32) string {
	if m.First.Kind != query.ElementConst || m.Second.Kind == query.ElementNone || m.Dead {
		return ""
	}
	var buf [4]rules.Held
	for _, h := range e.w.Collect(buf[:0], t, index, store.Pair(m.FirstID, store.Wildcard), rules.TraitInherited) {
		return "has " + e.specID(h.ID).String()
	}
	return ""
}
