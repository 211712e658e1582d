package query

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// phase says when a term is evaluated. The written order of And terms, Not terms and scopes makes
// no difference (variables.conditional): terms that always bind their variables come first, and
// terms that only test come last (operator.not). Between them, terms that may leave variables unset
// and terms that use such variables are evaluated in written order. For example, in "!Lost($x),
// ?(DockedTo, $x), Ship" the order is Ship, ?(DockedTo, $x), !Lost($x).
type phase int

const (
	always  phase = iota // And terms, and equalities that bind, if all their variables are unconditional
	written              // Optional terms, Or chains, and And terms that use a conditional variable
	tests                // Not terms, scopes, and comparisons that bind nothing
)

// mayBind reports whether a term can bind its variables. Not terms and scopes cannot. The
// comparison `$x == E` can; settle decides about `$x == $y` (operator.equality-binds).
func (t *Term) mayBind() bool {
	switch t.Kind {
	case spec.TermCompare:
		return t.Oper != spec.Not && t.Compare == spec.Equal &&
			t.Src.Kind == spec.RefVariable && t.Second.Kind == spec.RefEntity
	case spec.TermMatch:
		return t.Oper != spec.Not && t.Oper != spec.NotFrom
	case spec.TermOr:
		return true
	case spec.TermScope:
	}
	return false
}

// Uses lists the variables that t uses in the sense of variables.conditional. A term that cannot
// bind uses none. A chain uses the variables of those alternatives that can bind.
func (t *Term) Uses() []int {
	switch {
	case t.Kind == spec.TermOr:
		return usedBy(t.Terms)
	case t.phase == tests && !t.mayBind():
		return nil
	}
	return t.Mentions
}

// usedBy lists the variables that the terms use, each once, in the order of first use.
func usedBy(terms []Term) (out []int) {
	for i := range terms {
		out = union(out, terms[i].Uses())
	}
	return out
}

// leaves lists the variables that t may leave unset: the variables of an Optional term, and those
// that not every alternative of a chain uses (variables.conditional).
func (t *Term) leaves() []int {
	switch {
	case t.Kind == spec.TermOr:
		return rules.Without(t.Uses(), t.InEvery)
	case t.Oper == spec.Optional:
		return t.Mentions
	}
	return nil
}

// InEvery reports whether t is a chain and every alternative uses v in the sense of Uses.
func (t *Term) InEvery(v int) bool {
	without := func(o Term) bool { return !slices.Contains(o.Uses(), v) }
	return t.Kind == spec.TermOr && !slices.ContainsFunc(t.Terms, without)
}

// settle determines which variables are unconditional (variables.conditional) and which equalities
// bind (operator.equality-binds; none in a scope). given lists the variables that have values
// before the first term. settle returns the terms in the order of evaluation, also inside scopes.
// For example, in "Person, ?(Likes, $x)" the variable $x is conditional: it is unset for a person
// who likes nothing (variables.optional-only).
func settle(terms []Term, given []int, inScope bool) []Term {
	for i := range terms {
		terms[i].phase = tests
		if terms[i].mayBind() {
			terms[i].phase = written
		}
		for j := range terms[i].Terms { // alternatives that cannot bind are tests
			if o := &terms[i].Terms[j]; !o.mayBind() {
				o.phase = tests
			}
		}
	}
	known := slices.Clone(given)             // unconditional variables
	for before := -1; before < len(known); { // repeat until nothing changes
		before = len(known)
		for i := range terms {
			known = union(known, terms[i].bindsAlways(terms[:i], known, inScope))
		}
	}
	all := append(slices.Clone(given), usedBy(terms)...)
	for i := range terms {
		if t := &terms[i]; t.Kind == spec.TermScope {
			t.Terms = settle(t.Terms, slices.Concat(all, compared(t.Terms)), true)
		}
	}
	ordered := slices.Clone(terms)
	slices.SortStableFunc(ordered, func(a, b Term) int { return int(a.phase - b.phase) })
	return ordered
}

