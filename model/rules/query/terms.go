package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Elem is a resolved element of a term.
type Elem struct {
	Kind     spec.RefKind // any but RefName, RefNumber and RefSingleton
	Entity   Entity       // the entity, the wildcard, or the component of a member
	Variable int          // the variable of RefVariable or RefLookup; otherwise -1
	Text     string       // the path of RefLookup, the name of a member, or a text
	Self     bool         // the element has |self (FQL-117, FQL-121)
	// Set is the written set, or the implied set of a subject. If it is nil, the set is implied
	// when the query is evaluated (sets.held); see predicateSet and objectSet.
	Set *Set
}

// Varies reports whether e is a variable or looks up a child of a variable (variables.lookup).
func (e Elem) Varies() bool { return e.Kind == spec.RefVariable || e.Kind == spec.RefLookup }

// Term is a term whose elements are resolved.
type Term struct {
	Written            *spec.Term
	Kind               spec.TermKind
	Oper               spec.Operator
	Compare            spec.Comparison
	First, Second, Src Elem
	Flags              spec.TravFlags // TravSelf and TravUp, if traversal is written on the source
	Traversed          Entity
	Number             int // index among the terms of the query; -1 inside another term
	Field              int // index of its field in a row; -1 if it has none
	Terms              []Term
	Sets               bool  // the profile has sets on every element
	Mentions           []int // the variables of its elements and inner terms, each once
	phase              phase
	// ListWhenMade has the ids of the first element at the time when the query was created, for
	// profiles that read lists then.
	ListWhenMade []rules.Fact
}

// This is the number of $this, the variable of the default source. Every query has it, used or not.
const This = 0

// MaxVariables is the maximum number of variables of a query, including $this.
const MaxVariables = 17

// Query is a query whose names were resolved when it was created.
type Query struct {
	Source    spec.Query
	Kind      spec.QueryKind
	Terms     []Term // as written
	Variables []string
	Fields    []int      // for each field, the number of its term
	BadTerm   *spec.Term // the term that could not be resolved
	Order     Order

	InOrder           []Term // Terms in the order of evaluation
	resolves          Resolution
	outer             [MaxVariables]bool // variables that occur outside scopes ($this: query.this)
	prefabs, disabled bool               // a term names the tag; see Answers
}

// Resolution says which derived facts a kind of query finds (query.kinds).
type Resolution struct{ Inheritance, Transitivity bool }

// AboutThis reports whether rows have a value of $this (query.without-this).
func (q *Query) AboutThis() bool { return q.outer[This] }

// Shows reports whether a variable is part of a row: it occurs outside scopes and is not anonymous
// (QRY-309, FQL-078).
func (q *Query) Shows(v int) bool { return q.outer[v] && !strings.HasPrefix(q.Variables[v], "_") }

// Hides reports whether several solutions can have the same row, because the query has an anonymous
// variable or a term whose source is a wildcard.
func (q *Query) Hides() bool {
	anonymous := func(name string) bool { return strings.HasPrefix(name, "_") }
	var wild func(Term) bool
	wild = func(t Term) bool {
		return t.Src.Kind == spec.RefWildcard || t.Src.Kind == spec.RefAny || slices.ContainsFunc(t.Terms, wild)
	}
	return slices.ContainsFunc(q.Variables, anonymous) || slices.ContainsFunc(q.Terms, wild)
}

// Compile resolves the terms of a query. Its errors have the codes invalid, unresolved,
// not_traversable, unsupported and limit. If a term caused the error, BadTerm is that term.
func Compile(w *World, source *spec.Query, terms []spec.Term) (*Query, *spec.Error) {
	q := &Query{Source: *source, Variables: []string{spec.This}}
	if err := q.chooseKind(w.Profile, terms); err != nil {
		return q, err
	}
	for i := range terms {
		t, err := q.resolveTerm(w, &terms[i], false)
		if err != nil {
			return q, err
		}
		t.Number = i
		if t.Kind == spec.TermMatch || t.Kind == spec.TermOr {
			t.Field = len(q.Fields)
			q.Fields = append(q.Fields, i)
		}
		q.Terms = append(q.Terms, t)
	}
	q.BadTerm = nil
	if len(q.Variables) > MaxVariables {
		return q, spec.Errorf(spec.CodeLimit, "a query has at most %d variables", MaxVariables-1)
	}
	if err := q.resolveOrder(w); err != nil {
		return q, err
	}
	var given []int
	if q.outer[This] { // query.this
		given = []int{This}
	}
	q.InOrder = settle(q.Terms, given, false)
	return q, q.checkBound(q.Terms, []int{This}, []int{This})
}

