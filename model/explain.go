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
	rows := ev.rows(false)
	for n, s := range ev.out {
		if !q.outer[this] || slices.Contains(about, s.vars[this]) {
			out.Matches = append(out.Matches, spec.MatchProof{Row: rows[n], Terms: ev.prove(s)})
		}
	}
	if !q.outer[this] {
		about = []entity{none}
	}
	for _, e := range about {
		has := func(s solution) bool { return !q.outer[this] || s.vars[this] == e }
		if !slices.ContainsFunc(ev.out, has) {
			out.Misses = append(out.Misses, w.miss(q, preset, e, op.Vars))
		}
	}
	return spec.Outcome{Explanation: out}, nil
}

// prove gives a proof of each term of a solution, in written order.
func (ev *evaluation) prove(s solution) []spec.Proof {
	var out []spec.Proof
	for i := range ev.q.terms {
		t := &ev.q.terms[i]
		text := printed(t)
		switch {
		case ev.leftOut(i, s):
			out = append(out, claim(text+" uses a variable that is not set and does not count", "QRY-248", "FQL-149"))
		case t.isTest() && t.kind == spec.TermCompare:
			out = append(out, claim(text, "QRY-257", "FQL-124"))
		case t.kind == spec.TermScope:
			out = append(out, claim(text+": its terms have no solution together", "QRY-300", "QRY-308"))
		case t.isTest():
			out = append(out, claim(text+": nothing matches", "QRY-202", "QRY-234", "FQL-018"))
		case t.oper == spec.AndFrom || t.oper == spec.OrFrom:
			out = append(out, claim(text+" holds for the ids that the list has now", "QRY-283", "FQL-029"))
		case t.kind == spec.TermCompare:
			out = append(out, claim(text, "QRY-257", "FQL-124"))
		case s.fields[t.field] == nil && t.oper == spec.Optional:
			out = append(out, claim(text+" does not match and does not need to", "QRY-243", "FQL-025"))
		case s.fields[t.field] == nil:
			out = append(out, claim(text+" has no field here", "QRY-269"))
		default:
			p := ev.proveMatch(text, s.fields[t.field], ev.matchSource(t, s))
			p.Because = append(ev.proveLookups(t, s), p.Because...)
			out = append(out, p)
		}
	}
	return out
}

// leftOut reports whether term number n is ignored because it uses a variable that an earlier term left unset.
func (ev *evaluation) leftOut(n int, s solution) bool {
	t := &ev.q.terms[n]
	earlier := ev.q.terms[:n]
	if t.isTest() {
		earlier = ev.q.terms
	}
	return t.kind != spec.TermOr && slices.ContainsFunc(t.variablesOf(), func(v int) bool {
		return s.vars[v] == unset && slices.ContainsFunc(earlier, func(o term) bool {
			return !o.isTest() && slices.Contains(o.variablesOf(), v)
		})
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

// proveMatch is the tree for one match of a term on x.
func (ev *evaluation) proveMatch(text string, m *match, x entity) spec.Proof {
	via := fmt.Sprintf("%s has %s", ev.handle(m.owner), ev.text(m.via))
	p := claim(fmt.Sprintf("%s: %s matches as %s", text, ev.handle(x), ev.matchID(m)))
	switch m.how {
	case held:
		p.Cites = []spec.StatementID{"QRY-109", "FQL-009"}
		switch {
		case m.member != "":
			p.Cites = []spec.StatementID{"FQL-143", "FQL-146"}
		case m.id.hasWildcard() || m.via != m.id:
			p.Cites = []spec.StatementID{"QRY-133", "QRY-135"}
		}
	case subclass:
		p.Cites = []spec.StatementID{"QRY-581", "FQL-115"}
	case transitive:
		p.Cites = []spec.StatementID{"REL-187", "QRY-592"}
		p.Because = append(p.Because, ev.chainOf(m)...)
	case reflexive:
		p.Cites = []spec.StatementID{"REL-194", "QRY-609"}
		return p
	}
	step := claim(via)
	if m.owner != x {
		step.Claim += fmt.Sprintf(", and %s gets it from there", ev.handle(x))
		step.Cites = []spec.StatementID{"REL-088", "REL-095", "QRY-389"}
	}
	p.Because = append([]spec.Proof{step}, p.Because...)
	return p
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

// printed is the text of a term as it was written, or its JSON where no dialect can say it.
func printed(t *term) string {
	text, err := lang.Print(spec.DialectFlecs4, []spec.Term{*t.written}, lang.PrintHandlesAsNames())
	if err != nil {
		b, _ := t.written.MarshalJSON()
		return string(b)
	}
	return text
}
