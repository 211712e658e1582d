package query

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// PlanText returns the current plan of the query, one step per line.
func (q *Query) PlanText() string {
	x := q.NewExec()
	defer x.Release()
	x.PlanFor(0)
	var b strings.Builder
	for i := range x.steps {
		fmt.Fprintf(&b, "%d %s\n", i+1, x.steps[i].describe(q))
	}
	return b.String()
}

func (s *Step) describe(q *Query) string {
	switch s.Kind {
	case stepMatch:
		return "match    " + q.NodeText(s.Node)
	case stepOptional:
		return "optional " + q.NodeText(s.Node)
	case stepChain:
		if q.W.Profile.OrEvery {
			return "each of  " + q.NodeText(s.Node)
		}
		return "first of " + q.NodeText(s.Node)
	case stepGuard:
		return "unless an earlier alternative matches"
	case stepApart:
		return "unless there was the same match"
	case stepNot:
		return "unless   " + q.NodeText(s.Node)
	case stepTest:
		return "test     " + q.NodeText(s.Node)
	case stepList:
		return "list     " + q.NodeText(s.Node)
	case stepScope:
		return fmt.Sprintf("unless a match from step %d", s.start+1)
	case stepFound:
		return "a match"
	case stepAll:
		return "every table of entities"
	case stepSplit:
		return "each entity of the table"
	case stepExact:
		return "unless an id is owned that no term names"
	case stepYield:
		return "yield"
	}
	return ""
}

// Text returns the terms of the query as text, with all names, sources and flags resolved.
func (q *Query) Text() string {
	if q.exact {
		return q.nodesText(q.Nodes) + ", and no other id"
	}
	return q.nodesText(q.Nodes)
}

func (q *Query) nodesText(nodes []Node) string {
	texts := make([]string, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == nodeScope {
			texts[i] = "!{" + q.nodesText(n.scope.nodes) + "}"
		} else {
			texts[i] = Sign(n.Oper) + q.NodeText(n)
		}
	}
	return strings.Join(texts, ", ")
}

// Sign returns the prefix of a term with an operator: for example, "!" for Not.
func Sign(o spec.Operator) string {
	switch o {
	case spec.Not:
		return "!"
	case spec.Optional:
		return "?"
	case spec.AndFrom:
		return "and|"
	case spec.OrFrom:
		return "or|"
	case spec.NotFrom:
		return "not|"
	case spec.And:
	}
	return ""
}

// NodeText returns the terms of a node as text, or "the scope" for a scope.
func (q *Query) NodeText(n *Node) string {
	if n.Kind == nodeScope {
		return "the scope"
	}
	texts := make([]string, len(n.Terms))
	for i := range n.Terms {
		texts[i] = q.termText(&n.Terms[i])
	}
	return strings.Join(texts, " || ")
}

func (q *Query) termText(t *Term) string {
	if t.Compares {
		return q.comparisonText(t)
	}
	first, second := q.elementText(t.First), q.elementText(t.Second)
	if t.Member != nil {
		first += "." + t.Member.Name
	}
	if second != "" {
		second = ", " + second
	}
	return first + "(" + q.sourceText(t) + second + ")"
}

func (q *Query) sourceText(t *Term) string {
	text := q.elementText(t.Src)
	switch tr := t.Traversal; {
	case tr == nil || !tr.Up:
	case tr.Self:
		text += " self|up " + q.W.EntityText(tr.Relation)
	default:
		text += " up " + q.W.EntityText(tr.Relation)
	}
	return text
}

func (q *Query) comparisonText(t *Term) string {
	not, operator, right := "", t.compare.String(), q.elementText(t.Second)
	if t.negated {
		not = "not "
	}
	if t.IsText {
		right = strconv.Quote(t.text)
	}
	return fmt.Sprintf("%s%s %s %s", not, q.elementText(t.Src), operator, right)
}

func (q *Query) elementText(e Element) string {
	switch e.Kind {
	case ElementNone:
		return ""
	case ElementConst:
		return q.W.EntityText(e.Entity)
	case ElementVar:
		return "$" + q.Variables[e.Slot].Name
	case ElementLookup:
		return "$" + q.Variables[e.Slot].Name + "." + strings.Join(q.lookups[e.Entity], ".")
	case ElementStar:
		return "*"
	case ElementAny:
		return "_"
	}
	return ""
}
