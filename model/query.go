package model

import (
	"encoding/binary"
	"fmt"
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

	rank         rank
	block, batch int
	table        string // of $this (P-47)
}

// evaluation is one run of a query: every assignment is tried, term by term.
type evaluation struct {
	*view
	q          *query
	candidates []entity
	seen       map[string]bool
	out        []solution
	limit      int
	fitting    map[fitted]bool
}

// solve answers a query with some variables preset (QRY-462 to QRY-473).
func (w *World) solve(q *query, preset assignment) (*evaluation, *spec.Error) {
	ev := w.evaluation(q)
	builtin := func(e entity) bool { return e > 0 && w.entities[e].builtin }
	// An empty query matches nothing, a variable preset to a builtin has no row (ruling 6, P-29).
	if len(q.terms) > 0 && !slices.ContainsFunc(preset, builtin) {
		ev.run(preset)
	}
	if err := w.overworked(); err != nil {
		return nil, err
	}
	if len(ev.out) > ev.limit {
		return nil, spec.Exhaustedf("an answer has at most %d rows", ev.limit)
	}
	return ev, nil
}

func (w *World) evaluation(q *query) *evaluation {
	return &evaluation{
		view: w.view(q.resolves), q: q, candidates: w.users(), seen: map[string]bool{}, limit: w.limits.Rows,
		fitting: map[fitted]bool{},
	}
}

func (ev *evaluation) run(preset assignment) {
	a := slices.Clone(preset)
	fields := make([]*match, ev.q.fields)
	var outer []int
	if ev.q.outer[this] {
		outer = []int{this}
	}
	ev.assign(outer, a, func() bool { return ev.terms(ev.q.ordered, 0, a, fields, ev.emit) })
}

// answers reports whether e may be a value of $this: prefabs and disabled entities only where some term names the
// tag (ruling 5).
func (ev *evaluation) answers(e entity) bool {
	return (ev.q.prefabs || !ev.is(e, spec.Prefab)) && (ev.q.disabled || !ev.is(e, spec.Disabled))
}

// emit keeps a solution unless an equal row is there already (ruling 2). It stops past the limit.
func (ev *evaluation) emit(a assignment, fields []*match) (stop bool) {
	s := solution{vars: a, fields: fields}
	if key := ev.rest(s) + fmt.Sprint(a[this]); !ev.seen[key] {
		ev.seen[key] = true
		ev.out = append(ev.out, solution{vars: slices.Clone(a), fields: slices.Clone(fields), table: ev.World.table(a[this])})
	}
	return len(ev.out) > ev.limit
}

// rest is all of a row but $this: rows of one batch agree in it (P-47).
func (ev *evaluation) rest(s solution) string {
	var key []byte
	number := func(e entity) { key = binary.AppendVarint(key, int64(e)) }
	for v, e := range s.vars {
		if v != this && ev.q.reports(v) {
			number(e)
		}
	}
	for n, m := range s.fields {
		if m == nil {
			number(0)
		} else {
			number(m.id.first)
			number(m.id.second)
			number(ev.source(n, s))
			key = append(key, m.member...)
		}
	}
	return string(key)
}

// source is the entity on which field n was matched; none for a term on $this that $this itself owns (QRY-336, QRY-337).
func (ev *evaluation) source(n int, s solution) entity {
	if m := s.fields[n]; !ev.q.onThis[n] || m.owner != s.vars[this] {
		return m.owner
	}
	return none
}

// reports reports whether a variable is part of a row: $this, and those outside scopes that are not anonymous
// (QRY-309, FQL-078).
func (q *query) reports(v int) bool {
	return q.outer[v] && !strings.HasPrefix(q.variables[v], "_")
}

// terms continues with term number n, in the order of evaluation. Here and below, a callback that returns true ends the
// search.
func (ev *evaluation) terms(terms []term, n int, a assignment, fields []*match, then func(assignment, []*match) bool) bool {
	earlier := usedBy(terms[:n])
	if n == len(terms) || terms[n].phase == tests {
		return ev.withUnset(earlier, a, func() bool {
			for i := n; i < len(terms); i++ {
				if !ev.passes(&terms[i], a) {
					return false
				}
			}
			return then(a, fields)
		})
	}
	t := &terms[n]
	next := func(m *match) bool {
		if t.field >= 0 && fields != nil {
			fields[t.field] = m
		}
		return ev.terms(terms, n+1, a, fields, then)
	}
	// What a term that was ignored would first have bound is unset for an Optional or Or that leaves it open (P-65).
	missing := slices.DeleteFunc(t.leaves(), func(v int) bool { return !slices.Contains(earlier, v) })
	return ev.withUnset(missing, a, func() bool {
		if t.kind == spec.TermOr {
			return ev.chain(t, a, next)
		}
		if !ev.ignored(t, a) {
			some, stop := ev.each(t, a, next)
			if some || t.oper != spec.Optional {
				return stop
			}
		}
		return ev.withUnset(t.leaves(), a, func() bool { return next(nil) })
	})
}

