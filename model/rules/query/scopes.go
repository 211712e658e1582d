package query

import "iter"

// Scope lists the solutions of the terms of a scope together. $this has values also if a scope only
// compares it (scope.this).
func (s *Search) Scope(t *Term, row Solution) iter.Seq[Solution] {
	return s.join(t.Terms, s.values(compared(t.Terms), row))
}
