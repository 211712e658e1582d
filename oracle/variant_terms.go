package oracle

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// permutedVariant writes the terms of every query in another order, within what is lawful.
func permutedVariant() *Variant {
	return &Variant{
		Name:        "permuted",
		Law:         "And terms, Not terms and scopes may be permuted, but an And term not across an Optional or Or with which it shares a variable",
		OnlyQueries: true,
		Rewrite: func(r *Recording) []Step {
			fields := map[string][]int{} // of prepared queries and iterators that were rewritten
			return r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op == spec.OpIterBegin {
					fields[op.As] = fields[op.On]
				}
				if back := fields[op.On]; back != nil && one(op.Op, spec.OpIterate, spec.OpIterNext) {
					s := asking(op, i)
					s.Back = permuteFields(back)
					return s, true
				}
				if !one(op.Op, spec.OpQuery, spec.OpPrepare) {
					return Step{}, false
				}
				q, back := r.permutedQuery(i)
				if op.Op == spec.OpPrepare {
					fields[op.As] = back
				}
				if q == nil {
					return Step{}, false
				}
				op.Query = q
				s := asking(op, i)
				s.Back = permuteFields(back)
				return s, true
			})
		},
	}
}

// permutedQuery is the query of operation i with its terms in another order, and the place of each written field.
func (r *Recording) permutedQuery(i int) (*spec.Query, []int) {
	terms, ok := r.terms(i)
	if !ok {
		return nil, nil
	}
	q := r.Ops[i].Query
	if q.OrderBy != nil && q.OrderBy.Component != "" { // the first term that is written with the key decides (P-57)
		return nil, nil
	}
	other, order := permuted(terms, seedOf(q.Terms)^seedOf(q.Expr))
	if other == nil {
		return nil, nil
	}
	return withTerms(q, other), fieldOrder(terms, order)
}

func withTerms(q *spec.Query, terms []spec.Term) *spec.Query {
	c := *q
	c.Expr, c.Text, c.Terms = "", false, terms
	return &c
}

// permuted are terms in another lawful order, and that order; those of scopes are permuted too. It is nil where there is no
// other.
func permuted(terms []spec.Term, seed uint64) ([]spec.Term, []int) {
	order := Permutation(terms, seed)
	changed := order != nil
	if order == nil {
		for i := range terms {
			order = append(order, i)
		}
	}
	out := make([]spec.Term, len(order))
	for to, from := range order {
		out[to] = terms[from]
		if out[to].Kind != spec.TermScope {
			continue
		}
		if inner, _ := permutedWithin(out[to].Terms, mix(seed+uint64(from))); inner != nil {
			out[to].Terms, changed = inner, true
		}
	}
	if !changed {
		return nil, nil
	}
	return out, order
}

// permutedWithin is permuted for the terms of a scope, where $this may be a variable of the scope (P-64).
func permutedWithin(terms []spec.Term, seed uint64) ([]spec.Term, []int) {
	order := drawPermutation(terms, seed, true)
	if order == nil {
		return nil, nil
	}
	out := make([]spec.Term, len(order))
	for to, from := range order {
		out[to] = terms[from]
	}
	return out, order
}

// Permutation draws a lawful order of terms other than the written one: order[i] is the written place of the term
// that now stands at i. It is nil where there is none, or where a few draws find none.
func Permutation(terms []spec.Term, seed uint64) []int { return drawPermutation(terms, seed, false) }

func drawPermutation(terms []spec.Term, seed uint64, inScope bool) []int {
	n := len(terms)
	if n < 2 {
		return nil
	}
	before := make([][]bool, n) // before[i][j]: i stays before j
	for i := range terms {
		before[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			before[i][j] = mustPrecede(&terms[i], &terms[j], inScope)
		}
	}
	for range 8 {
		seed = mix(seed)
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
			if free && (len(order) > 0 || terms[j].Kind != spec.TermScope) { // a scope is not the first term
				ready = append(ready, j)
			}
		}
		if len(ready) == 0 {
			return nil
		}
		seed = mix(seed)
		pick := ready[seed%uint64(len(ready))]
		placed[pick] = true
		order = append(order, pick)
	}
	return order
}

