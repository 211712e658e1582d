package query

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// phase says when a term is evaluated. The order in which And terms, Not terms and scopes are
// written does not matter (variables.conditional), so those that always count come first and those
// that never bind come last (operator.not). Between them, terms that may leave variables unset and
// terms that use such variables follow in written order. Of "!Lost($x), ?(DockedTo, $x), Ship", for
// example, Ship is evaluated first, then ?(DockedTo, $x), then !Lost($x).
type phase int

const (
	always  phase = iota // And terms, and equalities that bind, of unconditional variables
	written              // Optional terms, Or chains, and And terms that use a conditional variable
	tests                // Not terms, scopes, and comparisons that bind nothing
)

// mayBind reports whether a term can give its variables values. Terms that must not match and
// scopes cannot. Of comparisons `$x == E` can; settle decides about `$x == $y`
// (operator.equality-binds).
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

// Uses lists the variables that t uses in the sense of variables.conditional: none if t cannot
// bind; in a chain those of the alternatives that can.
func (t *Term) Uses() []int {
	switch {
	case t.Kind == spec.TermOr:
		return usedBy(t.Terms)
	case t.phase == tests && !t.mayBind():
		return nil
	}
	return t.Mentions
}

// usedBy lists the variables that some of the terms use, each once, in the order of first use.
func usedBy(terms []Term) (out []int) {
	for i := range terms {
		out = union(out, terms[i].Uses())
	}
	return out
}

// leaves lists the variables that t may leave unset: those of an Optional term, and those in only
// some alternatives of a chain (variables.conditional).
func (t *Term) leaves() []int {
	switch {
	case t.Kind == spec.TermOr:
		return rules.Without(t.Uses(), t.inEvery)
	case t.Oper == spec.Optional:
		return t.Mentions
	}
	return nil
}

// inEvery reports whether every alternative of a chain uses v.
func (t *Term) inEvery(v int) bool {
	return !slices.ContainsFunc(t.Terms, func(o Term) bool { return !slices.Contains(o.Uses(), v) })
}

// settle decides which variables are unconditional (variables.conditional) and which equalities
// bind (operator.equality-binds; none in a scope), if some have values before. It returns the terms
// in the order of evaluation, those of scopes too. For example, in "Person, ?(Likes, $x)" $x is
// conditional: it is unset for Bob, who likes nothing.
func settle(terms []Term, given []int, inScope bool) []Term {
	for i := range terms {
		terms[i].phase = tests
		if terms[i].mayBind() {
			terms[i].phase = written
		}
		for j := range terms[i].Terms { // an alternative that cannot bind only tests
			if o := &terms[i].Terms[j]; !o.mayBind() {
				o.phase = tests
			}
		}
	}
	known := slices.Clone(given)             // to be unconditional
	for before := -1; before < len(known); { // repeated until nothing changes
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

// bindsAlways lists the variables that t binds in every solution, given the terms before it and the
// variables that are known to be unconditional. If t counts in every solution, it sets t.phase. For
// example, in "?(DockedTo, $p), Planet($p)" Planet does not bind $p: the term before it may leave
// $p unset, and then Planet does not count.
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
			return nil // every alternative may be left out (variables.or)
		}
		return rules.Without(t.Uses(), func(v int) bool { return !t.inEvery(v) || left(v) })
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

// equates reports whether t is an equality of two variables outside Not and chains. settle finds
// out whether it binds: for example, in "(DockedTo, $p), $q == $p" it gives $q the value of $p.
func (t *Term) equates() bool {
	return t.Kind == spec.TermCompare && t.Oper != spec.Not && t.Compare == spec.Equal &&
		t.Src.Kind == spec.RefVariable && t.Second.Kind == spec.RefVariable
}

// Equates reports whether t makes two variables the same instead of comparing them
// (operator.equality-binds).
func (t *Term) Equates() bool { return t.equates() && t.phase == always }

// Always reports whether t counts in every solution and gives each of its variables a value.
func (t *Term) Always() bool { return t.phase == always }

// Tests reports whether t never binds: a Not term, a scope, or a comparison that only compares.
// Such terms are evaluated last, when every variable has its value or is unset.
func (t *Term) Tests() bool { return t.phase == tests }

// compared is $this if a comparison of a scope that is not under Not has it (scope.this).
func compared(terms []Term) []int {
	if slices.ContainsFunc(terms, func(c Term) bool {
		return c.Kind == spec.TermCompare && c.Oper != spec.Not && slices.Contains(c.Mentions, This)
	}) {
		return []int{This}
	}
	return nil
}

// checkBound refuses a comparison of a variable that has no values to compare, and a lookup from
// one. Values come from $this, from an equality that binds, and from terms outside Not that are no
// comparisons (operator.unbound-comparison, variables.lookup). A scope knows the variables outside
// of it. For example, "Ship, $x != Mars" is refused.
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

// boundBy lists the variables that terms can give values; a lookup gives its variable none.
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
