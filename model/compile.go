package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// elem is a resolved element of a term: none, an entity, a wildcard, a variable (then variable >= 0 and the entity is
// what the assignment says), a child of a variable (text is its path), or a member of a component (text is its name).
type elem struct {
	kind     spec.RefKind // RefNone, RefEntity, RefWildcard, RefAny, RefVariable, RefLookup, RefMember or RefText
	entity   entity
	variable int
	text     string
	self     bool // flecs-4: |self behind a first or second element (FQL-117, FQL-121)
}

// term is a resolved term. Its field is its index among those with fields, or -1.
type term struct {
	written   *spec.Term
	kind      spec.TermKind
	oper      spec.Operator
	compare   spec.Comparison
	first     elem
	second    elem
	src       elem
	flags     spec.TravFlags // explicit traversal of the source
	traversed entity
	field     int
	terms     []term
}

// this is the number of the variable of the default source.
const this = 0

// query is a query with its names resolved, as they were when it was created.
type query struct {
	asked     spec.Query
	kind      spec.QueryKind
	terms     []term
	variables []string
	fields    int
	onThis    []bool // of each field: the source is $this
	prefabs   bool   // some term names Prefab (ruling 5)
	disabled  bool
	resolves  resolution
	outer     map[int]bool // variables that occur outside scopes; of $this see P-23
	fault     *spec.Term   // the term that could not be resolved
	order     ordering
	seen      map[string]int // when each table was seen; nil while changes are not tracked (P-50)
}

// resolution says what the kind of query resolves (P-30).
type resolution struct{ inheritance, transitivity bool }

// compile resolves a query. Errors: syntax, invalid, unresolved, not_traversable, unsupported, limit. Where the query is
// text they say where the term at fault begins.
func (w *World) compile(asked *spec.Query) (*query, *spec.Error) {
	if asked == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "a query is missing")
	}
	q := &query{asked: *asked, variables: []string{spec.This}, outer: map[int]bool{}}
	if !asked.IsText() {
		err := lang.Check(asked.Terms)
		if err == nil {
			err = w.resolveTerms(q, asked.Terms)
		}
		return q, err
	}
	dialect := asked.Syntax
	if dialect == spec.DialectDefault {
		dialect = w.profile.Dialect
	}
	terms, err := lang.ParseChecked(dialect, asked.Expr)
	if err != nil {
		return nil, err
	}
	if err = w.resolveTerms(q, terms); err != nil && q.fault != nil {
		number, at := 0, -1
		probe := spec.Query{Terms: terms}
		probe.Walk(func(t *spec.Term) {
			if t == q.fault {
				at = number
			}
			number++
		})
		err.Line, err.Column = lang.Place(dialect, asked.Expr, at)
	}
	return q, err
}

func (w *World) resolveTerms(q *query, terms []spec.Term) *spec.Error {
	if err := q.chooseKind(w.profile, terms); err != nil {
		return err
	}
	for i := range terms {
		t, err := w.resolveTerm(q, &terms[i], false)
		if err != nil {
			return err
		}
		t.field = -1
		if t.kind == spec.TermMatch || t.kind == spec.TermOr {
			t.field = q.fields
			q.fields++
			q.onThis = append(q.onThis, t.onThis())
		}
		q.terms = append(q.terms, t)
	}
	q.fault = nil
	if len(q.variables) > 17 {
		return spec.Errorf(spec.CodeLimit, "a query has at most 16 variables")
	}
	if q.asked.DetectChanges {
		q.seen = map[string]int{}
	}
	if err := w.resolveOrder(q); err != nil {
		return err
	}
	return q.checkComparisons(q.terms, []int{this})
}

