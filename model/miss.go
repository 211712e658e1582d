package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// miss finds the first term, in the order of evaluation, that leaves no assignment for e, and what comes nearest.
func (w *World) miss(q *query, preset assignment, e entity, vars map[string]spec.Handle) spec.Miss {
	m := spec.Miss{Vars: vars, Entity: w.handle(e)}
	ev := w.evaluation(q)
	if reason := ev.excluded(preset, e); reason.Claim != "" {
		m.Reason = reason
		return m
	}
	a := slices.Clone(preset)
	if e != none {
		a[this] = e
	}
	failing, before := ev.firstFailing(a)
	m.Term = ev.printed(failing)
	m.Reason = claim("nothing matches "+m.Term, failing.statements()...)
	switch {
	case failing.kind == spec.TermScope:
		m.Reason.Claim = "the terms of " + m.Term + " have a solution"
	case failing.oper == spec.Not || failing.oper == spec.NotFrom:
		m.Reason.Claim = "something matches what " + m.Term + " excludes"
	case failing.kind == spec.TermCompare:
		m.Reason.Claim = m.Term + " does not hold"
	}
	near := ev.nearest(failing, before)
	m.Nearest, m.Reason.Cites = near.Claim, append(m.Reason.Cites, near.Cites...)
	return m
}

// excluded says why e has no row whatever the terms.
func (ev *evaluation) excluded(preset assignment, e entity) spec.Proof {
	builtin := slices.IndexFunc(preset, func(x entity) bool { return x > 0 && ev.entities[x].builtin })
	switch {
	case len(ev.q.terms) == 0:
		return claim("an empty query matches nothing")
	case builtin >= 0:
		return claim("$" + ev.q.variables[builtin] + " is set to a reserved entity, which never answers a variable")
	case e == none:
		return spec.Proof{}
	case ev.entities[e].builtin:
		return claim("reserved entities do not answer queries")
	case ev.is(e, spec.Prefab) && !ev.q.prefabs:
		return claim("it is a Prefab, and no term of the query names Prefab", "QRY-285", "FQL-030")
	case ev.is(e, spec.Disabled) && !ev.q.disabled:
		return claim("it is Disabled, and no term of the query names Disabled")
	case preset[this] > 0 && preset[this] != e:
		return claim("$this is set to another entity", "QRY-472")
	}
	return spec.Proof{}
}

// firstFailing adds the terms one by one, in the order of evaluation, until nothing is left. It also gives the first
// assignment that the terms before allow.
func (ev *evaluation) firstFailing(a assignment) (*term, assignment) {
	order := slices.Clone(ev.q.ordered)
	for n := range order {
		order[n].field = -1
	}
	before := slices.Clone(a)
	for n := range order {
		found := false
		ev.terms(order[:n+1], 0, slices.Clone(a), nil, func(s assignment, _ []*match) bool {
			found, before = true, slices.Clone(s)
			return true
		})
		if !found {
			return &order[n], before
		}
	}
	return &order[len(order)-1], before
}

// nearest describes what comes closest to a term that fails, or for a negated term, what matches it.
func (ev *evaluation) nearest(t *term, a assignment) (near spec.Proof) {
	switch {
	case t.kind == spec.TermScope:
		return ev.values(t, ev.together(t.terms, a))
	case t.kind == spec.TermOr:
		var all []string
		for i := range t.terms {
			alternative := ev.nearest(&t.terms[i], a)
			all, near.Cites = append(all, alternative.Claim), append(near.Cites, alternative.Cites...)
		}
		near.Claim = strings.Join(all, "; ")
		return near
	case t.kind == spec.TermCompare && t.second.kind == spec.RefText:
		x := max(ev.value(t.src, a), none)
		if ev.entities[x].name == "" {
			return claim(fmt.Sprintf("%s has no name", ev.handle(x)))
		}
		return claim(fmt.Sprintf("%s is named %q", ev.handle(x), ev.entities[x].name))
	case t.kind == spec.TermCompare:
		return ev.values(t, a)
	case t.oper == spec.Not || t.oper == spec.NotFrom:
		return ev.culprit(t, a)
	case t.oper == spec.AndFrom || t.oper == spec.OrFrom:
		return ev.lackingOf(t, a)
	}
	open := opening(t, func(e elem) bool { return e.kind == spec.RefVariable && a[e.variable] <= 0 })
	x := max(ev.value(t.src, a), none)
	for _, look := range []func(*term, entity, assignment) spec.Proof{
		ev.childless, ev.dead, ev.switchedOff, ev.otherKind, ev.boundElsewhere, ev.foundElsewhere, ev.memberNames,
		ev.notAbove, ev.otherTarget, ev.notInherited, ev.lacking,
	} {
		if near = look(&open, x, a); near.Claim != "" {
			return near
		}
	}
	return near
}

