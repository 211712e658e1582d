package fast

import (
	"fmt"
	"strconv"
	"strings"
)

// planText is the plan that the query would have now, a step a line.
func (q *prepared) planText() string {
	x := q.newExec()
	defer x.release()
	x.planFor(0)
	var b strings.Builder
	for i := range x.steps {
		fmt.Fprintf(&b, "%d %s\n", i+1, x.steps[i].describe(q))
	}
	return b.String()
}

func (s *step) describe(q *prepared) string {
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

func (q *prepared) describe(s *step) string {
	texts := make([]string, len(s.terms))
	for i := range s.terms {
		texts[i] = q.termText(s.terms[i].term)
	}
	return strings.Join(texts, " || ")
}

// nodeText is a node as the plan shows it.
func (q *prepared) nodeText(n *node) string {
	if n.kind == nodeScope {
		return "the scope"
	}
	texts := make([]string, len(n.terms))
	for i := range n.terms {
		texts[i] = q.termText(&n.terms[i])
	}
	return strings.Join(texts, " || ")
}

func (q *prepared) termText(t *term) string {
	if t.compares {
		return q.comparisonText(t)
	}
	if t.member != nil {
		return fmt.Sprintf("%s.%s(%s, %s)", q.elementText(t.first), t.member.name, q.elementText(t.src), q.elementText(t.second))
	}
	if t.second.kind == elementNone {
		return fmt.Sprintf("%s(%s)", q.elementText(t.first), q.elementText(t.src))
	}
	return fmt.Sprintf("%s(%s, %s)", q.elementText(t.first), q.elementText(t.src), q.elementText(t.second))
}

func (q *prepared) comparisonText(t *term) string {
	not, operator, right := "", t.compare.String(), q.elementText(t.second)
	if t.negated {
		not = "not "
	}
	if t.isText {
		right = strconv.Quote(t.text)
	}
	return fmt.Sprintf("%s%s %s %s", not, q.elementText(t.src), operator, right)
}

func (q *prepared) elementText(e element) string {
	switch e.kind {
	case elementNone:
		return ""
	case elementConst:
		return q.w.label(e.entity)
	case elementVar:
		return "$" + q.variables[e.slot].name
	case elementLookup:
		return "$" + q.variables[e.slot].name + "." + strings.Join(q.lookups[e.entity], ".")
	case elementStar:
		return "*"
	case elementAny:
		return "_"
	}
	return ""
}

// label is a text for an entity: its handle in an engine, its name, or its number.
func (w *World) label(e Entity) string {
	if !w.st.Alive(e) {
		return fmt.Sprintf("#%d, which was deleted", e.Index())
	}
	if w.naming != nil {
		return w.naming(e)
	}
	if name := w.nameOf(e.Index()); name != "" {
		return name
	}
	return fmt.Sprintf("#%d", e.Index())
}
