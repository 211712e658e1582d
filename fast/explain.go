package fast

import (
	"fmt"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// explain gives the rows of a query, or those of one entity, with what each term matched; if the entity has none, the
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
	if entity != 0 && q.usesThis {
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
	if err := e.w.meter.fits(len(out.Rows) * (q.width() + q.fields)); err != nil {
		return spec.Fail(err)
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(row.Fields))}
		for i, f := range row.Fields {
			proof.Terms[i] = e.claim(q, &row, i, &f)
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && entity != 0 && q.usesThis {
		explanation.Misses = append(explanation.Misses, e.miss(q, op, entity))
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

// claim says what a field matched.
func (e *Engine) claim(q *engineQuery, row *spec.Row, field int, f *spec.Field) spec.Proof {
	n := q.nodeOf(field)
	text := q.nodeText(n)
	switch {
	case !f.Set && n.negative():
		return spec.Proof{Claim: "nothing matches " + text, Cites: []spec.StatementID{"QRY-234"}}
	case !f.Set:
		return spec.Proof{Claim: text + " is not set", Cites: []spec.StatementID{"QRY-243"}}
	case f.Src == "":
		return spec.Proof{Claim: fmt.Sprintf("%s has %s", row.This, f.ID), Cites: []spec.StatementID{"QRY-109"}}
	}
	return spec.Proof{Claim: fmt.Sprintf("%s has %s, which matches %s", f.Src, f.ID, text), Cites: []spec.StatementID{"QRY-109"}}
}

func (q *prepared) nodeOf(field int) *node {
	for i := range q.nodes {
		if q.nodes[i].field == field {
			return &q.nodes[i]
		}
	}
	return nil
}

// miss finds the first term that fails for an entity.
func (e *Engine) miss(q *engineQuery, op *spec.Operation, entity Entity) spec.Miss {
	m := spec.Miss{Entity: op.Entity, Vars: op.Vars}
	t := e.w.table(entity.Index())
	for _, tag := range []Entity{Prefab, Disabled} {
		if (tag == Prefab && !q.prefabs || tag == Disabled && !q.disabled) && e.w.st.Has(t, store.Single(tag.Index())) {
			m.Term = q.w.label(tag)
			m.Reason = spec.Proof{
				Claim: fmt.Sprintf("%s has %s, and no term names that", op.Entity, m.Term),
				Cites: []spec.StatementID{"QRY-285"},
			}
			return m
		}
	}
	x := q.newExec()
	defer x.release()
	if _, err := e.preset(x, op.Vars); err != nil || !x.bindThis(entity.Index()) {
		m.Reason.Claim = fmt.Sprintf("%s cannot be a value of $this", op.Entity)
		return m
	}
	x.planFor(0)
	if s := x.failing(); s != nil {
		m.Term = q.nodeText(s.node)
		m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has nothing that matches %s", op.Entity, m.Term), Cites: []spec.StatementID{"QRY-109"}}
		if s.kind == stepNot {
			m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has what %s excludes", op.Entity, m.Term), Cites: []spec.StatementID{"QRY-234"}}
		}
		m.Nearest = e.nearest(&s.terms[0], t, entity.Index())
		return m
	}
	m.Reason.Claim = "each term matches by itself, but not with one value for each variable"
	return m
}

// failing is the first step that fails by itself with the variables that are set.
func (x *exec) failing() *step {
	for i := range x.steps {
		s := &x.steps[i]
		if s.kind != stepMatch && s.kind != stepNot || x.unset(s.node.needs) || x.openOf(s.terms[0].src.uses()) != 0 {
			continue
		}
		if x.exists(&s.terms[0]) == (s.kind == stepNot) {
			return s
		}
	}
	return nil
}

// nearest is what an entity of a table has of the same relationship.
func (e *Engine) nearest(m *match, t store.Table, index uint32) string {
	if m.first.kind != elementConst || m.second.kind == elementNone || m.dead {
		return ""
	}
	var buf [4]held
	for _, h := range e.w.collect(buf[:0], t, index, store.Pair(m.firstID, store.Wildcard), traitInherited) {
		return "has " + e.specID(h.id).String()
	}
	return ""
}
