package lawful

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// This file reads from the written terms which variables they share and which are conditional
// (variables.conditional), so that variants and laws keep within lawful changes. It says nothing
// about answers.

// TermVars lists the variables that a term mentions, $this left out, nested terms included.
func TermVars(t *spec.Term) []string {
	var out []string
	t.Walk(func(t *spec.Term) {
		for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
			out = refVars(out, r)
		}
	})
	return out
}

func refVars(out []string, r *spec.Ref) []string {
	isVar := r.Kind == spec.RefVariable || r.Kind == spec.RefLookup
	if isVar && r.Name != spec.This && !slices.Contains(out, r.Name) {
		out = append(out, r.Name)
	}
	if r.Trav != nil && r.Trav.Rel != nil {
		out = refVars(out, r.Trav.Rel)
	}
	return out
}

// negative reports whether a term is a Not term or a scope, which never bind (operator.not).
func negative(t *spec.Term) bool {
	return t.Kind == spec.TermScope || t.Oper == spec.Not || t.Oper == spec.NotFrom
}

// soft reports whether a term may leave variables unset: Optional, or an Or chain.
func soft(t *spec.Term) bool { return t.Kind == spec.TermOr || t.Oper == spec.Optional }

// Conditional lists the variables that may be unset in a row although a term outside Not and scopes has them: those
// that no And term and no whole chain binds before a term that may leave them unset (variables.conditional and
// operator.equality-binds).
func Conditional(terms []spec.Term) map[string]bool {
	bound := map[string]bool{spec.This: true}
	for before := 0; before < len(bound); { // until nothing changes
		before = len(bound)
		left := map[string]bool{}
		for i := range terms {
			bindsFirst(&terms[i], bound, left)
			for _, v := range leaves(&terms[i]) {
				left[v] = left[v] || !bound[v]
			}
		}
	}
	vars := map[string]bool{}
	for i := range terms {
		for _, v := range TermVars(&terms[i]) {
			if !negative(&terms[i]) && !bound[v] {
				vars[v] = true
			}
		}
	}
	return vars
}

// leaves lists the variables that a term may leave unset.
func leaves(t *spec.Term) []string {
	switch {
	case t.Kind == spec.TermOr:
		return slices.DeleteFunc(TermVars(t), func(v string) bool { return InEvery(t.Terms, v) })
	case t.Oper == spec.Optional:
		return TermVars(t)
	}
	return nil
}

// bindsFirst notes the variables that a term binds; left are those that an earlier one may leave unset.
func bindsFirst(t *spec.Term, bound, left map[string]bool) {
	unsure := func(v string) bool { return left[v] && !bound[v] }
	switch {
	case negative(t) || t.Oper == spec.Optional:
	case t.Kind == spec.TermOr:
		whole := func(o spec.Term) bool { return len(boundIn(&o)) > 0 && !slices.ContainsFunc(TermVars(&o), unsure) }
		if !slices.ContainsFunc(t.Terms, whole) {
			return
		}
		for _, v := range TermVars(t) {
			bound[v] = bound[v] || InEvery(t.Terms, v) && !left[v]
		}
	case t.Kind == spec.TermCompare && t.Compare == spec.Equal && t.Src.Kind == spec.RefVariable &&
		t.Second.Kind == spec.RefVariable:
		for _, side := range [][2]string{{t.Src.Name, t.Second.Name}, {t.Second.Name, t.Src.Name}} {
			if bound[side[0]] && !left[side[1]] {
				bound[side[1]] = true
			}
		}
	case !slices.ContainsFunc(TermVars(t), unsure):
		for _, v := range boundIn(t) {
			bound[v] = true
		}
	}
}

// boundIn lists the variables that a term can bind by itself: a comparison only where it says that one is an entity.
func boundIn(t *spec.Term) []string {
	assigns := t.Compare == spec.Equal && t.Second.Kind != spec.RefText && t.Second.Kind != spec.RefVariable &&
		t.Second.Kind != spec.RefLookup && t.Src.Kind == spec.RefVariable
	if negative(t) || t.Kind == spec.TermCompare && !assigns {
		return nil
	}
	return TermVars(t)
}

// InEvery reports whether every alternative of a chain has a variable.
func InEvery(alternatives []spec.Term, v string) bool {
	for i := range alternatives {
		if !slices.Contains(boundIn(&alternatives[i]), v) {
			return false
		}
	}
	return true
}

// UsesThis reports whether $this occurs in a term outside scopes, so that every row has it
// (query.this).
func UsesThis(terms []spec.Term) bool {
	for i := range terms {
		t := &terms[i]
		switch t.Kind {
		case spec.TermMatch:
			if t.Src.Kind == spec.RefNone || mentionsThis(t) {
				return true
			}
		case spec.TermCompare:
			if mentionsThis(t) {
				return true
			}
		case spec.TermOr:
			if UsesThis(t.Terms) {
				return true
			}
		case spec.TermScope:
		}
	}
	return false
}

func mentionsThis(t *spec.Term) bool {
	return slices.ContainsFunc(t.Refs(), func(r *spec.Ref) bool {
		return (r.Kind == spec.RefVariable || r.Kind == spec.RefLookup) && r.Name == spec.This
	})
}

// CountTerms counts terms, nested ones included (limits.table).
func CountTerms(terms []spec.Term) int {
	n := 0
	for i := range terms {
		terms[i].Walk(func(*spec.Term) { n++ })
	}
	return n
}

// TravRel is the relationship that a reference is traversed along, nil where there is none.
func TravRel(r *spec.Ref) *spec.Ref {
	if r.Trav == nil {
		return nil
	}
	return r.Trav.Rel
}
