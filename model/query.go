package model

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// assignment gives each variable of a query an entity; 0 is not yet, unset is never (ruling 8).
type assignment []entity

const unset entity = -3

// solution is one row before it is put into words: the variables, and per field what matched (nil: not set).
type solution struct {
	vars   assignment
	fields []*match
}

// evaluation is one run of a query: every assignment is tried, term by term.
type evaluation struct {
	*view
	q          *query
	candidates []entity
	seen       map[string]bool
	out        []solution
	limit      int
	traced     func(t *term, a assignment) // explain: a term of the query is about to be tried
}

// solve answers a query with some variables preset (QRY-462 to QRY-473).
func (w *World) solve(q *query, preset assignment) (*evaluation, *spec.Error) {
	ev := w.evaluation(q)
	builtin := func(e entity) bool { return e > 0 && w.entities[e].builtin }
	// An empty query matches nothing, a variable preset to a builtin has no row (ruling 6, P-29).
	if len(q.terms) > 0 && !slices.ContainsFunc(preset, builtin) {
		ev.run(preset)
	}
	if len(ev.out) > ev.limit {
		return nil, spec.Errorf(spec.CodeLimit, "an answer has at most %d rows", ev.limit)
	}
	return ev, nil
}

func (w *World) evaluation(q *query) *evaluation {
	return &evaluation{view: w.view(q.resolves), q: q, candidates: w.users(), seen: map[string]bool{}, limit: 1_000_000}
}

func (ev *evaluation) run(preset assignment) {
	a := slices.Clone(preset)
	fields := make([]*match, ev.q.fields)
	if !ev.q.hasThis {
		ev.terms(ev.q.terms, 0, a, fields, ev.emit)
		return
	}
	for _, e := range ev.candidates {
		if (a[this] == 0 || preset[this] == e) && ev.answers(e) {
			a[this] = e
			ev.terms(ev.q.terms, 0, a, fields, ev.emit)
			a[this] = preset[this]
		}
	}
}

// answers reports whether e may be a value of $this: prefabs and disabled entities only where some term names the
// tag (ruling 5).
func (ev *evaluation) answers(e entity) bool {
	return (ev.q.prefabs || !ev.is(e, spec.Prefab)) && (ev.q.disabled || !ev.is(e, spec.Disabled))
}

// emit keeps a solution unless an equal row is there already (ruling 2).
func (ev *evaluation) emit(a assignment, fields []*match) {
	var key []byte
	number := func(e entity) { key = binary.AppendVarint(key, int64(e)) }
	for v, e := range a {
		if ev.reported(v) {
			number(e)
		}
	}
	for _, m := range fields {
		if m == nil {
			number(0)
		} else {
			number(m.id.first)
			number(m.id.second)
			number(m.owner)
		}
	}
	if !ev.seen[string(key)] && len(ev.out) <= ev.limit {
		ev.seen[string(key)] = true
		ev.out = append(ev.out, solution{slices.Clone(a), slices.Clone(fields)})
	}
}

// reported reports whether a variable is part of a row: $this, and those outside scopes that are not anonymous
// (QRY-309, FQL-078).
func (ev *evaluation) reported(v int) bool {
	return v == this && ev.q.hasThis || v != this && ev.q.outer[v] && !strings.HasPrefix(ev.q.variables[v], "_")
}

// terms continues with the binding terms from number n on, in written order; then come the tests (ruling 7).
func (ev *evaluation) terms(terms []term, n int, a assignment, fields []*match, then func(assignment, []*match)) {
	for n < len(terms) && terms[n].isTest() {
		n++
	}
	if n == len(terms) {
		for i := range terms {
			if terms[i].isTest() && !ev.passes(&terms[i], a) {
				return
			}
		}
		then(a, fields)
		return
	}
	t := &terms[n]
	if ev.traced != nil {
		ev.traced(t, a)
	}
	next := func(m *match) {
		if t.field >= 0 {
			fields[t.field] = m
		}
		ev.terms(terms, n+1, a, fields, then)
		if t.field >= 0 {
			fields[t.field] = nil
		}
	}
	switch {
	case t.kind == spec.TermOr:
		ev.chain(t, a, next)
	case ev.ignored(t, a):
		ev.withUnset(t, a, func() { next(nil) })
	case t.oper == spec.Optional:
		if !ev.each(t, a, next) {
			ev.withUnset(t, a, func() { next(nil) })
		}
	default:
		ev.each(t, a, next)
	}
}

// ignored: a term that uses a variable that stayed unset does not count (ruling 8, QRY-248, FQL-149).
func (ev *evaluation) ignored(t *term, a assignment) bool {
	return slices.ContainsFunc(t.variablesOf(), func(v int) bool { return a[v] == unset })
}