// bindsAlways returns the variables that t binds in every solution. before lists the terms before
// t, and unconditional lists the variables known to be unconditional so far. If t is never ignored,
// the method sets t.phase to always. For example, in "?(DockedTo, $p), Planet($p)" the term Planet
// does not always bind $p: if the first term leaves $p unset, Planet is ignored.
func (t *Term) bindsAlways(before []Term, unconditional []int, inScope bool) []int {
	known := func(v int) bool { return slices.Contains(unconditional, v) }
	left := func(v int) bool { // an Optional term or a chain before t may leave v unset
		leaves := func(o Term) bool { return slices.Contains(o.leaves(), v) }
		return !known(v) && slices.ContainsFunc(before, leaves)
	}
	switch {
	case t.Kind == spec.TermOr:
		counts := func(o Term) bool { return o.mayBind() && !slices.ContainsFunc(o.Uses(), left) }
		if !slices.ContainsFunc(t.Terms, counts) {
			return nil // every alternative may be ignored (variables.or)
		}
		return rules.Without(t.Uses(), func(v int) bool { return !t.InEvery(v) || left(v) })
	case t.equates() && !inScope:
		x, y := t.Src.Variable, t.Second.Variable
		if known(x) {
			x, y = y, x
		}
		if !known(y) || left(x) {
			return nil
		}
		t.phase = always
		return []int{x}
	case !t.mayBind() || t.Oper == spec.Optional || slices.ContainsFunc(t.Mentions, left):
		return nil
	}
	t.phase = always
	return t.Mentions
}

// equates reports whether t is an equality of two variables, not under Not. settle decides whether
// it binds: for example, in "(DockedTo, $p), $q == $p" it binds $q to the value of $p.
func (t *Term) equates() bool {
	return t.Kind == spec.TermCompare && t.Oper != spec.Not && t.Compare == spec.Equal &&
		t.Src.Kind == spec.RefVariable && t.Second.Kind == spec.RefVariable
}

// Equates reports whether t binds one variable to the value of another, instead of comparing them
// (operator.equality-binds).
func (t *Term) Equates() bool { return t.equates() && t.phase == always }

// Always reports whether t is never ignored and always binds all its variables.
func (t *Term) Always() bool { return t.phase == always }

// Tests reports whether t never binds: it is a Not term, a scope, or a comparison that only
// compares. Such terms are evaluated last, when each variable is bound or unset.
func (t *Term) Tests() bool { return t.phase == tests }

// compared returns $this if a comparison in a scope, not under Not, uses it (scope.this).
func compared(terms []Term) []int {
	if slices.ContainsFunc(terms, func(c Term) bool {
		return c.Kind == spec.TermCompare && c.Oper != spec.Not && slices.Contains(c.Mentions, This)
	}) {
		return []int{This}
	}
	return nil
}

// checkBound returns an error if a variable is compared, or a child of it looked up, and no term
// binds it: for example, in "Ship, $x != Mars". $this is always bound. Other variables are bound by
// an equality that binds, or by a term outside Not that is not a comparison
// (operator.unbound-comparison, variables.lookup). Variables that are bound outside a scope are
// also bound inside it.
func (q *Query) checkBound(terms []Term, known, bound []int) *spec.Error {
	known, bound = slices.Concat(known, usedBy(terms)), slices.Concat(bound, boundBy(terms))
	for i := range terms {
		tested := terms[i : i+1]
		switch terms[i].Kind {
		case spec.TermScope:
			if err := q.checkBound(terms[i].Terms, known, bound); err != nil {
				return err
			}
			continue
		case spec.TermOr:
			tested = terms[i].Terms
		case spec.TermMatch, spec.TermCompare:
		}
		for n := range tested {
			t := &tested[n]
			q.BadTerm = t.Written
			for _, v := range t.Mentions {
				if t.Kind == spec.TermCompare && !slices.Contains(known, v) {
					return spec.Errorf(spec.CodeInvalid, "nothing gives $%[1]s values: "+
						"texts, lookups, != and ~= only compare; "+
						"add a term such as Ship($%[1]s), or $%[1]s == Mars", q.Variables[v])
				}
			}
			for _, e := range []Elem{t.First, t.Second, t.Src} {
				if e.Kind == spec.RefLookup && !slices.Contains(bound, e.Variable) {
					return spec.Errorf(spec.CodeInvalid, "nothing gives $%[1]s values "+
						"to look up %[2]s in; add a term such as Ship($%[1]s)",
						q.Variables[e.Variable], e.Text)
				}
			}
		}
	}
	return nil
}

// boundBy lists the variables that terms can bind. A lookup does not bind its variable.
func boundBy(terms []Term) (out []int) {
	for i := range terms {
		t := &terms[i]
		if t.Kind == spec.TermOr {
			out = append(out, boundBy(t.Terms)...)
			continue
		}
		for _, e := range []Elem{t.First, t.Second, t.Src} {
			if e.Kind == spec.RefVariable && slices.Contains(t.Uses(), e.Variable) {
				out = append(out, e.Variable)
			}
		}
	}
	return out
}
