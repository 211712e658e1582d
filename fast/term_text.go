package fast

import (
	"strconv"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// Text returns terms written in the query language, in the dialect of the world's profile:
// "(LocatedIn, $place), !Frozen". Names are looked up when the query is made. A name with
// characters other than letters, digits and '_' is written in backquotes: "(LocatedIn, `Town
// hall`)"; a backquote in it is doubled.
//
// $this is the entity that the query is about, and $1 is Variable(1), and so on. [Query2.Variable]
// returns a variable by its name. Methods such as [Batch.ID] number the terms of the text like
// other terms: an Or chain counts as one, and comparisons and scopes do not count. If the text has
// one term, [Field] can make it a field. If the profile allows a term of the text only in a [Rule],
// the query becomes a rule.
//
// NewQuery panics with the error of [World.Prepare], including the place in the text.
func Text(expr string) Term {
	if expr == "" {
		expr = " " // distinguishes an empty text from no text
	}
	return queryTerm{text: expr}
}

// parse reads the terms of a text.
func (c *typedCompiler) parse(t *queryTerm) []spec.Term {
	terms, err := query.TermsOf(&c.w.core.World, &spec.Query{Expr: t.text, Text: true})
	if err != nil {
		panic(withPosition(err))
	}
	switch {
	case t.field == nil:
	case len(terms) != 1:
		c.refuse(spec.CodeInvalid, "the text of the field has %d terms; write one", len(terms))
	case terms[0].Kind != spec.TermMatch && terms[0].Kind != spec.TermOr:
		c.refuse(spec.CodeInvalid, "the text of the field is a comparison, which has no values; write a term")
	}
	return terms
}

// settleKind decides the kind of the query before its terms are compiled, and gives its numbered
// variables their positions. A variable of a text has a number if its name is one: $1 is
// Variable(1).
func (c *typedCompiler) settleKind(others []queryTerm) {
	q := c.q.q
	switch {
	case c.last > 0 || c.has(Rule):
		c.kind = spec.KindRule
	case c.has(Uncached):
		c.kind = spec.KindFilter
	default:
		c.kind = spec.KindCached
	}
	for i := range others {
		c.readText(&others[i])
	}
	for i := range c.q.fields {
		c.readText(&c.q.fields[i].term)
	}
	for len(q.Variables) <= c.last {
		q.Variables = append(q.Variables, query.Variable{Name: strconv.Itoa(len(q.Variables)), Outside: true})
	}
	q.Kind = c.kind
}

// readText finds the numbers of the variables of a text, and makes the query a rule if the text
// needs one.
func (c *typedCompiler) readText(t *queryTerm) {
	if t.text == "" {
		return
	}
	terms := c.parse(t)
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			if !c.w.profileHas(t, c.kind) && c.w.profileHas(t, spec.KindRule) {
				c.kind = spec.KindRule
			}
			for _, r := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
				if r.Kind != spec.RefVariable && r.Kind != spec.RefLookup {
					continue
				}
				if n, err := strconv.Atoi(r.Name); err == nil && n >= 1 && n <= query.MaxVariables &&
					strconv.Itoa(n) == r.Name {
					c.last = max(c.last, n)
				}
			}
		})
	}
}

// profileHas reports whether the profile allows a term in a kind of query, judging by the syntax of
// the term.
func (w *World) profileHas(t *spec.Term, kind spec.QueryKind) bool {
	p := &w.core.Profile
	switch t.Kind {
	case spec.TermScope:
		return p.Scopes.Has(kind)
	case spec.TermCompare:
		return p.Equality.Has(kind)
	case spec.TermMatch, spec.TermOr:
	}
	for _, r := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
		isThis := r.Name == spec.This || r.Name == "This" && p.ThisAlias
		if (r.Kind == spec.RefVariable && !isThis || r.Kind == spec.RefLookup) && !p.Variables.Has(kind) {
			return false
		}
	}
	return true
}

// addText appends the terms of a text to the [query.Query].
func (c *typedCompiler) addText(t queryTerm) {
	q := c.q.q
	from := spec.Query{Expr: t.text, Text: true}
	in := &c.texts
	*in = query.Compiler{
		W: &c.w.core.World, Q: q, Entity: c.w.core.Named, Cascade: in.Cascade,
		CascadeDesc: in.CascadeDesc, At: query.NoTerm,
	}
	nodes, err := in.Nodes(c.parse(&t), false)
	if err == nil && in.CascadeErr != nil {
		err, in.At = in.CascadeErr, in.CascadeAt
	}
	if err != nil {
		panic(withPosition(query.WithPosition(&c.w.core.World, err, &from, in.At)))
	}
	for i := range nodes {
		if n := &nodes[i]; n.Field >= 0 {
			c.q.access = append(c.q.access, accessOf(n.Terms[0].Access, t.field != nil))
		}
	}
	query.EachOf(nodes, func(_ *query.Node, t *query.Term) {
		c.q.fixed = c.q.fixed || t.Src.Kind == query.ElementConst
	})
	q.Nodes = append(q.Nodes, nodes...)
}