// chooseKind settles auto and refuses what the kind does not support (ruling 26, P-30).
func (q *query) chooseKind(p spec.Profile, terms []spec.Term) *spec.Error {
	type needed struct {
		kinds spec.Kinds
		by    *spec.Term
	}
	var needs []needed
	from, ordered := false, q.asked.OrderBy != nil || q.asked.GroupBy != ""
	count := 0
	probe := spec.Query{Terms: terms}
	probe.Walk(func(t *spec.Term) {
		count++
		need := func(kinds spec.Kinds) { needs = append(needs, needed{kinds, t}) }
		switch t.Oper {
		case spec.AndFrom, spec.OrFrom, spec.NotFrom:
			from = true
			need(p.FromLists)
		case spec.And, spec.Not, spec.Optional:
		}
		if t.Access == spec.AccessFilter && !p.FilterAccess {
			need(spec.Nowhere)
		}
		switch t.Kind {
		case spec.TermCompare:
			need(p.Equality)
		case spec.TermScope:
			need(p.Scopes)
		case spec.TermMatch, spec.TermOr:
		}
		for _, r := range t.Refs() {
			switch {
			case r.Kind == spec.RefVariable && r.Name != spec.This:
				need(p.Variables)
			case r.Kind == spec.RefLookup:
				need(p.LookupVariables)
			case r.Kind == spec.RefMember:
				need(p.Members)
			case r.Kind == spec.RefSingleton && r == &t.Second && !p.SingletonSecond:
				need(spec.Nowhere)
			}
			if r.Trav != nil && r != &t.Src {
				need(p.SelfOnElements)
				if r.Trav.Flags != spec.TravSelf { // QRY-406
					need(spec.Nowhere)
				}
			}
			ordered = ordered || r.Trav != nil && r.Trav.Flags&spec.TravCascade != 0
		}
	})
	if p.Substitution {
		return spec.Errorf(spec.CodeUnsupported, "profile %s is not built yet", p.Name)
	}
	if count > 64 {
		return spec.Errorf(spec.CodeLimit, "a query has at most 64 terms")
	}
	q.kind = q.asked.Kind
	if q.kind == spec.KindAuto {
		switch {
		case p.AutoRule && (from || ordered):
			q.kind = spec.KindCached
		case p.AutoRule:
			q.kind = spec.KindRule
		default:
			q.kind = spec.KindFilter
		}
	}
	if ordered {
		needs = append(needs, needed{kinds: p.Ordering})
	}
	if q.asked.DetectChanges {
		needs = append(needs, needed{kinds: p.ChangeDetection})
	}
	for _, n := range needs {
		if !n.kinds.Has(q.kind) {
			q.fault = n.by
			return spec.Errorf(spec.CodeUnsupported, "a %s query does not support this in %s", q.kind, p.Name)
		}
	}
	q.resolves = resolution{inheritance: p.ComponentInheritance.Has(q.kind), transitivity: p.Transitivity.Has(q.kind)}
	return nil
}

func (w *World) resolveTerm(q *query, t *spec.Term, inScope bool) (term, *spec.Error) {
	out := term{written: t, kind: t.Kind, oper: t.Oper, compare: t.Compare, field: -1, traversed: none}
	inScope = inScope || t.Kind == spec.TermScope
	for i := range t.Terms {
		inner, err := w.resolveTerm(q, &t.Terms[i], inScope)
		if err != nil {
			return out, err
		}
		out.terms = append(out.terms, inner)
	}
	if t.Kind == spec.TermOr || t.Kind == spec.TermScope {
		return out, nil
	}
	q.fault = t
	var err *spec.Error
	if out.first, err = w.resolve(q, w.asMember(q, t.First), none, inScope); err != nil {
		return out, err
	}
	switch singleton := t.Second.Kind == spec.RefSingleton || t.Src.Kind == spec.RefSingleton; out.first.kind {
	case spec.RefWildcard, spec.RefAny:
		if singleton {
			return out, spec.Errorf(spec.CodeInvalid, "\"$\" stands for the first element, which is a wildcard")
		}
	case spec.RefMember: // P-61
		if singleton || t.Second.Kind == spec.RefNone || t.Oper > spec.Optional {
			return out, spec.Errorf(spec.CodeInvalid, "a member is the first element of a pair and nothing else")
		}
	case spec.RefNone, spec.RefEntity, spec.RefName, spec.RefVariable, spec.RefLookup, spec.RefSingleton, spec.RefText, spec.RefNumber:
	}
	if t.Second.Kind == spec.RefSingleton {
		out.second = out.first
		out.second.self = t.Second.Trav != nil && t.Second.Trav.Flags == spec.TravSelf
	} else if out.second, err = w.resolve(q, t.Second, out.first.entity, inScope); err != nil {
		return out, err
	}
	src := t.Src
	if src.Kind == spec.RefNone {
		src.Kind, src.Name = spec.RefVariable, spec.This
	}
	if src.Kind == spec.RefSingleton {
		out.src = out.first
	} else if out.src, err = w.resolve(q, src, none, inScope); err != nil {
		return out, err
	}
	return out, w.resolveTraversal(q, &out, t.Src.Trav)
}

