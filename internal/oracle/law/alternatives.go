package law

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// alternativesLaw: an Or chain is its first alternative or, if that does not match, its second, and
// so on.
func alternativesLaw() *Law {
	return &Law{
		Name:    "alternatives",
		Summary: "(q, A || B) = (q, A) + (q, B, !A), or (q, A) + (q, B) where a chain gives every match, if all alternatives have the same variables, none of them conditional",
		Needs:   needsText,
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			at := q.splittableChain()
			if at < 0 {
				return 0, nil
			}
			chain := q.terms[at].Terms
			var lawful []spec.Row
			for k := range chain {
				rows, ok, d := q.ask(q.alternative(at, k), nil)
				if d != nil || !ok {
					return 1, d
				}
				if !q.Profile.OrEvery {
					rows = withoutLastFields(rows, k)
				}
				lawful = append(lawful, rows...)
			}
			rows := q.rows
			if q.Profile.OrEvery {
				rows, lawful = distinct(rows), distinct(lawful)
			}
			return 1, q.same(lawful, rows, fmt.Sprintf("the %d alternatives of term %d, each without those before it, are not q:", len(chain), at+1))
		}),
	}
}

// alternative returns the query's terms with alternative k instead of the chain. Unless a chain
// gives every match, it adds a Not for each earlier alternative.
func (q *lawQuery) alternative(at, k int) []spec.Term {
	terms := spec.CloneTerms(q.terms)
	chain := terms[at].Terms
	terms[at] = chain[k]
	if q.Profile.OrEvery {
		return terms
	}
	for _, before := range chain[:k] {
		before.Oper, before.Access = spec.Not, spec.AccessDefault
		terms = append(terms, before)
	}
	return terms
}

// splittableChain returns the position of the first chain to which the law applies, or -1.
func (q *lawQuery) splittableChain() int {
	unsure := lawful.Conditional(q.terms)
	for at := range q.terms {
		chain := q.terms[at].Terms
		if q.terms[at].Kind != spec.TermOr || lawful.CountTerms(q.terms)+len(chain) > 60 {
			continue
		}
		vars := lawful.TermVars(&q.terms[at])
		if slices.ContainsFunc(vars, func(v string) bool { return unsure[v] || !lawful.InEvery(chain, v) }) ||
			q.needsThis(at) {
			continue
		}
		if !slices.ContainsFunc(chain, func(t spec.Term) bool { return !splittable(&t) }) {
			return at
		}
	}
	return -1
}

// needsThis reports whether $this occurs in some alternatives of the chain but not in all, and in
// no other term.
func (q *lawQuery) needsThis(at int) bool {
	with := 0
	for _, alternative := range q.terms[at].Terms {
		if lawful.UsesThis([]spec.Term{alternative}) {
			with++
		}
	}
	return with > 0 && with < len(q.terms[at].Terms) && !lawful.UsesThis(slices.Concat(q.terms[:at], q.terms[at+1:]))
}

// splittable excludes three kinds of terms: comparisons have no field, cascade orders the rows, and
// a term that names Prefab or Disabled affects the whole query (query.hidden-entities).
func splittable(t *spec.Term) bool {
	if t.Kind != spec.TermMatch || t.Src.Trav != nil && t.Src.Trav.Flags&spec.TravCascade != 0 {
		return false
	}
	return !slices.ContainsFunc(t.Refs(), func(r *spec.Ref) bool {
		return r.Name == string(spec.Prefab) || r.Name == string(spec.Disabled)
	})
}

// distinct returns each row once.
func distinct(rows []spec.Row) []spec.Row {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(r spec.Row) bool {
		text := show.Row(r)
		known := seen[text]
		seen[text] = true
		return known
	})
}