// resolveTerm resolves the terms inside a term, then its own elements. inScope reports whether the
// term is in a scope; a variable that occurs only in scopes has no value in rows.
func (q *Query) resolveTerm(w *World, t *spec.Term, inScope bool) (out Term, err *spec.Error) {
	out = Term{
		Written: t, Kind: t.Kind, Oper: t.Oper, Compare: t.Compare,
		Number: -1, Field: -1, Sets: w.Profile.Substitution,
	}
	for i := range t.Terms {
		inner, err := q.resolveTerm(w, &t.Terms[i], inScope || t.Kind == spec.TermScope)
		if err != nil {
			return out, err
		}
		out.Terms = append(out.Terms, inner)
	}
	for i := range out.Terms {
		if t.Kind == spec.TermOr && out.Terms[i].Src.Entity != out.Terms[0].Src.Entity {
			q.BadTerm = t
			return out, spec.Errorf(spec.CodeInvalid,
				"the alternatives of a chain have different sources, since a Singleton is matched on itself; "+
					"give all the same source")
		}
	}
	if t.Kind == spec.TermMatch || t.Kind == spec.TermCompare {
		q.BadTerm = t
		err = q.resolveElements(w, &out, inScope)
		out.ListWhenMade = w.Entities[max(out.First.Entity, None)].Own
	}
	out.Mentions = out.mentioned()
	return out, err
}

// resolveElements resolves first, second and source. The default source is $this. "$" as second
// element or source means the first element (source.singleton; QRY-322, QRY-363, FQL-081, FQL-092).
func (q *Query) resolveElements(w *World, t *Term, inScope bool) (err *spec.Error) {
	written := t.Written
	if t.First, err = q.resolve(w, q.asMember(w, written.First), None, inScope); err != nil {
		return err
	}
	if err := t.checkFirst(); err != nil {
		return err
	}
	if written.Second.Kind == spec.RefSingleton {
		t.Second = t.First
		t.Second.Self = written.Second.Trav != nil && written.Second.Trav.Flags == spec.TravSelf
	} else if number, is, err := w.Target(spec.Handle(written.Second.Name)); is && t.Kind == spec.TermMatch &&
		written.Second.Kind == spec.RefEntity {
		if err != nil {
			return err
		}
		self := written.Second.Trav != nil && written.Second.Trav.Flags == spec.TravSelf
		t.Second = Elem{Kind: spec.RefEntity, Entity: number, Variable: -1, Self: self}
	} else if t.Second, err = q.resolve(w, written.Second, t.First.Entity, inScope); err != nil {
		return err
	}
	src := written.Src
	if src.Kind == spec.RefNone {
		src.Kind, src.Name = spec.RefVariable, spec.This
	}
	this := src.Name == spec.This || src.Name == "This" && w.Profile.ThisAlias
	if src.Kind == spec.RefVariable && this && t.isOfSingleton(w) {
		src.Kind, src.Name = spec.RefEntity, string(w.Handle(t.First.Entity))
	}
	if src.Kind == spec.RefSingleton {
		t.Src = t.First
	} else if t.Src, err = q.resolve(w, src, None, inScope); err != nil {
		return err
	}
	if w.Profile.Substitution {
		return q.resolveSets(w, t)
	}
	return q.resolveTraversal(w, t, written.Src.Trav)
}

// isOfSingleton reports whether the first element is a Singleton when the query is created. If the
// source of such a term is $this, written or by default, the term is matched on the Singleton
// itself (usage.singleton-term, F41-046).
func (t *Term) isOfSingleton(w *World) bool {
	named := t.Kind == spec.TermMatch && !fromList(t.Oper) && t.First.Kind == spec.RefEntity
	return named && w.Alive(t.First.Entity) && w.Is(t.First.Entity, spec.Singleton)
}

// checkFirst returns an error if the first element conflicts with the rest of the term: "$" cannot
// stand for a wildcard, and a member must be the first element of a pair (query.members).
func (t *Term) checkFirst() *spec.Error {
	second := t.Written.Second.Kind
	singleton := second == spec.RefSingleton || t.Written.Src.Kind == spec.RefSingleton
	wild := t.First.Kind == spec.RefWildcard || t.First.Kind == spec.RefAny
	alone := second == spec.RefNone || t.Oper > spec.Optional // list operators have no second element
	switch {
	case wild && singleton:
		return spec.Errorf(spec.CodeInvalid,
			"\"$\" stands for the first element, which is a wildcard; name an entity instead")
	case t.First.Kind == spec.RefMember && (singleton || alone):
		return spec.Errorf(spec.CodeInvalid,
			"a member is used as a second element or source; use it only as the first element of a pair")
	}
	return nil
}