// resolveTraversal takes over the traversal flags of the source (QRY-373, QRY-374, ruling 16).
func (w *World) resolveTraversal(q *query, t *term, trav *spec.Traversal) *spec.Error {
	if trav == nil {
		return nil
	}
	if trav.Flags&(spec.TravDown|spec.TravAll) != 0 || trav.MinDepth != 0 || trav.MaxDepth != 0 {
		return spec.Errorf(spec.CodeUnsupported, "%s has no such traversal", w.profile.Name)
	}
	t.flags = trav.Flags & (spec.TravSelf | spec.TravUp)
	if trav.Flags&spec.TravCascade != 0 { // QRY-384, P-59
		t.flags |= spec.TravUp
	}
	if t.flags&spec.TravUp == 0 {
		return nil
	}
	rel := spec.EntityRef(w.profile.Traversal)
	if trav.Rel != nil {
		rel = *trav.Rel
	}
	e, err := w.resolve(q, rel, none, true)
	if err != nil {
		return err
	}
	if e.kind != spec.RefEntity {
		return spec.Errorf(spec.CodeInvalid, "a traversal follows a relationship that is written as an entity")
	}
	if w.alive(e.entity) && !w.isAcyclic(e.entity) && !w.is(e.entity, spec.Transitive) {
		return spec.Errorf(spec.CodeNotTraversable, "%s is not Traversable", w.handle(e.entity))
	}
	t.traversed = e.entity
	return nil
}

// resolve finds what an element refers to. Names are looked up now (QRY-124, P-5); below the entity of OneOf first,
// for the target of such a relationship (ruling 17). Handles of dead entities are fine (ruling 21).
func (w *World) resolve(q *query, r spec.Ref, relationship entity, inScope bool) (elem, *spec.Error) {
	e := elem{kind: r.Kind, variable: -1}
	if r.Trav != nil && r.Trav.Flags == spec.TravSelf {
		e.self = true
	}
	switch r.Kind {
	case spec.RefNone:
	case spec.RefText:
		e.text = r.Name
	case spec.RefWildcard:
		e.entity = wildcard
	case spec.RefAny:
		e.entity = anyone
	case spec.RefVariable, spec.RefLookup: // FQL-138
		e.text = r.Path
		if r.Name == "This" && w.profile.ThisAlias { // QRY-323
			r.Name = spec.This
		}
		e.variable = slices.Index(q.variables, r.Name)
		if e.variable < 0 {
			e.variable = len(q.variables)
			q.variables = append(q.variables, r.Name)
		}
		if !inScope {
			q.outer[e.variable] = true
		}
	case spec.RefEntity, spec.RefNumber:
		h := spec.Handle(r.Name)
		if r.Kind == spec.RefNumber { // P-62
			e.kind, h = spec.RefEntity, spec.Handle(fmt.Sprintf("#%d", r.Number))
		}
		var ok bool
		if e.entity, ok = w.handles[h]; !ok {
			return e, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
		}
		q.names(h)
	case spec.RefName:
		e.kind = spec.RefEntity
		if e.entity = w.lookupTarget(r.Name, relationship); e.entity == none {
			return e, spec.Errorf(spec.CodeUnresolved, "nothing is named %q", r.Name)
		}
		q.names(w.handle(e.entity))
	case spec.RefMember:
		var ok bool
		e.text = r.Path
		if e.entity, ok = w.handles[spec.Handle(r.Name)]; !ok {
			return e, spec.Errorf(spec.CodeUnresolved, "there is no component %q", r.Name)
		}
		if w.alive(e.entity) && !slices.Contains(w.entities[e.entity].members, spec.Member{Name: r.Path, Type: spec.Entity}) {
			return e, spec.Errorf(spec.CodeInvalid, "%s has no member %q of type entity", r.Name, r.Path)
		}
	case spec.RefSingleton:
		return e, spec.Errorf(spec.CodeInvalid, "\"$\" stands for a first element only")
	}
	return e, nil
}

// asMember reads a name "C.m", where nothing else is called so, as member m of component C (FQL-145, P-61).
func (w *World) asMember(q *query, r spec.Ref) spec.Ref {
	dot := strings.LastIndex(r.Name, ".")
	if r.Kind != spec.RefName || dot < 0 || !w.profile.Members.Has(q.kind) || w.lookup(r.Name, w.scope, true) != none {
		return r
	}
	c := w.lookup(r.Name[:dot], w.scope, true)
	named := func(m spec.Member) bool { return m.Name == r.Name[dot+1:] }
	if c == none || !slices.ContainsFunc(w.entities[c].members, named) {
		return r
	}
	return spec.Ref{Kind: spec.RefMember, Name: string(w.handle(c)), Path: r.Name[dot+1:], Trav: r.Trav}
}

