package fast

import (
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// compiler turns a query of the vocabulary into a prepared one.
type compiler struct {
	w *World
	q *prepared
	// entity finds what a handle of the vocabulary refers to; a dead entity is no error (ruling 21).
	entity func(spec.Handle) (Entity, *spec.Error)

	freeNodes []node
	freeTerms []term

	cascade     *traversal // of the term that orders the query
	cascadeDesc bool
	cascadeErr  *spec.Error // told when the whole query has been resolved
	cascadeAt   int         // the term that cascadeErr is about

	at int // number of the term that is being resolved or at fault, noTerm for none
}

// queryRoom is a query with room for the nodes and terms of most, so that making one allocates once.
type queryRoom struct {
	query     prepared
	nodes     [4]node
	terms     [4]term
	variables [3]variable
}

// room takes n values from those that are free.
func room[T any](free *[]T, n int) []T {
	if n > len(*free) {
		return make([]T, n)
	}
	list := (*free)[:n:n]
	*free = (*free)[n:]
	return list
}

// compile checks and resolves a query.
func (w *World) compile(from *spec.Query, entity func(spec.Handle) (Entity, *spec.Error)) (*prepared, *spec.Error) {
	terms, err := w.termsOf(from)
	if err != nil {
		return nil, err
	}
	room := &queryRoom{query: prepared{w: w}}
	c := compiler{w: w, entity: entity, q: &room.query, freeNodes: room.nodes[:], freeTerms: room.terms[:], at: noTerm}
	c.q.variables = append(room.variables[:0], variable{name: spec.This})
	c.q.kind, c.q.instanced = w.kindOf(from, terms), from.Instanced
	if err := c.query(from, terms); err != nil {
		return nil, w.placed(err, from, c.at)
	}
	return c.q, nil
}

// query fills in the query. Where it errs, c.at is the term at fault.
func (c *compiler) query(from *spec.Query, terms []spec.Term) (err *spec.Error) {
	profile := &c.w.profile
	if (from.OrderBy != nil || from.GroupBy != "") && !profile.Ordering.Has(c.q.kind) {
		return errUnordered
	}
	c.q.subclasses = profile.ComponentInheritance.Has(c.q.kind)
	c.q.transitive = profile.Transitivity.Has(c.q.kind)
	if c.q.nodes, err = c.nodes(terms, false); err != nil {
		return err
	}
	c.at = noTerm
	if err := c.orderings(from); err != nil {
		return err
	}
	c.q.keepForests()
	if unbound, err := c.q.analyse(); err != nil {
		c.at = unbound.number
		return err
	}
	if err := c.q.checkOrdering(); err != nil {
		return err
	}
	if c.q.detects = from.DetectChanges; !c.q.detects {
		return nil
	}
	return c.q.checkTracking()
}

func unsupported(what string) *spec.Error {
	return spec.Errorf(spec.CodeUnsupported, "%s: not supported here", what)
}

var queryLimits = lang.WithLimits(lang.Limits{Terms: maxTerms})

// termsOf are the terms of a query, parsed if they are given as text, after the checks that need no world.
func (w *World) termsOf(q *spec.Query) ([]spec.Term, *spec.Error) {
	if !q.IsText() {
		return q.Terms, lang.Check(q.Terms, queryLimits)
	}
	return lang.ParseChecked(w.dialectOf(q), q.Expr, queryLimits)
}

// kindOf resolves KindAuto (P-30).
func (w *World) kindOf(q *spec.Query, terms []spec.Term) spec.QueryKind {
	switch {
	case q.Kind != spec.KindAuto:
		return q.Kind
	case !w.profile.AutoRule:
		return spec.KindFilter
	}
	if q.OrderBy != nil || q.GroupBy != "" || cascades(terms) {
		return spec.KindCached
	}
	for i := range terms {
		switch terms[i].Oper {
		case spec.AndFrom, spec.OrFrom, spec.NotFrom:
			return spec.KindCached
		case spec.And, spec.Not, spec.Optional:
		}
	}
	return spec.KindRule
}

// nodes turns a list of terms, of the query or of a scope, into nodes.
func (c *compiler) nodes(terms []spec.Term, inScope bool) ([]node, *spec.Error) {
	list := room(&c.freeNodes, len(terms))
	for i := range terms {
		if err := c.node(&list[i], &terms[i], inScope); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *compiler) node(n *node, t *spec.Term, inScope bool) *spec.Error {
	c.at++
	n.oper, n.field = t.Oper, -1
	alternatives := 1
	switch t.Kind {
	case spec.TermMatch:
		switch t.Oper {
		case spec.AndFrom, spec.OrFrom, spec.NotFrom:
			if n.kind = nodeList; !c.w.profile.FromLists.Has(c.q.kind) {
				return unsupported("list operators in this kind of query")
			}
		case spec.And, spec.Not, spec.Optional:
		}
	case spec.TermOr:
		n.kind, alternatives = nodeChain, len(t.Terms)
	case spec.TermScope:
		return c.scope(n, t)
	case spec.TermCompare:
		n.kind = nodeCompare
	}
	if !inScope && n.kind != nodeCompare {
		n.field = c.q.fields
		c.q.fields++
	}
	n.terms = room(&c.freeTerms, alternatives)
	if n.kind != nodeChain {
		return c.term(&n.terms[0], t)
	}
	for i := range t.Terms {
		c.at++
		if err := c.term(&n.terms[i], &t.Terms[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) scope(n *node, t *spec.Term) *spec.Error {
	if !c.w.profile.Scopes.Has(c.q.kind) {
		return unsupported("scopes in this kind of query")
	}
	nodes, err := c.nodes(t.Terms, true)
	if err != nil {
		return err
	}
	n.kind, n.scope = nodeScope, &scope{nodes: nodes}
	eachOf(nodes, func(_ *node, t *term) { n.scope.uses |= t.uses })
	return nil
}

func (c *compiler) term(to *term, t *spec.Term) *spec.Error {
	wild := t.First.Kind == spec.RefWildcard || t.First.Kind == spec.RefAny
	if wild && (t.Src.Kind == spec.RefSingleton || t.Second.Kind == spec.RefSingleton) {
		return spec.Errorf(spec.CodeInvalid, "$ stands for the first element, which is a wildcard here")
	}
	if t.Second.Kind == spec.RefSingleton && !c.w.profile.SingletonSecond {
		return unsupported("$ as second element")
	}
	if t.Access == spec.AccessFilter && !c.w.profile.FilterAccess {
		return unsupported("the access [filter]")
	}
	to.access, to.number = t.Access, c.at
	if t.Kind == spec.TermCompare {
		if !c.w.profile.Equality.Has(c.q.kind) {
			return unsupported("comparisons in this kind of query")
		}
		c.comparison(to, t)
	}
	var err *spec.Error
	if to.first, err = c.firstElement(to, t); err != nil {
		return err
	}
	if to.member != nil && (t.Src.Kind == spec.RefSingleton || t.Second.Kind == spec.RefSingleton) {
		return errMemberPlace
	}
	if to.isText {
		to.second = element{}
	} else if to.second, err = c.element(&t.Second, &to.first); err != nil {
		return err
	}
	if t.Src.Kind == spec.RefNone {
		to.src = element{kind: elementVar, slot: thisSlot}
	} else if to.src, err = c.element(&t.Src, nil); err != nil {
		return err
	}
	if t.Src.Kind == spec.RefSingleton {
		to.src = to.first
	}
	if err := c.flags(to, t); err != nil {
		return err
	}
	if t.Second.Kind == spec.RefSingleton {
		to.second = to.first
	}
	for _, e := range [...]element{to.first, to.second, to.src} {
		to.uses |= e.uses()
		if e.kind == elementLookup {
			to.lookups |= e.uses()
		}
		c.q.prefabs = c.q.prefabs || e.is(Prefab)
		c.q.disabled = c.q.disabled || e.is(Disabled)
	}
	return nil
}

// flags reads the traversal flags of a term.
func (c *compiler) flags(to *term, t *spec.Term) *spec.Error {
	to.firstSelf, to.secondSelf = t.First.Trav != nil, t.Second.Trav != nil
	for _, r := range [...]*spec.Ref{&t.First, &t.Second} {
		if r.Trav == nil {
			continue
		}
		if !c.w.profile.SelfOnElements.Has(c.q.kind) || r.Trav.Flags != spec.TravSelf {
			return unsupported("traversal flags on elements")
		}
	}
	tr := t.Src.Trav
	if tr == nil {
		return nil
	}
	if tr.Flags&(spec.TravDown|spec.TravAll) != 0 || tr.MinDepth != 0 || tr.MaxDepth != 0 {
		return unsupported("down, all and depths")
	}
	to.traversal = &traversal{self: tr.Flags&spec.TravSelf != 0, up: tr.Flags&(spec.TravUp|spec.TravCascade) != 0}
	if !to.traversal.up {
		return nil
	}
	relation := spec.Ref{Kind: spec.RefEntity, Name: string(c.w.profile.Traversal)}
	if tr.Rel != nil {
		relation = *tr.Rel
	}
	e, err := c.element(&relation, nil)
	if err != nil {
		return err
	}
	if err := c.w.checkTraversal(e.entity, to.first.entity, to.first.kind == elementConst && t.Oper <= spec.Optional); err != nil {
		return err
	}
	to.traversal.relation = e.entity
	if tr.Flags&spec.TravCascade == 0 {
		return nil
	}
	switch {
	case !c.w.profile.Ordering.Has(c.q.kind):
		return errUnordered
	case c.cascade != nil:
		c.cascadeErr, c.cascadeAt = spec.Errorf(spec.CodeInvalid, "a query has one cascade"), c.at
	case to.src.kind != elementVar || to.src.slot != thisSlot:
		c.cascadeErr, c.cascadeAt = errCascadeSource, c.at
	}
	c.cascade, c.cascadeDesc = to.traversal, tr.Flags&spec.TravDesc != 0
	return nil
}

var errCascadeSource = spec.Errorf(spec.CodeInvalid, "cascade orders by the depth of $this, which is not the source of the term")

// cascades reports whether a term has the flag cascade.
func cascades(terms []spec.Term) bool {
	found := false
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			found = found || t.Src.Trav != nil && t.Src.Trav.Flags&spec.TravCascade != 0
		})
	}
	return found
}

// comparison reads the operator and the text of a comparison.
func (c *compiler) comparison(to *term, t *spec.Term) {
	to.compares, to.compare, to.negated = true, t.Compare, t.Oper == spec.Not
	if t.Compare == spec.NotEqual {
		to.compare, to.negated = spec.Equal, !to.negated
	}
	to.tests = t.Compare == spec.NotEqual || t.Oper == spec.Not
	if t.Second.Kind != spec.RefText {
		return
	}
	to.isText, to.text = true, t.Second.Name
	if rest, negated := strings.CutPrefix(to.text, "!"); negated && t.Compare == spec.Contains && c.w.profile.NegatedContains {
		to.text, to.negated = rest, !to.negated
	}
}
