package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// phase says when a term is evaluated. The order of And terms, Not terms and scopes does not matter (ruling 8), so those
// that always count come first and those that never bind last (rulings 7 and 10); between them, what may leave
// variables unset and what uses such variables follows in written order.
type phase int

const (
	always  phase = iota // an And term, or an equality that binds, of unconditional variables
	written              // Optional terms, Or chains, and And terms that use a conditional variable
	tests                // Not terms, scopes, and comparisons that bind nothing
)

// mayBind reports whether a term can give its variables values. Of comparisons `$x == E` can; `$x == $y` can under the
// conditions of ruling 10, which settle looks at; `!=`, `~=` and text never do.
func (t *term) mayBind() bool {
	switch t.kind {
	case spec.TermScope:
		return false
	case spec.TermCompare:
		return t.oper != spec.Not && t.compare == spec.Equal && t.src.kind == spec.RefVariable && t.second.kind == spec.RefEntity
	case spec.TermMatch:
		return t.oper != spec.Not && t.oper != spec.NotFrom
	case spec.TermOr:
		return true
	}
	return false
}

// uses lists the variables that t uses in the sense of ruling 8: none for a term that cannot bind, and in a chain those of
// the alternatives that can.
func (t *term) uses() []int {
	switch {
	case t.kind == spec.TermOr:
		return usedBy(t.terms)
	case t.phase == tests && !t.mayBind():
		return nil
	}
	return t.variablesOf()
}

func usedBy(terms []term) (out []int) {
	for i := range terms {
		for _, v := range terms[i].uses() {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// leaves lists the variables that t may leave unset: those of an Optional term, and those in only some alternatives of an
// Or (ruling 8).
func (t *term) leaves() (out []int) {
	switch {
	case t.kind == spec.TermOr:
		for _, v := range t.uses() {
			if !t.inEvery(v) {
				out = append(out, v)
			}
		}
	case t.oper == spec.Optional:
		return t.variablesOf()
	}
	return out
}

// inEvery reports whether every alternative of a chain uses v.
func (t *term) inEvery(v int) bool {
	return !slices.ContainsFunc(t.terms, func(o term) bool { return !slices.Contains(o.uses(), v) })
}

// settle decides which variables are unconditional (ruling 8) and which equalities bind (ruling 10; none in a scope), given
// those that have values before, and returns the terms in the order of evaluation, those of scopes too.
func (q *query) settle(terms []term, given []int, inScope bool) []term {
	for i := range terms {
		terms[i].phase = tests
		if terms[i].mayBind() {
			terms[i].phase = written
		}
		for j := range terms[i].terms { // an alternative that cannot bind only tests
			if o := &terms[i].terms[j]; !o.mayBind() {
				o.phase = tests
			}
		}
	}
	unconditional := slices.Clone(given)
	for before := -1; before < len(unconditional); { // repeated until nothing changes
		before = len(unconditional)
		for i := range terms {
			for _, v := range terms[i].bindsAlways(terms[:i], unconditional, inScope) {
				if !slices.Contains(unconditional, v) {
					unconditional = append(unconditional, v)
				}
			}
		}
	}
	all := append(slices.Clone(given), usedBy(terms)...)
	for i := range terms {
		if t := &terms[i]; t.kind == spec.TermScope {
			t.terms = q.settle(t.terms, slices.Concat(all, compared(t.terms)), true)
		}
	}
	ordered := slices.Clone(terms)
	slices.SortStableFunc(ordered, func(a, b term) int { return int(a.phase - b.phase) })
	return ordered
}

// bindsAlways lists the variables that t binds unless they are left to what stands before it, while some are known to be
// unconditional. It notes where t turns out to be one of the terms that always count.
func (t *term) bindsAlways(before []term, unconditional []int, inScope bool) []int {
	known := func(v int) bool { return slices.Contains(unconditional, v) }
	left := func(v int) bool { // an Optional or partial Or before uses it, and nothing binds it before that
		return !known(v) && slices.ContainsFunc(before, func(o term) bool { return slices.Contains(o.leaves(), v) })
	}
	switch {
	case t.kind == spec.TermOr:
		if !slices.ContainsFunc(t.terms, func(o term) bool { return o.mayBind() && !slices.ContainsFunc(o.uses(), left) }) {
			return nil // every alternative may be left out (P-25)
		}
		return slices.DeleteFunc(t.uses(), func(v int) bool { return !t.inEvery(v) || left(v) })
	case t.equates() && !inScope:
		for _, side := range [][2]int{{t.src.variable, t.second.variable}, {t.second.variable, t.src.variable}} {
			if known(side[1]) && !left(side[0]) {
				t.phase = always
				return side[:1]
			}
		}
		return nil
	case !t.mayBind() || t.oper == spec.Optional || slices.ContainsFunc(t.variablesOf(), left):
		return nil
	}
	t.phase = always
	return t.variablesOf()
}

// equates reports whether t is an equality of two variables outside Not and chains; settle asks where it binds.
func (t *term) equates() bool {
	return t.kind == spec.TermCompare && t.oper != spec.Not && t.compare == spec.Equal &&
		t.src.kind == spec.RefVariable && t.second.kind == spec.RefVariable
}

// compared is $this where a comparison of a scope that is not under Not has it (P-64).
func compared(terms []term) []int {
	if slices.ContainsFunc(terms, func(c term) bool {
		return c.kind == spec.TermCompare && c.oper != spec.Not && slices.Contains(c.variablesOf(), this)
	}) {
		return []int{this}
	}
	return nil
}

// checkBound refuses comparisons of a variable that is neither $this, nor bound by an equality, nor used in a term outside
// Not that is no comparison (ruling 10), and lookups from a variable that no term binds (P-60). A scope has what is known
// outside of it.
func (q *query) checkBound(terms []term, known, bound []int) *spec.Error {
	known, bound = append(slices.Clone(known), usedBy(terms)...), append(slices.Clone(bound), boundBy(terms)...)
	for i := range terms {
		tested := []term{terms[i]}
		switch terms[i].kind {
		case spec.TermScope:
			if err := q.checkBound(terms[i].terms, known, bound); err != nil {
				return err
			}
			continue
		case spec.TermOr:
			tested = terms[i].terms
		case spec.TermMatch, spec.TermCompare:
		}
		for n := range tested {
			t := &tested[n]
			if t.kind == spec.TermCompare && slices.ContainsFunc(t.variablesOf(), func(v int) bool { return !slices.Contains(known, v) }) {
				q.fault = t.written
				return spec.Errorf(spec.CodeInvalid, "a variable of this comparison has no values; use it in a term, or set it equal to an entity")
			}
			for _, e := range []elem{t.first, t.second, t.src} {
				if e.kind == spec.RefLookup && !slices.Contains(bound, e.variable) {
					q.fault = t.written
					return spec.Errorf(spec.CodeInvalid, "nothing gives $%s values to look up %s in", q.variables[e.variable], e.text)
				}
			}
		}
	}
	return nil
}

// boundBy lists the variables that terms can give values: not those from which lookups start.
func boundBy(terms []term) (out []int) {
	for i := range terms {
		t := &terms[i]
		if t.kind == spec.TermOr {
			out = append(out, boundBy(t.terms)...)
			continue
		}
		for _, e := range []elem{t.first, t.second, t.src} {
			if e.kind == spec.RefVariable && slices.Contains(t.uses(), e.variable) {
				out = append(out, e.variable)
			}
		}
	}
	return out
}
