package lawful

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// This file finds out which variables the terms of a query share, and which variables are
// conditional (variables.conditional). Variants and laws need that to rewrite a query without
// changing its answer.

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

// Conditional returns the variables that may be unset in a row (variables.conditional). A variable
// is conditional if no term can bind it, if it occurs in an Optional term, if an Or chain does not
// bind it in every alternative, or if it shares a term with a conditional variable. Variables that
// occur only in Not terms and scopes are left out. The result may have too many variables, because
// Conditional does not know the order in which terms are evaluated. Laws therefore skip 1 to 4 % of
// the questions that they could ask.
func Conditional(terms []spec.Term) map[string]bool {
	vars := map[string]bool{}
	for before := -1; before < len(vars); { // until nothing changes
		before = len(vars)
		for i := range terms {
			t := &terms[i]
			of := TermVars(t)
			shares := slices.ContainsFunc(of, func(v string) bool { return vars[v] })
			for _, v := range of {
				left := soft(t) && (t.Kind != spec.TermOr || !InEvery(t.Terms, v)) || !inSome(terms, v)
				if !negative(t) && (shares || left) {
					vars[v] = true
				}
			}
		}
	}
	return vars
}

// inSome reports whether some term can bind a variable by itself.
func inSome(terms []spec.Term, v string) bool {
	return slices.ContainsFunc(terms, func(t spec.Term) bool { return slices.Contains(boundIn(&t), v) })
}

// boundIn lists the variables that a term can bind by itself. A comparison binds one only if it is
// an equality with an entity.
func boundIn(t *spec.Term) []string {
	assigns := t.Compare == spec.Equal && t.Second.Kind != spec.RefText && t.Second.Kind != spec.RefVariable &&
		t.Second.Kind != spec.RefLookup && t.Src.Kind == spec.RefVariable
	if negative(t) || t.Kind == spec.TermCompare && !assigns {
		return nil
	}
	return TermVars(t)
}

// InEvery reports whether every alternative of a chain can bind a variable.
func InEvery(alternatives []spec.Term, v string) bool {
	for i := range alternatives {
		if !slices.Contains(boundIn(&alternatives[i]), v) {
			return false
		}
	}
	return true
}

// UsesThis reports whether a term outside scopes uses $this, also as its default source. If one
// does, every row has a value of $this (query.this).
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

// TravRel returns the relationship that a reference traverses, or nil if there is none.
func TravRel(r *spec.Ref) *spec.Ref {
	if r.Trav == nil {
		return nil
	}
	return r.Trav.Rel
}
