package model

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// explain proves each row of an answer and says why the others are missing. With op.Entity it is about that value of
// $this only, and says why it has no row; op.Vars are preset.
func explain(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	q, err := w.compile(op.Query)
	if err != nil {
		return done(err)
	}
	preset, err := w.preset(q, op.Vars)
	if err != nil {
		return done(err)
	}
	out := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	about := w.users()
	if op.Entity != "" {
		e, err := w.find(op.Entity)
		if err != nil {
			return done(err)
		}
		about = []entity{e}
	}
	ev, err := w.solve(q, preset)
	if err != nil {
		return done(err)
	}
	ev.arrange()
	rows, err := ev.rows(false)
	if err != nil {
		return done(err)
	}
	elements, has := 0, map[entity]bool{}
	for n, s := range ev.out {
		has[s.vars[this]] = true
		if !q.outer[this] || op.Entity == "" || s.vars[this] == about[0] {
			proofs := ev.prove(s)
			out.Matches = append(out.Matches, spec.MatchProof{Row: rows[n], Terms: proofs})
			elements += q.width() + sizeOf(proofs)
			if err := w.fitsAnswer(elements); err != nil {
				return done(err)
			}
		}
	}
	if !q.outer[this] {
		about = []entity{none}
	}
	for _, e := range about {
		if has[e] || !q.outer[this] && len(ev.out) > 0 {
			continue
		}
		out.Misses = append(out.Misses, w.miss(q, preset, e, op.Vars))
		elements++
		err := w.overworked()
		if err == nil {
			err = w.fitsAnswer(elements)
		}
		if err != nil {
			return done(err)
		}
	}
	return spec.Outcome{Explanation: out}, nil
}

// sizeOf is how many proofs there are, with those that they rest on.
func sizeOf(proofs []spec.Proof) int {
	n := len(proofs)
	for _, p := range proofs {
		n += sizeOf(p.Because)
	}
	return n
}

// prove gives a proof of each term of a solution, in written order.
func (ev *evaluation) prove(s solution) []spec.Proof {
	var out []spec.Proof
	for i := range ev.q.terms {
		t := &ev.q.terms[i]
		p := claim(ev.printed(t), t.statements()...)
		switch {
		case ev.leftOut(i, s):
			p = claim(p.Claim+" uses a variable that is not set and does not count", "QRY-248", "FQL-149")
		case noneLeft(t, s):
			p = claim(p.Claim+" has no alternative whose variables are set and does not count", "QRY-248", "FQL-149", "FQL-151")
		case t.kind == spec.TermScope:
			p.Claim += ": its terms have no solution together"
		case t.equates() && t.phase == always: // ruling 10
			p.Claim += fmt.Sprintf(": it makes both %s", ev.handle(s.vars[t.src.variable]))
			p.Cites = append(p.Cites, "QRY-266", "FQL-135")
		case t.kind == spec.TermCompare:
		case t.phase == tests:
			p.Claim += ": nothing matches"
		case t.oper == spec.AndFrom || t.oper == spec.OrFrom:
			p = ev.proveList(p, t, s)
		case s.fields[t.field] == nil && t.oper == spec.Optional:
			p.Claim += " does not match and does not need to"
		case s.fields[t.field] == nil: // by a comparison in a chain
			p.Claim += " has no field here"
			p.Cites = append(p.Cites, "QRY-269")
		default:
			p = ev.proveMatch(p, t, s)
		}
		out = append(out, p)
	}
	return out
}

// statements are those about the operator of a term.
func (t *term) statements() []spec.StatementID {
	switch t.kind {
	case spec.TermOr:
		return []spec.StatementID{"QRY-201", "QRY-218", "FQL-021"}
	case spec.TermScope:
		return []spec.StatementID{"QRY-300", "QRY-308"}
	case spec.TermCompare:
		switch t.compare {
		case spec.Equal:
			return []spec.StatementID{"QRY-204", "FQL-124"}
		case spec.NotEqual:
			return []spec.StatementID{"QRY-205", "FQL-124"}
		case spec.Contains:
			return []spec.StatementID{"QRY-206", "FQL-130"}
		}
	case spec.TermMatch:
	}
	return map[spec.Operator][]spec.StatementID{
		spec.And: {"QRY-200"}, spec.Not: {"QRY-202", "QRY-234", "FQL-018"}, spec.Optional: {"QRY-243", "FQL-025"},
		spec.AndFrom: {"QRY-207", "FQL-029"}, spec.OrFrom: {"QRY-208", "FQL-039"}, spec.NotFrom: {"QRY-209"},
	}[t.oper]
}

// proveList names what the source has of the list: everything, or the first that counts.
func (ev *evaluation) proveList(p spec.Proof, t *term, s solution) spec.Proof {
	p.Claim += " holds for the ids that the list has now"
	for _, written := range ev.listed(t) {
		for _, m := range ev.true(&written, s.vars) {
			if t.oper == spec.AndFrom || len(p.Because) == 0 {
				p.Because = append(p.Because, ev.evidence(m, ev.value(t.src, s.vars)))
			}
		}
	}
	return p
}

// leftOut reports whether term number n is ignored because it uses a variable that an earlier term left unset.
func (ev *evaluation) leftOut(n int, s solution) bool {
	t := &ev.q.terms[n]
	earlier := ev.q.terms[:n]
	if t.phase == tests {
		earlier = ev.q.terms
	}
	return t.kind != spec.TermOr && slices.ContainsFunc(t.variablesOf(), func(v int) bool {
		return s.vars[v] == unset && slices.ContainsFunc(earlier, func(o term) bool { return slices.Contains(o.uses(), v) })
	})
}

