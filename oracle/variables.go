package oracle

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// This file reads from the written terms which variables they share and which are conditional (ruling 8), so that
// variants and laws keep within what is lawful. It says nothing about answers.

// termVars lists the variables that a term mentions, $this left out, nested terms included.
func termVars(t *spec.Term) []string {
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

// negative reports whether a term is a Not term or a scope, which never bind (ruling 7).
func negative(t *spec.Term) bool {
	return t.Kind == spec.TermScope || t.Oper == spec.Not || t.Oper == spec.NotFrom
}

// soft reports whether a term may leave variables unset: Optional, or an Or chain.
func soft(t *spec.Term) bool { return t.Kind == spec.TermOr || t.Oper == spec.Optional }

// conditional lists the variables that may be unset in a row although a term outside Not and scopes has them, and
// marks the terms that may be ignored because they use one.
func conditional(terms []spec.Term) (vars map[string]bool, ignorable []bool) {
	vars, ignorable = map[string]bool{}, make([]bool, len(terms))
	seen := map[string]bool{}
	for i := range terms {
		t := &terms[i]
		mentioned := termVars(t)
		ignorable[i] = slices.ContainsFunc(mentioned, func(v string) bool { return vars[v] })
		if negative(t) {
			continue
		}
		for _, v := range mentioned {
			if !seen[v] && (ignorable[i] || t.Oper == spec.Optional || t.Kind == spec.TermOr && !inEvery(t.Terms, v)) {
				vars[v] = true
			}
			seen[v] = true
		}
	}
	return vars, ignorable
}

func inEvery(alternatives []spec.Term, v string) bool {
	for i := range alternatives {
		if !slices.Contains(termVars(&alternatives[i]), v) {
			return false
		}
	}
	return true
}

// usesThis reports whether $this occurs in a term outside scopes, so that every row has it (P-23).
func usesThis(terms []spec.Term) bool {
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
			if usesThis(t.Terms) {
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

// countTerms counts terms, nested ones included (P-32).
func countTerms(terms []spec.Term) int {
	n := 0
	for i := range terms {
		terms[i].Walk(func(*spec.Term) { n++ })
	}
	return n
}