// resolveTraversal resolves the traversal flags of the source (traversal.source-only, QRY-373,
// QRY-374, QRY-384, traversal.relationship, order.cascade).
func (q *Query) resolveTraversal(w *World, t *Term, written *spec.Traversal) *spec.Error {
	if written == nil {
		return nil
	}
	bounded := written.MinDepth != 0 || written.MaxDepth != 0
	if bounded || written.Flags&(spec.TravDown|spec.TravAll) != 0 {
		return spec.Errorf(spec.CodeUnsupported, "%s has no such traversal", w.Profile.Name)
	}
	t.Flags = written.Flags & (spec.TravSelf | spec.TravUp)
	if written.Flags&spec.TravCascade != 0 {
		t.Flags |= spec.TravUp
	}
	if t.Flags&spec.TravUp == 0 {
		return nil
	}
	e, err := q.traversed(w, t, written)
	if err != nil {
		return err
	}
	t.Traversed = e.Entity
	first := t.First.Entity
	constant := !fromList(t.Oper) &&
		(t.First.Kind == spec.RefEntity || t.First.Kind == spec.RefMember)
	switch {
	case e.Kind != spec.RefEntity:
		return spec.Errorf(spec.CodeInvalid,
			"the relationship of a traversal is a variable or wildcard; name an entity")
	case w.Alive(e.Entity) && !w.IsTraversable(e.Entity):
		return spec.Errorf(spec.CodeNotTraversable,
			"%s is neither Traversable nor Transitive", w.Handle(e.Entity))
	case constant && w.Handle(e.Entity) == spec.IsA && w.Alive(first) && w.IsBarred(first):
		return spec.Errorf(spec.CodeNotTraversable,
			"%s is not inherited, so IsA is not traversed for it", w.Handle(first))
	}
	return nil
}

// traversed resolves the relationship that a traversal or a set follows. The default is that of the
// profile (traversal.default-relationship). If the traversal is a cascade, traversed also sets the
// order of the query.
func (q *Query) traversed(w *World, t *Term, written *spec.Traversal) (Elem, *spec.Error) {
	rel := spec.EntityRef(w.Profile.Traversal)
	if written.Rel != nil {
		rel = *written.Rel
	}
	e, err := q.resolve(w, rel, None, true)
	if written.Flags&spec.TravCascade != 0 {
		if q.Order.cascade != None || !t.OnThis() {
			q.Order.badTerm = t.Written
		}
		q.Order.cascade, q.Order.deepestFirst = e.Entity, written.Flags&spec.TravDesc != 0
	}
	return e, err
}

// resolve resolves an element. Names are looked up when the query is created; renaming an entity
// later does not change the query (QRY-124, query.names). Handles of dead entities are allowed
// (source.dead).
func (q *Query) resolve(
	w *World, r spec.Ref, relationship Entity, inScope bool,
) (e Elem, err *spec.Error) {
	e = Elem{Kind: r.Kind, Variable: -1, Self: r.Trav != nil && r.Trav.Flags == spec.TravSelf}
	switch r.Kind {
	case spec.RefNone:
	case spec.RefText:
		e.Text = r.Name
	case spec.RefWildcard:
		e.Entity = Wildcard
	case spec.RefAny:
		e.Entity = Any
	case spec.RefVariable, spec.RefLookup:
		e.Text = r.Path
		e.Variable = q.numberOf(w, r.Name, inScope)
	case spec.RefEntity, spec.RefNumber, spec.RefName:
		e.Kind = spec.RefEntity
		e.Entity, err = q.constant(w, r, relationship)
		q.names(w.Handle(max(e.Entity, None)))
	case spec.RefMember:
		e.Text = r.Path
		e.Entity, err = memberOf(w, r)
	case spec.RefSingleton:
		err = spec.Errorf(spec.CodeInvalid, "\"$\" is used outside of a second element; name an entity instead")
	}
	return e, err
}