// values says what the variables of t stand for.
func (ev *evaluation) values(t *term, a assignment) spec.Proof {
	var all []string
	for _, v := range t.variablesOf() {
		if a != nil && a[v] > 0 {
			all = append(all, fmt.Sprintf("$%s is %s", ev.q.variables[v], ev.handle(a[v])))
		}
	}
	return claim(strings.Join(all, ", "))
}

// lackingOf names the ids of a list that are not there.
func (ev *evaluation) lackingOf(t *term, a assignment) spec.Proof {
	var lacks []string
	for _, written := range ev.listed(t) {
		if len(ev.true(&written, a)) == 0 {
			lacks = append(lacks, ev.text(id{written.first.entity, written.second.entity}))
		}
	}
	if len(lacks) == 0 {
		return claim(fmt.Sprintf("%s has no ids", ev.handle(t.first.entity)))
	}
	return claim(fmt.Sprintf("%s lacks %s", ev.handle(max(ev.value(t.src, a), none)), strings.Join(lacks, ", ")))
}

// opening puts wildcards in the place of elements.
func opening(t *term, open func(elem) bool) term {
	out := *t
	for _, e := range []*elem{&out.first, &out.second} {
		if open(*e) {
			*e = elem{kind: spec.RefWildcard, entity: wildcard, variable: -1}
		}
	}
	return out
}

// culprit is what a negated term or list finds.
func (ev *evaluation) culprit(t *term, a assignment) (near spec.Proof) {
	terms := []term{*t}
	if t.oper == spec.NotFrom {
		terms = ev.listed(t)
	}
	for i := range terms {
		a := slices.Clone(a)
		ev.each(&terms[i], a, func(m *match) bool {
			switch {
			case m == nil || m.owner == none:
			case m.how == transitive || m.how == reflexive:
				near = claim(fmt.Sprintf("%s has %s %s", ev.handle(ev.value(t.src, a)), ev.matchID(m), m.how), m.statements()...)
			default:
				near = claim(fmt.Sprintf("%s has %s", ev.handle(m.owner), ev.matchID(m)))
			}
			return true
		})
	}
	return near
}

// childless: a lookup variable finds no child.
func (ev *evaluation) childless(t *term, _ entity, a assignment) (near spec.Proof) {
	for _, e := range []elem{t.first, t.second, t.src} {
		if e.kind == spec.RefLookup && ev.value(e, a) == none {
			return claim(fmt.Sprintf("%s has no child %s", ev.handle(max(a[e.variable], none)), e.text), "FQL-141")
		}
	}
	return near
}

// dead: the source or an element was deleted (ruling 21).
func (ev *evaluation) dead(t *term, x entity, a assignment) (near spec.Proof) {
	for _, e := range []entity{x, ev.value(t.first, a), ev.value(t.second, a)} {
		if e > 0 && !ev.alive(e) {
			return claim(fmt.Sprintf("%s was deleted", ev.handle(e)), "REL-118")
		}
	}
	return near
}

// first is what a term finds on x under a view of the world, nil for nothing.
func (ev *evaluation) first(v *view, t *term, x entity, a assignment) *match {
	as := *ev
	as.view, as.fitting = v, map[fitted]bool{}
	for _, m := range as.on(t, x, a) {
		return &m
	}
	return nil
}

// switchedOff: a toggle hides it (P-43).
func (ev *evaluation) switchedOff(t *term, x entity, a assignment) (near spec.Proof) {
	v := ev.World.view(ev.resolves)
	v.all = true
	if m := ev.first(v, t, x, a); m != nil {
		return claim(fmt.Sprintf("%s has %s, which is switched off", ev.handle(m.owner), ev.matchID(m)))
	}
	return near
}

// otherKind: it follows by what this kind of query does not resolve (QRY-580, QRY-591, QRY-607, P-30).
func (ev *evaluation) otherKind(t *term, x entity, a assignment) (near spec.Proof) {
	if m := ev.first(ev.World.view(resolution{true, true}), t, x, a); m != nil {
		cites := map[how]spec.StatementID{subclass: "QRY-580", transitive: "QRY-591", reflexive: "QRY-607"}
		return claim(fmt.Sprintf("%s has %s only %s, which a %s query does not resolve", ev.handle(x), ev.matchID(m), m.how, ev.q.kind), cites[m.how])
	}
	return near
}

