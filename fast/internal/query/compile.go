package query

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Compiler compiles a query of package spec.
type Compiler struct {
	W *rules.World
	Q *Query
	// Entity resolves a handle. A dead entity is not an error (source.dead).
	Entity func(spec.Handle) (Entity, *spec.Error)

	freeNodes []Node
	freeTerms []Term

	Cascade     *Traversal // of the term that orders the query
	CascadeDesc bool
	CascadeErr  *spec.Error // returned after the whole query has been resolved
	CascadeAt   int         // the number of its term

	At int // number of the term that is being resolved or is wrong, or NoTerm
}

// queryBuffers is a query with space for the nodes and terms of most queries, so that creating one
// allocates once.
type queryBuffers struct {
	query     Query
	nodes     [4]Node
	terms     [4]Term
	variables [3]Variable
}

// TakeFrom takes n values from free, or allocates them.
func TakeFrom[T any](free *[]T, n int) []T {
	if n > len(*free) {
		return make([]T, n)
	}
	list := (*free)[:n:n]
	*free = (*free)[n:]
	return list
}

// Compile checks and resolves a query.
func Compile(w *rules.World, from *spec.Query, entity func(spec.Handle) (Entity, *spec.Error)) (*Query, *spec.Error) {
	terms, err := TermsOf(w, from)
	if err != nil {
		return nil, err
	}
	buffers := &queryBuffers{query: Query{W: w}}
	c := Compiler{
		W: w, Entity: entity, Q: &buffers.query, freeNodes: buffers.nodes[:], freeTerms: buffers.terms[:], At: NoTerm,
	}
	c.Q.Variables = append(buffers.variables[:0], Variable{Name: spec.This})
	c.Q.Kind, c.Q.Instanced = kindOf(w, from, terms), from.Instanced
	if err := c.query(from, terms); err != nil {
		return nil, WithPosition(w, err, from, c.At)
	}
	return c.Q, nil
}

// query fills in the query. If it returns an error, c.At is the number of the term.
func (c *Compiler) query(from *spec.Query, terms []spec.Term) (err *spec.Error) {
	profile := &c.W.Profile
	if (from.OrderBy != nil || from.GroupBy != "") && !profile.Ordering.Has(c.Q.Kind) {
		return ErrUnordered
	}
	c.Q.Subclasses = profile.ComponentInheritance.Has(c.Q.Kind)
	c.Q.Transitive = profile.Transitivity.Has(c.Q.Kind)
	c.Q.Searches = profile.SubjectSubstitution.Has(c.Q.Kind)
	if c.Q.Nodes, err = c.Nodes(terms, false); err != nil {
		return err
	}
	c.At = NoTerm
	if err := c.orderings(from); err != nil {
		return err
	}
	c.Q.IndexReach()
	if unbound, err := c.Q.Analyse(); err != nil {
		c.At = unbound.number
		return err
	}
	if err := c.Q.checkOrdering(); err != nil {
		return err
	}
	if c.Q.Detects = from.DetectChanges; !c.Q.Detects {
		return nil
	}
	return c.Q.CanTrack()
}

var queryLimits = []lang.Option{lang.WithLimits(lang.Limits{Terms: MaxTerms})}

// checks returns the limits of queries, and whether they may have sets.
func checks(w *rules.World) []lang.Option {
	if !w.Profile.Substitution {
		return queryLimits
	}
	return []lang.Option{lang.WithLimits(lang.Limits{Terms: MaxTerms, Depth: w.Meter.Limits.Depth}), lang.WithSets()}
}

// TermsOf returns the terms of a query, parsed if needed, after the checks that need no world.
func TermsOf(w *rules.World, q *spec.Query) ([]spec.Term, *spec.Error) {
	if !q.IsText() {
		return q.Terms, lang.Check(q.Terms, checks(w)...)
	}
	return lang.ParseChecked(dialectOf(w, q), q.Expr, checks(w)...)
}

// kindOf resolves KindAuto (query.auto).
func kindOf(w *rules.World, q *spec.Query, terms []spec.Term) spec.QueryKind {
	switch {
	case q.Kind != spec.KindAuto:
		return q.Kind
	case q.OrderBy != nil || q.GroupBy != "" || cascades(terms):
		return spec.KindCached
	case !w.Profile.AutoRule:
		return spec.KindFilter
	}
	for i := range terms {
		switch terms[i].Oper {
		case spec.AndFrom, spec.OrFrom, spec.NotFrom:
			if !w.Profile.FromLists.Has(spec.KindRule) {
				return spec.KindCached
			}
		case spec.And, spec.Not, spec.Optional:
		}
	}
	return spec.KindRule
}