// withUnset runs next with the variables that t would first have bound left unset for good.
func (ev *evaluation) withUnset(t *term, a assignment, next func()) {
	ev.unsetting(t.variablesOf(), a, next)
}

func (ev *evaluation) unsetting(vars []int, a assignment, next func()) {
	var done []int
	for _, v := range vars {
		if a[v] == 0 {
			a[v] = unset
			done = append(done, v)
		}
	}
	next()
	for _, v := range done {
		a[v] = 0
	}
}

// each tries every value for the variables of t that have none, and calls next for each way in which t is true. It
// reports whether there was any.
func (ev *evaluation) each(t *term, a assignment, next func(*match)) bool {
	some := false
	ev.assign(t.variablesOf(), a, func() {
		for _, m := range ev.true(t, a) {
			some = true
			next(m)
		}
	})
	return some
}

// assign calls try with every assignment of the variables in vars that have no value.
func (ev *evaluation) assign(vars []int, a assignment, try func()) {
	for n, v := range vars {
		if a[v] != 0 {
			continue
		}
		for _, e := range ev.candidates {
			a[v] = e
			ev.assign(vars[n+1:], a, try)
		}
		a[v] = 0
		return
	}
	try()
}

// chain: for each value of the variables that all alternatives share, the first alternative in written order that
// matches gives all its matches; the variables of the others stay unset (ruling 9, QRY-218, FQL-021). Alternatives
// that use an unset variable are left out (P-25).
func (ev *evaluation) chain(t *term, a assignment, next func(*match)) {
	var live []*term
	for i := range t.terms {
		if !ev.ignored(&t.terms[i], a) {
			live = append(live, &t.terms[i])
		}
	}
	if len(live) == 0 {
		ev.withUnset(t, a, func() { next(nil) })
		return
	}
	var shared []int
	for _, v := range live[0].variablesOf() {
		if !slices.ContainsFunc(live, func(o *term) bool { return !slices.Contains(o.variablesOf(), v) }) {
			shared = append(shared, v)
		}
	}
	ev.assign(shared, a, func() {
		for _, alternative := range live {
			matched := ev.each(alternative, a, func(m *match) {
				ev.withUnset(t, a, func() {
					if alternative.kind == spec.TermCompare {
						m = nil // a field whose equality alternative matched is not set (ruling 9)
					}
					next(m)
				})
			})
			if matched {
				return
			}
		}
	})
}

// passes evaluates a Not term, a scope or a comparison that only tests. What uses an unset variable passes
// (ruling 8). Variables without a value are "for no value" (ruling 7).
func (ev *evaluation) passes(t *term, a assignment) bool {
	if ev.ignored(t, a) {
		return true
	}
	if t.kind == spec.TermScope {
		return !ev.someSolution(t.terms, a)
	}
	if t.kind == spec.TermCompare && t.oper != spec.Not {
		return len(ev.true(t, a)) > 0
	}
	if t.oper == spec.NotFrom {
		return len(ev.true(t, a)) > 0
	}
	return !ev.each(t, slices.Clone(a), func(*match) {})
}

// someSolution reports whether the terms of a scope have a solution; $this ranges here where it has no value
// outside (ruling 7, QRY-300 to QRY-309).
func (ev *evaluation) someSolution(terms []term, a assignment) bool {
	a = slices.Clone(a)
	scope := term{terms: terms}
	free := []int{}
	if a[this] == 0 && slices.Contains(scope.variablesOf(), this) {
		free = append(free, this)
	}
	found := false
	ev.assign(free, a, func() {
		if len(free) > 0 && !ev.answers(a[this]) {
			return
		}
		ev.terms(terms, 0, a, nil, func(assignment, []*match) { found = true })
	})
	return found
}

// true lists the ways in which t is true under an assignment of all its variables.
func (ev *evaluation) true(t *term, a assignment) []*match {
	switch {
	case t.kind == spec.TermCompare:
		if ev.compares(t, a) {
			return []*match{{}}
		}
		return nil
	case t.oper == spec.AndFrom || t.oper == spec.OrFrom || t.oper == spec.NotFrom:
		if ev.lists(t, a) {
			return []*match{nil}
		}
		return nil
	}
	var out []*match
	for _, x := range ev.sources(t, a) {
		for _, m := range ev.on(t, x, a) {
			// "_" as source: at most one match for each id (ruling 1)
			again := slices.ContainsFunc(out, func(o *match) bool { return o.id == m.id })
			if t.src.kind != spec.RefAny || !again {
				out = append(out, &m)
			}
		}
	}
	return out
}

