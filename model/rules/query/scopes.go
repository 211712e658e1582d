package query

import "iter"

// Scope yields the solutions of the terms of a scope. Since a scope is negated, one solution
// excludes the row (scope.not, scope.nested). Its variables are local unless they occur outside
// (scope.variables). If a comparison in the scope uses $this and $this has no value, every entity
// is tried as $this (scope.this).
func (s *Search) Scope(t *Term, row Solution) iter.Seq[Solution] {
	return s.join(t.Terms, s.values(compared(t.Terms), row))
}