// varies reports whether e is a variable or found by way of one.
func (e elem) varies() bool { return e.kind == spec.RefVariable || e.kind == spec.RefLookup }

func (w *World) lookupTarget(name string, relationship entity) entity {
	if relationship > 0 {
		scopes := w.targets(relationship, w.handles[spec.OneOf])
		if w.is(relationship, spec.OneOf) {
			scopes = append(scopes, relationship)
		}
		for _, s := range scopes {
			if e := w.lookup(name, s, false); e != none {
				return e
			}
		}
	}
	return w.lookup(name, w.scope, true)
}

// names notes the tags whose mention lifts the exclusion of prefabs and disabled entities (ruling 5).
func (q *query) names(h spec.Handle) {
	q.prefabs = q.prefabs || h == spec.Prefab
	q.disabled = q.disabled || h == spec.Disabled
}

// variablesOf lists the variables that t uses, its own elements and those of its terms.
func (t *term) variablesOf() []int {
	var out []int
	for _, e := range []elem{t.first, t.second, t.src} {
		if e.varies() && !slices.Contains(out, e.variable) { // a lookup uses its variable (P-60)
			out = append(out, e.variable)
		}
	}
	for i := range t.terms {
		for _, v := range t.terms[i].variablesOf() {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// onThis reports whether the source of t is $this; the alternatives of a chain share theirs (ruling 9).
func (t *term) onThis() bool {
	if t.kind == spec.TermOr {
		return t.terms[0].onThis()
	}
	return t.src.kind == spec.RefVariable && t.src.variable == this
}

// isTest reports whether t only tests what other terms bind: Not terms, scopes, and comparisons that cannot bind
// (rulings 7 and 10). They are evaluated after all other terms.
func (t *term) isTest() bool {
	switch t.kind {
	case spec.TermScope:
		return true
	case spec.TermCompare:
		return t.oper == spec.Not || t.compare == spec.NotEqual || t.second.varies()
	case spec.TermMatch:
		return t.oper == spec.Not || t.oper == spec.NotFrom
	case spec.TermOr:
		return false
	}
	return false
}

// binds lists the variables that t can give values: none for a test, in a chain those of alternatives that are none.
func (t *term) binds() []int {
	if t.isTest() {
		return nil
	}
	if t.kind != spec.TermOr {
		return t.variablesOf()
	}
	var out []int
	for i := range t.terms {
		out = append(out, t.terms[i].binds()...)
	}
	return out
}

// checkComparisons refuses comparisons that cannot bind, of a variable that no other term binds (ruling 10).
func (q *query) checkComparisons(terms []term, outside []int) *spec.Error {
	for i := range terms {
		bound := slices.Clone(outside)
		for j := range terms {
			if j != i {
				bound = append(bound, terms[j].binds()...)
			}
		}
		tests := []term{terms[i]}
		switch terms[i].kind {
		case spec.TermScope:
			if err := q.checkComparisons(terms[i].terms, bound); err != nil {
				return err
			}
		case spec.TermOr:
			tests = terms[i].terms
		case spec.TermMatch, spec.TermCompare:
		}
		for n := range tests {
			t := &tests[n]
			unbound := func(v int) bool { return !slices.Contains(bound, v) }
			if t.kind == spec.TermCompare && t.isTest() && slices.ContainsFunc(t.variablesOf(), unbound) {
				q.fault = t.written
				return spec.Errorf(spec.CodeInvalid, "a variable that is only compared with %s has no values", t.compare)
			}
		}
	}
	return nil
}

// preset checks the variables that the user sets before iteration (QRY-472, P-29).
func (w *World) preset(q *query, vars map[string]spec.Handle) (assignment, *spec.Error) {
	a := make(assignment, len(q.variables))
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		h := vars[name]
		if name == "This" && w.profile.ThisAlias {
			name = spec.This
		}
		v := slices.Index(q.variables, name)
		if v < 0 || !q.outer[v] || strings.HasPrefix(name, "_") {
			return nil, spec.Errorf(spec.CodeUnresolved, "the query has no variable $%s to set", name)
		}
		if h.IsWildcard() {
			return nil, spec.Errorf(spec.CodeInvalid, "a variable is set to an entity, not to a wildcard")
		}
		e, err := w.find(h)
		if err != nil {
			return nil, err
		}
		if a[v] != 0 {
			return nil, spec.Errorf(spec.CodeInvalid, "$this is set twice, once as $This")
		}
		a[v] = e
	}
	return a, nil
}