// Nodes compiles the terms of the query or of a scope to nodes.
func (c *Compiler) Nodes(terms []spec.Term, inScope bool) ([]Node, *spec.Error) {
	list := TakeFrom(&c.freeNodes, len(terms))
	for i := range terms {
		if err := c.node(&list[i], &terms[i], inScope); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *Compiler) node(n *Node, t *spec.Term, inScope bool) *spec.Error {
	c.At++
	n.Oper, n.Field = t.Oper, -1
	alternatives := 1
	switch t.Kind {
	case spec.TermMatch:
		switch t.Oper {
		case spec.AndFrom, spec.OrFrom, spec.NotFrom:
			if n.Kind = NodeList; !c.W.Profile.FromLists.Has(c.Q.Kind) {
				return rules.Unsupported("list operators")
			}
		case spec.And, spec.Not, spec.Optional:
		}
	case spec.TermOr:
		n.Kind, alternatives = NodeChain, len(t.Terms)
	case spec.TermScope:
		return c.scope(n, t)
	case spec.TermCompare:
		n.Kind = nodeCompare
	}
	if !inScope && n.Kind != nodeCompare {
		n.Field = c.Q.Fields
		c.Q.Fields++
	}
	n.Terms = TakeFrom(&c.freeTerms, alternatives)
	if n.Kind != NodeChain {
		err := c.term(&n.Terms[0], t)
		if err == nil && n.Kind == NodeList && c.W.Profile.ListsSnapshot {
			n.noted = idsOfList(c.W, n.Terms[0].First.Entity)
		}
		return err
	}
	for i := range t.Terms {
		c.At++
		if err := c.term(&n.Terms[i], &t.Terms[i]); err != nil {
			return err
		}
		one, first := n.Terms[i].Src, n.Terms[0].Src // a Singleton is its own source
		if one.Kind != first.Kind || one.Kind == ElementConst && one.Entity != first.Entity {
			return spec.Errorf(spec.CodeInvalid, "the alternatives of a chain have different sources; give all the same source")
		}
	}
	return nil
}

func (c *Compiler) scope(n *Node, t *spec.Term) *spec.Error {
	if !c.W.Profile.Scopes.Has(c.Q.Kind) {
		return rules.Unsupported("scopes")
	}
	nodes, err := c.Nodes(t.Terms, true)
	if err != nil {
		return err
	}
	n.Kind, n.scope = nodeScope, &scope{nodes: nodes}
	EachOf(nodes, func(_ *Node, t *Term) { n.scope.uses |= t.Uses })
	return nil
}

func (c *Compiler) term(to *Term, t *spec.Term) *spec.Error {
	if t.Src.Kind == spec.RefSingleton && c.W.Profile.UsageTraits {
		return rules.Unsupported("$ as a source; give the component the trait Singleton instead")
	}
	wild := t.First.Kind == spec.RefWildcard || t.First.Kind == spec.RefAny
	if wild && (t.Src.Kind == spec.RefSingleton || t.Second.Kind == spec.RefSingleton) {
		return spec.Errorf(spec.CodeInvalid, "$ stands for the first element, which is a wildcard; name an entity instead")
	}
	if t.Second.Kind == spec.RefSingleton && !c.W.Profile.SingletonSecond {
		return rules.Unsupported("$ as second element")
	}
	if t.Access == spec.AccessFilter && !c.W.Profile.FilterAccess {
		return rules.Unsupported("the access [filter]")
	}
	to.Access, to.number = t.Access, c.At
	if t.Kind == spec.TermCompare {
		if !c.W.Profile.Equality.Has(c.Q.Kind) {
			return rules.Unsupported("comparisons")
		}
		c.comparison(to, t)
	}
	var err *spec.Error
	if to.First, err = c.firstElement(to, t); err != nil {
		return err
	}
	if to.Member != nil && (t.Src.Kind == spec.RefSingleton || t.Second.Kind == spec.RefSingleton) {
		return errMemberPosition
	}
	if to.IsText {
		to.Second = Element{}
	} else if to.Second, err = c.element(&t.Second, &to.First); err != nil {
		return err
	}
	if t.Src.Kind == spec.RefNone {
		to.Src = Element{Kind: ElementVar, Slot: ThisSlot}
	} else if to.Src, err = c.element(&t.Src, nil); err != nil {
		return err
	}
	if to.onThis() && c.isOfSingleton(to, t) {
		to.Src = to.First
	}
	if t.Src.Kind == spec.RefSingleton {
		to.Src = to.First
	}
	if err := c.flags(to, t); err != nil {
		return err
	}
	if t.Second.Kind == spec.RefSingleton {
		to.Second = to.First
	}
	for _, e := range [...]Element{to.First, to.Second, to.Src} {
		to.Uses |= e.Uses()
		if e.Kind == ElementLookup {
			to.Lookups |= e.Uses()
		}
		c.Q.Prefabs = c.Q.Prefabs || e.Is(rules.Prefab)
		c.Q.Disabled = c.Q.Disabled || e.Is(rules.Disabled)
	}
	return nil
}

// isOfSingleton reports whether the component of a term has the trait Singleton when the query is
// created. The source of the term is then the component itself (usage.singleton).
func (c *Compiler) isOfSingleton(to *Term, t *spec.Term) bool {
	return t.Kind == spec.TermMatch && t.Oper <= spec.Optional && to.First.Kind == ElementConst && to.Member == nil &&
		c.W.IsSingleton(to.First.Entity)
}

// flags compiles the traversal flags of a term.
func (c *Compiler) flags(to *Term, t *spec.Term) *spec.Error {
	if c.W.Profile.Substitution {
		return c.sets(to, t)
	}
	to.firstSelf, to.SecondSelf = t.First.Trav != nil, t.Second.Trav != nil
	for _, r := range [...]*spec.Ref{&t.First, &t.Second} {
		if r.Trav == nil {
			continue
		}
		if !c.W.Profile.SelfOnElements.Has(c.Q.Kind) || r.Trav.Flags != spec.TravSelf {
			return rules.Unsupported("traversal flags on elements")
		}
	}
	tr := t.Src.Trav
	if tr == nil {
		return nil
	}
	if tr.Flags&(spec.TravDown|spec.TravAll) != 0 || tr.MinDepth != 0 || tr.MaxDepth != 0 {
		return rules.Unsupported("down, all and depths")
	}
	to.Traversal = &Traversal{Self: tr.Flags&spec.TravSelf != 0, Up: tr.Flags&(spec.TravUp|spec.TravCascade) != 0}
	if !to.Traversal.Up {
		return nil
	}
	relation := spec.Ref{Kind: spec.RefEntity, Name: string(c.W.Profile.Traversal)}
	if tr.Rel != nil {
		relation = *tr.Rel
	}
	e, err := c.element(&relation, nil)
	if err != nil {
		return err
	}
	if err := c.W.CheckTraversal(e.Entity, to.First.Entity, to.First.Kind == ElementConst &&
		t.Oper <= spec.Optional); err != nil {
		return err
	}
	to.Traversal.Relation = e.Entity
	if tr.Flags&spec.TravCascade == 0 {
		return nil
	}
	switch {
	case !c.W.Profile.Ordering.Has(c.Q.Kind):
		return ErrUnordered
	case c.Cascade != nil:
		c.CascadeErr, c.CascadeAt = spec.Errorf(spec.CodeInvalid, "the query has two cascades; keep one"), c.At
	case to.Src.Kind != ElementVar || to.Src.Slot != ThisSlot:
		c.CascadeErr, c.CascadeAt = errCascadeSource, c.At
	}
	c.Cascade, c.CascadeDesc = to.Traversal, tr.Flags&spec.TravDesc != 0
	return nil
}

var errCascadeSource = spec.Errorf(spec.CodeInvalid,
	"cascade needs $this as the source of its term; remove the other source")

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

// comparison compiles the operator and the text of a comparison.
func (c *Compiler) comparison(to *Term, t *spec.Term) {
	to.Compares, to.compare, to.negated = true, t.Compare, t.Oper == spec.Not
	if t.Compare == spec.NotEqual {
		to.compare, to.negated = spec.Equal, !to.negated
	}
	to.tests = t.Compare == spec.NotEqual || t.Oper == spec.Not
	if t.Second.Kind != spec.RefText {
		return
	}
	to.IsText, to.text = true, t.Second.Name
	if rest, negated := strings.CutPrefix(to.text, "!"); negated && t.Compare == spec.Contains &&
		c.W.Profile.NegatedContains {
		to.text, to.negated = rest, !to.negated
	}
}
