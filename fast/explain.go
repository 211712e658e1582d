package fast

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// explain gives the rows of a query with what each term matched.
func (e *Engine) explain(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	vars := op.Vars
	if op.Entity != "" {
		vars = map[string]spec.Handle{spec.This: op.Entity}
		for name, value := range op.Vars {
			vars[name] = value
		}
	}
	asked := *op
	asked.Vars = vars
	out := e.rows(q, &asked)
	if out.Err != nil {
		return out
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(row.Fields))}
		for i, f := range row.Fields {
			proof.Terms[i].Claim = claim(&row, &f)
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && op.Entity != "" {
		explanation.Misses = append(explanation.Misses, spec.Miss{
			Entity: op.Entity, Reason: spec.Proof{Claim: fmt.Sprintf("%s does not match", op.Entity)},
		})
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

func claim(row *spec.Row, f *spec.Field) string {
	if !f.Set {
		return "not set"
	}
	source := f.Src
	if source == "" {
		source = row.This
	}
	return fmt.Sprintf("%s has %s", source, f.ID)
}

// Plan is the plan that the query would have now, a step a line.
func (q *Query) Plan() string {
	x := q.newExec()
	defer x.release()
	x.planFor(0)
	var b strings.Builder
	for i := range x.steps {
		fmt.Fprintf(&b, "%d %s\n", i+1, x.steps[i].describe(q))
	}
	return b.String()
}

func (s *step) describe(q *Query) string {
	switch s.kind {
	case stepMatch:
		return "match    " + q.describe(s)
	case stepOptional:
		return "optional " + q.describe(s)
	case stepChain:
		return "first of " + q.describe(s)
	case stepGuard:
		return "unless an earlier alternative matches"
	case stepNot:
		return "unless   " + q.describe(s)
	case stepTest:
		return "test     " + q.describe(s)
	case stepList:
		return "list     " + q.termText(&s.node.terms[0])
	case stepScope:
		return fmt.Sprintf("unless a match from step %d", s.start+1)
	case stepFound:
		return "a match"
	case stepAll:
		return "every table of entities"
	case stepSplit:
		return "each entity of the table"
	case stepYield:
		return "yield"
	}
	return ""
}

func (q *Query) describe(s *step) string {
	texts := make([]string, len(s.terms))
	for i := range s.terms {
		texts[i] = q.termText(s.terms[i].term)
	}
	return strings.Join(texts, " || ")
}

func (q *Query) termText(t *term) string {
	if t.compares {
		return q.comparisonText(t)
	}
	if t.second.kind == elementNone {
		return fmt.Sprintf("%s(%s)", q.elementText(t.first), q.elementText(t.src))
	}
	return fmt.Sprintf("%s(%s, %s)", q.elementText(t.first), q.elementText(t.src), q.elementText(t.second))
}

func (q *Query) comparisonText(t *term) string {
	not, operator, right := "", t.compare.String(), q.elementText(t.second)
	if t.negated {
		not = "not "
	}
	if t.isText {
		right = strconv.Quote(t.text)
	}
	return fmt.Sprintf("%s%s %s %s", not, q.elementText(t.src), operator, right)
}

func (q *Query) elementText(e element) string {
	switch e.kind {
	case elementNone:
		return ""
	case elementConst:
		return q.w.label(e.entity)
	case elementVar:
		return "$" + q.variables[e.slot].name
	case elementStar:
		return "*"
	case elementAny:
		return "_"
	}
	return ""
}

// label is a text for an entity: its name, a reserved handle, or its number.
func (w *World) label(e Entity) string {
	if w.st.Alive(e) {
		if name := w.nameOf(e.Index()); name != "" {
			return name
		}
	}
	return fmt.Sprintf("#%d", e.Index())
}