// ignored: a term that uses a variable that stayed unset does not count (ruling 8, QRY-248, FQL-149).
func (ev *evaluation) ignored(t *term, a assignment) bool {
	return slices.ContainsFunc(t.variablesOf(), func(v int) bool { return a[v] == unset })
}

// withUnset runs next with those of some variables that have no value left unset for good.
func (ev *evaluation) withUnset(variables []int, a assignment, next func() bool) bool {
	var done []int
	for _, v := range variables {
		if a[v] == 0 {
			a[v] = unset
			done = append(done, v)
		}
	}
	stop := next()
	for _, v := range done {
		a[v] = 0
	}
	return stop
}

// each tries every value for the variables of t that have none, and calls next for each way in which t is true. It
// reports whether there was any.
func (ev *evaluation) each(t *term, a assignment, next func(*match) bool) (some, stop bool) {
	stop = ev.assign(t.variablesOf(), a, func() bool {
		for _, m := range ev.true(t, a) {
			some = true
			if next(m) {
				return true
			}
		}
		return false
	})
	return some, stop
}

// assign calls try with every assignment of the variables in vars that have no value.
func (ev *evaluation) assign(vars []int, a assignment, try func() bool) (stop bool) {
	for n, v := range vars {
		if a[v] != 0 && (v != this || ev.answers(a[v])) {
			continue
		}
		for _, e := range ev.candidates {
			if a[v] == 0 && (v != this || ev.answers(e)) {
				if ev.spend() {
					return true
				}
				a[v] = e
				stop = ev.assign(vars[n+1:], a, try)
				a[v] = 0
			}
			if stop {
				return true
			}
		}
		return false
	}
	return try()
}

// chain: for each value of the variables that all alternatives share, the first alternative in written order that
// matches gives all its matches; the variables of the others stay unset (ruling 9, QRY-218, FQL-021). Alternatives
// that use an unset variable, or only test one that has no value yet, are left out (P-25).
func (ev *evaluation) chain(t *term, a assignment, next func(*match) bool) (stop bool) {
	var live []*term
	for i := range t.terms {
		o := &t.terms[i]
		untold := func(v int) bool { return v != this && a[v] == 0 }
		if !ev.ignored(o, a) && (o.mayBind() || !slices.ContainsFunc(o.variablesOf(), untold)) {
			live = append(live, o)
		}
	}
	if len(live) == 0 {
		return ev.withUnset(t.leaves(), a, func() bool { return next(nil) })
	}
	var shared []int
	for _, v := range live[0].variablesOf() {
		if !slices.ContainsFunc(live, func(o *term) bool { return !slices.Contains(o.variablesOf(), v) }) {
			shared = append(shared, v)
		}
	}
	return ev.assign(shared, a, func() bool {
		for _, alternative := range live {
			matched, stop := ev.each(alternative, a, func(m *match) bool {
				if alternative.kind == spec.TermCompare {
					m = nil // a field whose equality alternative matched is not set (ruling 9)
				}
				return ev.withUnset(t.leaves(), a, func() bool { return next(m) })
			})
			if matched || stop {
				return stop
			}
		}
		return false
	})
}

// passes evaluates a Not term, a scope or a comparison that only tests. What uses an unset variable passes
// (ruling 8). Variables without a value are "for no value" (ruling 7, QRY-300 to QRY-309).
func (ev *evaluation) passes(t *term, a assignment) bool {
	switch {
	case ev.ignored(t, a):
		return true
	case t.kind == spec.TermScope:
		return ev.together(t.terms, a) == nil
	case t.kind == spec.TermCompare && t.oper != spec.Not:
		return len(ev.true(t, a)) > 0
	case t.oper == spec.NotFrom:
		return !slices.ContainsFunc(ev.listed(t), func(written term) bool {
			some, _ := ev.each(&written, slices.Clone(a), func(*match) bool { return true })
			return some
		})
	}
	some, _ := ev.each(t, slices.Clone(a), func(*match) bool { return true })
	return !some
}