// sources lists the entities that t is tested on: one, or for a wildcard the user's entities (ruling 3).
func (ev *evaluation) sources(t *term, a assignment) []entity {
	if t.src.kind == spec.RefWildcard || t.src.kind == spec.RefAny {
		return ev.candidates
	}
	return []entity{value(t.src, a)}
}

func value(e elem, a assignment) entity {
	if e.kind == spec.RefVariable {
		return a[e.variable]
	}
	return e.entity
}

// on tests t on one source.
func (ev *evaluation) on(t *term, x entity, a assignment) []match {
	p := pattern{
		id:       id{value(t.first, a), value(t.second, a)},
		constant: t.first.kind == spec.RefEntity, selfFirst: t.first.self, selfSecond: t.second.self,
	}
	if t.flags == 0 {
		return ev.matches(x, p)
	}
	open := p
	if t.first.kind == spec.RefVariable {
		open.first = wildcard
	}
	if t.second.kind == spec.RefVariable {
		open.second = wildcard
	}
	return ev.traverse(x, p, open, t.flags, t.traversed)
}

// compares evaluates ==, != and ~= (ruling 10, QRY-257 to QRY-265, FQL-124 to FQL-133).
func (ev *evaluation) compares(t *term, a assignment) bool {
	x := value(t.src, a)
	yes := false
	switch {
	case t.second.kind != spec.RefText:
		yes = x == value(t.second, a)
	case t.compare == spec.Contains:
		text := t.second.text
		negated := ev.profile.NegatedContains && strings.HasPrefix(text, "!")
		text = strings.TrimPrefix(text, map[bool]string{true: "!"}[negated])
		name := ev.entities[x].name
		yes = (name != "" && strings.Contains(name, text)) != negated
	case strings.Contains(t.second.text, "."):
		path, ok := ev.path(x, none)
		yes = ok && path == t.second.text
	default:
		yes = ev.entities[x].name != "" && ev.entities[x].name == t.second.text
	}
	if t.compare == spec.NotEqual {
		return !yes
	}
	return yes
}

// lists evaluates a list operator: the list's own ids, read now, without those that are DontInherit, each tested as
// a written term; an empty or dead list is true, false and true (ruling 11, QRY-283 to QRY-289, FQL-029 to FQL-042).
func (ev *evaluation) lists(t *term, a assignment) bool {
	x, all, some := value(t.src, a), true, false
	list := value(t.first, a)
	if list > 0 && ev.alive(list) {
		for _, f := range ev.entities[list].own {
			if ev.rule(f.id) == spec.DontInherit {
				continue
			}
			if len(ev.matches(x, pattern{id: f.id, constant: true})) > 0 {
				some = true
			} else {
				all = false
			}
		}
	}
	switch t.oper {
	case spec.AndFrom:
		return all
	case spec.OrFrom:
		return some
	case spec.NotFrom:
		return !some
	case spec.And, spec.Not, spec.Optional:
	}
	return false
}

// rows puts solutions into words: in type order of $this, the variables and the fields.
func (ev *evaluation) rows(values bool) []spec.Row {
	out := make([]spec.Row, 0, len(ev.out))
	for _, s := range ev.out {
		row := spec.Row{Fields: make([]spec.Field, len(s.fields))}
		if ev.q.hasThis {
			row.This = ev.handle(s.vars[this])
		}
		for v, name := range ev.q.variables {
			if v != this && ev.reported(v) {
				if row.Vars == nil {
					row.Vars = map[string]spec.Handle{}
				}
				row.Vars[name] = ""
				if s.vars[v] > 0 {
					row.Vars[name] = ev.handle(s.vars[v])
				}
			}
		}
		for n, m := range s.fields {
			if m != nil {
				row.Fields[n] = ev.field(ev.q.onThis[n], s.vars[this], m, values)
			}
		}
		out = append(out, row)
	}
	return out
}

// field puts a match into words. The source is "" only for a term on $this that $this itself owns (QRY-336, QRY-337).
func (ev *evaluation) field(onThis bool, x entity, m *match, values bool) spec.Field {
	source := func(owner entity) spec.Handle {
		if onThis && owner == x {
			return ""
		}
		return ev.handle(owner)
	}
	f := spec.Field{Set: true, ID: ev.specID(m.id), Src: source(m.owner)}
	for _, o := range m.or {
		f.Or = append(f.Or, spec.FieldChoice{ID: ev.specID(o.id), Src: source(o.owner)})
	}
	if values {
		if own, ok := ev.owned(m.owner, m.id); ok {
			f.Value = own.value
		}
	}
	return f
}