// names records that a term names Prefab or Disabled. If no term names the tag, entities with it
// are hidden (query.hidden-entities).
func (q *Query) names(h spec.Handle) {
	q.prefabs = q.prefabs || h == spec.Prefab
	q.disabled = q.disabled || h == spec.Disabled
}

// constant returns the entity that an element refers to by handle, number (query.numbers) or name.
func (q *Query) constant(w *World, r spec.Ref, relationship Entity) (Entity, *spec.Error) {
	if r.Kind == spec.RefName {
		e := w.LookupTarget(r.Name, relationship)
		switch {
		case e > None:
			return e, nil
		case q.asMember(w, r).Kind == spec.RefMember:
			return None, spec.Errorf(spec.CodeInvalid,
				"a member is used as a second element or source; use it only as the first element")
		}
		return None, w.Unnamed(r.Name)
	}
	h := spec.Handle(r.Name)
	if r.Kind == spec.RefNumber {
		h = spec.Handle(fmt.Sprintf("#%d", r.Number))
	}
	e := w.Handles[h]
	if e == None {
		return None, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
	}
	return e, nil
}

// memberOf returns the component of a member. The member must have type entity (query.members).
func memberOf(w *World, r spec.Ref) (Entity, *spec.Error) {
	c, m := w.Handles[spec.Handle(r.Name)], spec.Member{Name: r.Path, Type: spec.Entity}
	switch {
	case c == None:
		return None, spec.Errorf(spec.CodeUnresolved, "there is no component %q", r.Name)
	case w.Alive(c) && !slices.Contains(w.Entities[c].Members, m):
		return None, spec.Errorf(spec.CodeInvalid,
			"%s has no member %q of type entity", r.Name, r.Path)
	}
	return c, nil
}

// numberOf returns the number of a variable (variables.names). Variables are numbered in the order
// of first use. In some profiles $This is an alias of $this (FQL-138, QRY-323).
func (q *Query) numberOf(w *World, name string, inScope bool) int {
	if name == "This" && w.Profile.ThisAlias {
		name = spec.This
	}
	v := slices.Index(q.Variables, name)
	if v < 0 {
		v = len(q.Variables)
		q.Variables = append(q.Variables, name)
	}
	if v < MaxVariables { // Compile refuses more
		q.outer[v] = q.outer[v] || !inScope
	}
	return v
}

// asMember interprets a name "C.m" as member m of component C, unless an entity has that path
// (FQL-145, query.members).
func (q *Query) asMember(w *World, r spec.Ref) spec.Ref {
	dot := strings.LastIndex(r.Name, ".")
	may := r.Kind == spec.RefName && dot >= 0 && w.Profile.Members.Has(q.Kind)
	if !may || w.Lookup(r.Name, w.Scope, true) != None {
		return r
	}
	c := w.Lookup(r.Name[:dot], w.Scope, true)
	named := func(m spec.Member) bool { return m.Name == r.Name[dot+1:] }
	if c == None || !slices.ContainsFunc(w.Entities[c].Members, named) {
		return r
	}
	r.Kind, r.Name, r.Path = spec.RefMember, string(w.Handle(c)), r.Name[dot+1:]
	return r
}

// OnThis reports whether the source of t is $this. All alternatives of a chain have the same source
// (operator.or-restrictions).
func (t *Term) OnThis() bool {
	if t.Kind == spec.TermOr {
		return t.Terms[0].OnThis()
	}
	return t.Src.Kind == spec.RefVariable && t.Src.Variable == This
}

// mentioned lists the variables of the elements of t and of its inner terms, each once.
func (t *Term) mentioned() []int {
	out := variablesOf(t.First, t.Second, t.Src)
	for i := range t.Terms {
		out = union(out, t.Terms[i].Mentions)
	}
	return out
}

// variablesOf lists the variables of elements, each once.
func variablesOf(elements ...Elem) (out []int) {
	for _, e := range elements {
		if e.Varies() {
			out = union(out, []int{e.Variable})
		}
	}
	return out
}

// union returns a with the elements of b that it lacks.
func union(a, b []int) []int {
	for _, v := range b {
		if !slices.Contains(a, v) {
			a = append(a, v)
		}
	}
	return a
}

// Opened returns t with "*" in place of the first and the second element, if open selects them.
func (t *Term) Opened(open func(Elem) bool) Term {
	out := *t
	for _, e := range []*Elem{&out.First, &out.Second} {
		if open(*e) {
			*e = Elem{Kind: spec.RefWildcard, Entity: Wildcard, Variable: -1}
		}
	}
	return out
}
