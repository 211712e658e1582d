package model

import (
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
	phase     phase // when it is evaluated
}

// this is the number of the variable of the default source.
const this = 0

// query is a query with its names resolved, as they were when it was created.
type query struct {
	asked     spec.Query
	kind      spec.QueryKind
	terms     []term // in written order
	ordered   []term // in the order of evaluation
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
		w.changes.asked, q.seen = true, map[string]int{}
	}
	if err := w.resolveOrder(q); err != nil {
		return err
	}
	var given []int
	if q.outer[this] { // P-23
		given = []int{this}
	}
	q.ordered = q.settle(q.terms, given, false)
	return q.checkBound(q.terms, []int{this}, []int{this})
}

// chooseKind settles auto and refuses what the kind does not support (ruling 26, P-30).
func (q *query) chooseKind(p spec.Profile, terms []spec.Term) *spec.Error {
	type needed struct {
		kinds spec.Kinds
		by    *spec.Term
	}
	var needs []needed
	var cascades *spec.Term
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
			if r.Trav != nil && r.Trav.Flags&spec.TravCascade != 0 {
				ordered, cascades = true, t
			}
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
		needs = append(needs, needed{p.Ordering, cascades})
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

// preset checks the variables that the user sets before iteration (QRY-472, P-29).
func (w *World) preset(q *query, vars map[string]spec.Handle) (assignment, *spec.Error) {
	a := make(assignment, len(q.variables))
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		h := vars[name]
		if name == "This" && w.profile.ThisAlias {
			name = spec.This
		}
		if h.IsWildcard() {
			return nil, spec.Errorf(spec.CodeInvalid, "a variable is set to an entity, not to a wildcard")
		}
		v := slices.Index(q.variables, name)
		if v < 0 || !q.outer[v] || strings.HasPrefix(name, "_") {
			return nil, spec.Errorf(spec.CodeUnresolved, "the query has no variable $%s to set", name)
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
