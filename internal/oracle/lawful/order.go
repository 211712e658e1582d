package lawful

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/spec"
)

// WithTerms returns a query with other terms and without text.
func WithTerms(q *spec.Query, terms []spec.Term) *spec.Query {
	c := *q
	c.Expr, c.Text, c.Terms = "", false, terms
	return &c
}

// OtherOrder returns terms in another lawful order, and that order. It also permutes terms in
// scopes. It returns nil if there is no other order.
func OtherOrder(terms []spec.Term, seed uint64) ([]spec.Term, []int) {
	order := Permutation(terms, seed)
	changed := order != nil
	if order == nil {
		for i := range terms {
			order = append(order, i)
		}
	}
	out := inOrder(terms, order)
	for to, from := range order {
		if out[to].Kind != spec.TermScope {
			continue
		}
		// In a scope, $this may be a variable of the scope (scope.this).
		if inner := drawPermutation(out[to].Terms, hash.Mix(seed+uint64(from)), true); inner != nil {
			out[to].Terms, changed = inOrder(out[to].Terms, inner), true
		}
	}
	if !changed {
		return nil, nil
	}
	return out, order
}

func inOrder(terms []spec.Term, order []int) []spec.Term {
	out := make([]spec.Term, len(order))
	for to, from := range order {
		out[to] = terms[from]
	}
	return out
}

// Permutation draws a lawful order of terms that differs from the written one: order[i] is the
// written position of the term that is now at i. It returns nil if a few random draws find none.
func Permutation(terms []spec.Term, seed uint64) []int { return drawPermutation(terms, seed, false) }

func drawPermutation(terms []spec.Term, seed uint64, inScope bool) []int {
	n := len(terms)
	if n < 2 {
		return nil
	}
	before := make([][]bool, n) // before[i][j]: i must stay before j
	for i := range terms {
		before[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			before[i][j] = mustPrecede(&terms[i], &terms[j], inScope)
		}
	}
	for range 8 {
		seed = hash.Mix(seed)
		if order := drawOrder(terms, before, seed); order != nil && !slices.IsSorted(order) {
			return order
		}
	}
	return nil
}

func drawOrder(terms []spec.Term, before [][]bool, seed uint64) []int {
	n := len(terms)
	order := make([]int, 0, n)
	placed := make([]bool, n)
	for len(order) < n {
		var ready []int
		for j := range n {
			free := !placed[j]
			for i := 0; i < j && free; i++ {
				free = placed[i] || !before[i][j]
			}
			if free && (len(order) > 0 || terms[j].Kind != spec.TermScope) { // a scope must not be first
				ready = append(ready, j)
			}
		}
		if len(ready) == 0 {
			return nil
		}
		seed = hash.Mix(seed)
		pick := ready[seed%uint64(len(ready))]
		placed[pick] = true
		order = append(order, pick)
	}
	return order
}

// mustPrecede reports whether two terms must keep their order. Optional terms and chains keep
// theirs among one another, and relative to And terms with a common variable. Outside of scopes
// $this does not count, because it always has a value (query.this).
func mustPrecede(a, b *spec.Term, inScope bool) bool {
	switch {
	case negative(a) || negative(b) || !soft(a) && !soft(b):
		return false
	case soft(a) && soft(b):
		return true
	}
	return inScope && UsesThis([]spec.Term{*a}) && UsesThis([]spec.Term{*b}) ||
		slices.ContainsFunc(TermVars(a), func(v string) bool { return slices.Contains(TermVars(b), v) })
}

// FieldOrder maps the fields of the written terms to those of the permuted ones.
func FieldOrder(terms []spec.Term, order []int) []int {
	hasField := func(i int) bool { return terms[i].Kind == spec.TermMatch || terms[i].Kind == spec.TermOr }
	position := make(map[int]int, len(order))
	for _, from := range order {
		if hasField(from) {
			position[from] = len(position)
		}
	}
	var out []int
	for i := range terms {
		if hasField(i) {
			out = append(out, position[i])
		}
	}
	return out
}

// PermuteFields returns a function that permutes the fields of an answer. It does not change rows
// with another number of fields.
func PermuteFields(fields []int) func(*spec.Outcome) {
	return func(out *spec.Outcome) {
		for i := range out.Rows {
			old := out.Rows[i].Fields
			if len(old) != len(fields) {
				continue // the comparison reports that
			}
			out.Rows[i].Fields = make([]spec.Field, len(old))
			for to, from := range fields {
				out.Rows[i].Fields[to] = old[from]
			}
		}
	}
}