func (h how) String() string {
	return [...]string{"itself", "by component inheritance", "by transitivity", "by reflexivity"}[h]
}

// boundElsewhere: it would match, had other terms left its variables alone.
func (ev *evaluation) boundElsewhere(t *term, x entity, a assignment) (near spec.Proof) {
	var bound []string
	open := opening(t, func(e elem) bool {
		if e.kind == spec.RefVariable {
			bound = append(bound, fmt.Sprintf("$%s is %s", ev.q.variables[e.variable], ev.handle(a[e.variable])))
		}
		return e.kind == spec.RefVariable
	})
	if m := ev.first(ev.view, &open, x, a); m != nil {
		return claim(fmt.Sprintf("%s has %s, but %s", ev.handle(x), ev.matchID(m), strings.Join(bound, " and ")))
	}
	return near
}

// foundElsewhere: it is where the term's traversal flags do not look.
func (ev *evaluation) foundElsewhere(t *term, x entity, a assignment) (near spec.Proof) {
	plain := *t
	plain.flags = 0
	m := ev.first(ev.view, &plain, x, a)
	switch {
	case m == nil:
		return near
	case m.owner == x:
		return claim(fmt.Sprintf("%s itself has %s, where the term does not look", ev.handle(x), ev.matchID(m)), "QRY-387")
	}
	return claim(fmt.Sprintf("%s has %s only from %s", ev.handle(x), ev.matchID(m), ev.handle(m.owner)), "QRY-386")
}

// memberNames: the member names another entity, or none, or the component itself is not there.
func (ev *evaluation) memberNames(t *term, x entity, _ assignment) (near spec.Proof) {
	if t.first.kind != spec.RefMember || x <= 0 {
		return near
	}
	for _, m := range ev.valueOf(x, id{first: t.first.entity}) {
		if m.Name == t.first.text {
			return claim(fmt.Sprintf("%s of %s names %q", m.Name, ev.handle(x), m.Text), "FQL-146")
		}
	}
	return claim(fmt.Sprintf("%s lacks %s", ev.handle(x), ev.handle(t.first.entity)))
}

// notAbove: an entity above has it, where the profile finds nothing that is not inherited (QRY-376, ruling 36).
func (ev *evaluation) notAbove(t *term, x entity, a assignment) (near spec.Proof) {
	if t.flags&spec.TravUp == 0 || x <= 0 || ev.profile.FindsUninherited {
		return near
	}
	asked := id{ev.value(t.first, a), ev.value(t.second, a)}
	for _, e := range ev.users() {
		for _, h := range ev.holds(e) {
			if e != x && asked.matches(h.id) && ev.rule(h.id) == spec.DontInherit && ev.reaches(x, e, t.traversed) {
				return claim(fmt.Sprintf("%s has %s, which is not inherited and so not found above", ev.handle(e), ev.text(h.id)), "QRY-376")
			}
		}
	}
	return near
}

// otherTarget: the relationship with another target, or the target with another relationship.
func (ev *evaluation) otherTarget(t *term, x entity, a assignment) (near spec.Proof) {
	first, second := ev.value(t.first, a), ev.value(t.second, a)
	var others []string
	for n := 0; x > 0 && n < len(ev.holds(x)); n++ {
		if h := ev.holds(x)[n]; h.isPair() && (h.first == first || second > 0 && h.second == second) {
			others = append(others, ev.text(h.id))
		}
	}
	if len(others) == 0 {
		return near
	}
	return claim(fmt.Sprintf("%s has %s", ev.handle(x), strings.Join(others, ", ")))
}

// notInherited: a base has it, and its rule keeps it there.
func (ev *evaluation) notInherited(t *term, x entity, a assignment) (near spec.Proof) {
	asked := id{ev.value(t.first, a), ev.value(t.second, a)}
	for _, base := range ev.users() {
		for _, f := range ev.entities[base].own {
			if x > 0 && base != x && asked.matches(f.id) && ev.subclassOf(x, base) {
				cite := map[bool]spec.StatementID{true: "REL-180", false: "FQL-112"}[ev.rule(f.id) == spec.DontInherit]
				return claim(fmt.Sprintf("its base %s has %s, which is not inherited", ev.handle(base), ev.text(f.id)), cite)
			}
		}
	}
	return near
}

func (ev *evaluation) lacking(t *term, x entity, a assignment) spec.Proof {
	who := "nothing"
	if x > 0 {
		who = string(ev.handle(x))
	}
	asked := match{id: id{ev.value(t.first, a), ev.value(t.second, a)}, member: t.first.text}
	return claim(fmt.Sprintf("%s lacks %s", who, ev.matchID(&asked)))
}