// mustPrecede reports whether two terms keep their order: Optional terms and chains among themselves, and with And terms
// with which they share a variable. $this always has a value outside scopes (P-23).
func mustPrecede(a, b *spec.Term, inScope bool) bool {
	switch {
	case negative(a) || negative(b) || !soft(a) && !soft(b):
		return false
	case soft(a) && soft(b):
		return true
	}
	return inScope && usesThis([]spec.Term{*a}) && usesThis([]spec.Term{*b}) ||
		slices.ContainsFunc(termVars(a), func(v string) bool { return slices.Contains(termVars(b), v) })
}

// fieldOrder maps the fields of the written terms to those of the permuted ones.
func fieldOrder(terms []spec.Term, order []int) []int {
	hasField := func(i int) bool { return terms[i].Kind == spec.TermMatch || terms[i].Kind == spec.TermOr }
	place := make(map[int]int, len(order))
	for _, from := range order {
		if hasField(from) {
			place[from] = len(place)
		}
	}
	var out []int
	for i := range terms {
		if hasField(i) {
			out = append(out, place[i])
		}
	}
	return out
}

func permuteFields(fields []int) func(*spec.Outcome) {
	return func(out *spec.Outcome) {
		for i := range out.Rows {
			old := out.Rows[i].Fields
			if len(old) != len(fields) {
				continue // the comparison reports it
			}
			out.Rows[i].Fields = make([]spec.Field, len(old))
			for to, from := range fields {
				out.Rows[i].Fields[to] = old[from]
			}
		}
	}
}

// textVariant gives every query in its other form: text as terms, and terms as text where all entities that they
// mention are alive and named like their handles.
func textVariant() *Variant {
	return &Variant{
		Name:        "text",
		Law:         "text and terms are two forms of one query",
		OnlyQueries: true,
		Rewrite: func(r *Recording) []Step {
			alive := r.namedLikeHandles()
			return r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op != spec.OpQuery && op.Op != spec.OpPrepare || op.Query == nil {
					return Step{}, false
				}
				q := op.Query.Clone()
				if q.IsText() {
					terms, ok := r.terms(i)
					if !ok {
						return Step{}, false
					}
					q.Expr, q.Text, q.Terms = "", false, terms
				} else if !r.asText(q, alive(i)) {
					return Step{}, false
				}
				op.Query = q
				return asking(op, i), true
			})
		},
	}
}

func (r *Recording) asText(q *spec.Query, named func(string) bool) bool {
	if named == nil {
		return false
	}
	safe := true
	q.Walk(func(t *spec.Term) {
		for _, ref := range t.Refs() {
			for ; ref != nil; ref = travRel(ref) {
				byHandle := ref.Kind == spec.RefEntity || ref.Kind == spec.RefMember
				safe = safe && ref.Kind != spec.RefName && (!byHandle || named(ref.Name))
			}
		}
	})
	if !safe {
		return false
	}
	text, err := lang.Print(r.Profile.Dialect, q.Terms, lang.PrintHandlesAsNames())
	if err != nil {
		return false
	}
	q.Expr, q.Text, q.Syntax, q.Terms = text, true, spec.DialectDefault, nil
	return true
}

func travRel(r *spec.Ref) *spec.Ref {
	if r.Trav == nil {
		return nil
	}
	return r.Trav.Rel
}

// namedLikeHandles gives for each operation a test whether a handle is that of a builtin or of an alive root entity
// whose name is the handle, or nil where the world at that time is not known.
func (r *Recording) namedLikeHandles() func(i int) func(string) bool {
	builtin := map[string]bool{}
	for _, b := range spec.Builtins(r.Profile) {
		builtin[string(b.Handle)] = true
	}
	if r.has(spec.OpScope) {
		return func(int) func(string) bool { return nil }
	}
	return func(i int) func(string) bool {
		dump := r.worldAt(i)
		if dump == nil {
			return nil
		}
		return func(h string) bool {
			if builtin[h] {
				return true
			}
			k, ok := slices.BinarySearchFunc(dump.Entities, spec.Handle(h), func(e spec.DumpEntity, h spec.Handle) int {
				return compareHandles(e.Handle, h)
			})
			if !ok || dump.Entities[k].Name != h {
				return false
			}
			return !slices.ContainsFunc(dump.Entities[k].IDs, func(id spec.DumpID) bool { return id.ID.First == spec.ChildOf })
		}
	}
}

func compareHandles(a, b spec.Handle) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// worldAt is the world before operation i, or nil where no dump was taken since the last change.
func (r *Recording) worldAt(i int) *spec.Dump {
	if k := r.lastChange(i); k >= 0 {
		return r.Dumps[k]
	}
	return nil
}