// together finds values with which the terms of a scope hold together, nil for none. $this has values also where a scope
// only compares it (ruling 4, P-64).
func (ev *evaluation) together(terms []term, a assignment) (found assignment) {
	a = slices.Clone(a)
	ev.assign(compared(terms), a, func() bool {
		return ev.terms(terms, 0, a, nil, func(with assignment, _ []*match) bool {
			found = slices.Clone(with)
			return true
		})
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
	case t.oper == spec.AndFrom || t.oper == spec.OrFrom:
		if ev.lists(t, a) {
			return []*match{nil}
		}
		return nil
	}
	var out []*match
	sources := ev.sources(t, a)
	for _, x := range sources {
		if len(sources) > 1 && ev.spend() {
			break
		}
		for _, m := range ev.on(t, x, a) {
			// "_" as source: at most one match for each id (P-35)
			again := slices.ContainsFunc(out, func(o *match) bool { return o.id == m.id })
			if m.by = t; t.src.kind != spec.RefAny || !again {
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
	return []entity{ev.value(t.src, a)}
}

// value is the entity that e stands for; none where a variable has no child of that name (FQL-139, FQL-141, P-60).
func (ev *evaluation) value(e elem, a assignment) entity {
	switch {
	case e.kind == spec.RefVariable:
		return a[e.variable]
	case e.kind == spec.RefLookup && a[e.variable] > 0:
		return ev.lookup(e.text, a[e.variable], false)
	}
	return e.entity
}

// on tests t on one source.
func (ev *evaluation) on(t *term, x entity, a assignment) []match {
	p, ok := ev.patternOf(t, a)
	switch {
	case !ok:
		return nil
	case t.flags == 0:
		return ev.matches(x, p)
	case t.flags&spec.TravUp == 0:
		p.found = own
		return ev.matches(x, p)
	case ev.handle(t.traversed) == spec.IsA:
		if t.flags&spec.TravSelf == 0 {
			p.found = onBases
		}
		return ev.matches(x, p)
	}
	return ev.traverse(t, x, p)
}

// patternOf is t under an assignment of its variables; false where a lookup variable means nothing (P-60).
func (ev *evaluation) patternOf(t *term, a assignment) (pattern, bool) {
	p := pattern{
		id:       id{ev.value(t.first, a), ev.value(t.second, a)},
		constant: t.first.kind == spec.RefEntity, selfFirst: t.first.self, selfSecond: t.second.self,
	}
	if t.first.kind == spec.RefMember {
		p.member = t.first.text
	}
	if p.second == wildcard && p.constant && ev.profile.UnionWildcard && ev.is(p.first, spec.Union) && !ev.all {
		p.second = anyone // REL-228, ruling 31
	}
	return p, t.second.kind != spec.RefLookup || p.second != none
}

// compares evaluates ==, != and ~= (ruling 10, QRY-257 to QRY-265, FQL-124 to FQL-133).
func (ev *evaluation) compares(t *term, a assignment) bool {
	x := ev.value(t.src, a)
	yes := false
	switch {
	case t.second.kind != spec.RefText:
		y := ev.value(t.second, a)
		if y == none { // P-60
			return false
		}
		yes = x == y
	case t.compare == spec.Contains:
		text := t.second.text
		negated := ev.profile.NegatedContains && strings.HasPrefix(text, "!")
		text = strings.TrimPrefix(text, map[bool]string{true: "!"}[negated])
		name := ev.entities[x].name
		yes = (name != "" && strings.Contains(name, text)) != negated
	case strings.ContainsAny(t.second.text, ".:"):
		path, ok := ev.path(x, none)
		yes = ok && path == strings.ReplaceAll(t.second.text, "::", ".")
	default:
		yes = ev.entities[x].name != "" && ev.entities[x].name == t.second.text
	}
	if t.compare == spec.NotEqual {
		return !yes
	}
	return yes
}

// lists evaluates and|L and or|L: each id of the list tested as a written term; an empty or dead list is true and
// false (ruling 11, QRY-283 to QRY-289, FQL-029 to FQL-042). A source that is dead matches nothing (P-28).
func (ev *evaluation) lists(t *term, a assignment) bool {
	all, some := ev.alive(ev.value(t.src, a)), false
	if all {
		for _, written := range ev.listed(t) {
			matched := len(ev.true(&written, a)) > 0
			all, some = all && matched, some || matched
		}
	}
	if t.oper == spec.AndFrom {
		return all
	}
	return some
}

// listed are the terms that a list operator stands for: the list's own ids, read now, without those that are
// DontInherit; none for a dead list (ruling 11).
func (ev *evaluation) listed(t *term) []term {
	var out []term
	if !ev.alive(t.first.entity) {
		return nil
	}
	for _, f := range ev.entities[t.first.entity].own {
		if ev.rule(f.id) == spec.DontInherit {
			continue
		}
		written := *t
		written.oper = spec.And
		written.first = elem{kind: spec.RefEntity, entity: f.first, variable: -1}
		written.second = elem{kind: spec.RefEntity, entity: f.second, variable: -1}
		out = append(out, written)
	}
	return out
}