// noneLeft reports whether every alternative of a chain was left out: one that counts leaves no variable of its own unset (P-25).
func noneLeft(t *term, s solution) bool {
	return t.kind == spec.TermOr && !slices.ContainsFunc(t.terms, func(o term) bool {
		return !slices.ContainsFunc(o.variablesOf(), func(v int) bool { return s.vars[v] == unset })
	})
}

// matchSource is the entity on which a term with a field was tested.
func (ev *evaluation) matchSource(t *term, s solution) entity {
	tested := t
	if t.kind == spec.TermOr {
		tested = &t.terms[0] // all alternatives share the source (ruling 9)
	}
	if e := ev.value(tested.src, s.vars); e > 0 {
		return e
	}
	return s.fields[t.field].owner
}

func claim(text string, cites ...spec.StatementID) spec.Proof {
	return spec.Proof{Claim: text, Cites: cites}
}

// proveMatch is the tree for the match of a term with a field.
func (ev *evaluation) proveMatch(p spec.Proof, t *term, s solution) spec.Proof {
	m, x := s.fields[t.field], ev.matchSource(t, s)
	p.Claim += fmt.Sprintf(": %s matches as %s", ev.handle(x), ev.matchID(m))
	if t.kind != spec.TermOr {
		p.Cites = nil
	}
	p.Cites = append(p.Cites, m.statements()...)
	p.Because = ev.proveLookups(t, s)
	if m.how != reflexive {
		p.Because = append(p.Because, ev.evidence(m, x))
	}
	if m.how == transitive {
		p.Because = append(p.Because, ev.chainOf(m)...)
	}
	return p
}

// statements are those by which a match follows.
func (m *match) statements() []spec.StatementID {
	wild := func(e elem) bool { return e.kind == spec.RefWildcard }
	switch {
	case m.how == transitive:
		return []spec.StatementID{"REL-187", "QRY-592"}
	case m.how == reflexive:
		return []spec.StatementID{"REL-194", "QRY-609"}
	case m.member != "":
		return []spec.StatementID{"FQL-143", "FQL-146"}
	case m.id.hasWildcard() && m.by.second.kind == spec.RefWildcard && m.by.first.kind == spec.RefEntity:
		return []spec.StatementID{"REL-228"}
	case m.id.hasWildcard():
		return []spec.StatementID{"QRY-135"}
	case m.how == subclass || m.via != m.id:
		return []spec.StatementID{"QRY-581", "FQL-115"}
	case wild(m.by.first) || wild(m.by.second):
		return []spec.StatementID{"QRY-133"}
	}
	return []spec.StatementID{"QRY-109", "FQL-009"}
}

// evidence is what the owner of a match has, and how it comes to x.
func (ev *evaluation) evidence(m *match, x entity) spec.Proof {
	if m.how == reflexive {
		return claim(fmt.Sprintf("%s has %s %s", ev.handle(x), ev.matchID(m), m.how), m.statements()...)
	}
	step := claim(fmt.Sprintf("%s has %s", ev.handle(m.owner), ev.text(m.via)))
	if m.member != "" {
		step.Claim = fmt.Sprintf("%s of %s names %s", m.member, ev.handle(m.owner), ev.handle(m.id.second))
		if m.id.second < 0 {
			step.Claim = fmt.Sprintf("%s of %s names an entity", m.member, ev.handle(m.owner))
		}
	}
	switch {
	case m.owner == x:
	case m.by.flags&spec.TravUp != 0 && ev.handle(m.by.traversed) != spec.IsA:
		step.Claim += fmt.Sprintf(", and %s finds it up %s", ev.handle(x), ev.handle(m.by.traversed))
		step.Cites = []spec.StatementID{"QRY-365", "FQL-102"}
	default:
		step.Claim += fmt.Sprintf(", and %s gets it from there", ev.handle(x))
		step.Cites = []spec.StatementID{"REL-088", "REL-095", "QRY-389"}
	}
	return step
}

// proveLookups says which children the lookup variables of a term found.
func (ev *evaluation) proveLookups(t *term, s solution) []spec.Proof {
	var out []spec.Proof
	for _, e := range []elem{t.first, t.second, t.src} {
		if e.kind == spec.RefLookup {
			text := fmt.Sprintf("%s is the child %s of %s", ev.handle(ev.value(e, s.vars)), e.text, ev.handle(s.vars[e.variable]))
			out = append(out, claim(text, "FQL-139"))
		}
	}
	return out
}

// chainOf lists the steps of a transitive fact after the first.
func (ev *evaluation) chainOf(m *match) []spec.Proof {
	p := pattern{id: id{m.id.first, wildcard}, constant: true}
	var path []holding
	seen := map[entity]bool{}
	var walk func(x entity) bool
	walk = func(x entity) bool {
		seen[x] = true
		for _, h := range ev.steps(x, p) {
			path = append(path, h)
			if h.second == m.id.second || m.id.second < 0 || !seen[h.second] && walk(h.second) {
				return true
			}
			path = path[:len(path)-1]
		}
		return false
	}
	walk(m.via.second)
	var out []spec.Proof
	for _, h := range path {
		out = append(out, claim(fmt.Sprintf("%s has %s", ev.handle(h.owner), ev.text(h.id))))
	}
	return out
}

// printed is the text of a term as it was written, in the language of the profile, or its JSON where that cannot say it.
func (ev *evaluation) printed(t *term) string {
	text, err := lang.Print(ev.profile.Dialect, []spec.Term{*t.written}, lang.PrintHandlesAsNames())
	if err != nil {
		b, _ := t.written.MarshalJSON()
		return string(b)
	}
	return text
}
