package exhaust

import (
	"encoding/json"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Queries returns the queries of a bound. No two differ only in the names of variables. The profile
// refuses some of them; the refusals are compared, too.
func Queries(b Bound) []*spec.Query {
	l := &queryList{seen: map[string]bool{}}
	patterns := b.patterns()
	terms := slices.Concat(withOperators(patterns), b.special())
	for _, t := range terms {
		l.add(t)
	}
	if b.Wide {
		for _, t := range withOperators(b.everyPattern()) {
			l.add(t)
		}
	}
	if b.Terms == 1 {
		return l.out
	}
	for i := range terms {
		for j := i; j < len(terms); j++ { // the variant "permuted" tests the order of terms
			l.add(terms[i], terms[j])
			l.add(terms[i], other(terms[j]))
		}
	}
	for i, p := range patterns {
		for j, q := range patterns {
			if i != j {
				l.add(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{p, q}})
			}
			l.add(p, spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{q}})
		}
		for _, c := range b.comparisons() {
			l.add(p, c)
		}
	}
	return l.out
}

// queryList keeps each query once.
type queryList struct {
	seen map[string]bool
	out  []*spec.Query
}

func (l *queryList) add(terms ...spec.Term) {
	q := &spec.Query{Terms: spec.CloneTerms(terms)}
	canonicalVariables(q)
	key, err := json.Marshal(spec.Operation{Op: spec.OpQuery, Query: q})
	if err != nil || l.seen[string(key)] {
		return
	}
	l.seen[string(key)] = true
	l.out = append(l.out, q)
}

// canonicalVariables names variables x, y, z in order of first use.
func canonicalVariables(q *spec.Query) {
	names := map[string]string{}
	q.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			if r.Kind != spec.RefVariable || r.Name == spec.This {
				continue
			}
			if _, known := names[r.Name]; !known {
				names[r.Name] = string(rune('x' + len(names)))
			}
			r.Name = names[r.Name]
		}
	})
}

// other returns the term with the variable "other" instead of its variables.
func other(t spec.Term) spec.Term {
	t = t.Clone()
	t.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			if r.Kind == spec.RefVariable && r.Name != spec.This {
				r.Name = "other"
			}
		}
	})
	return t
}

func withOperators(patterns []spec.Term) []spec.Term {
	var out []spec.Term
	for _, p := range patterns {
		for _, oper := range []spec.Operator{spec.And, spec.Not, spec.Optional} {
			t := p
			t.Oper = oper
			out = append(out, t)
		}
	}
	return out
}

var (
	noRef   = spec.Ref{}
	star    = spec.EntityRef(spec.Wildcard)
	anyRef  = spec.EntityRef(spec.Any)
	varX    = spec.VarRef("x")
	varR    = spec.VarRef("r")
	thisRef = spec.VarRef(spec.This)
)

// up is $this with a traversal of a relationship.
func up(r spec.Handle, flags spec.TravFlags) spec.Ref {
	rel := spec.EntityRef(r)
	return spec.Ref{Trav: &spec.Traversal{Flags: flags, Rel: &rel}}
}

// patterns returns the alphabet of terms: each kind of element in each position at least once, and
// every entity.
func (b Bound) patterns() []spec.Term {
	tag := spec.EntityRef(tagName)
	out := []spec.Term{
		{First: tag},
		{First: tag, Src: varX},
		{First: tag, Src: star},
		{First: tag, Src: up(spec.ChildOf, spec.TravUp)},
		{First: tag, Src: up(spec.IsA, spec.TravSelf)},
		{First: tag, Src: up(relationNames[0], spec.TravSelf|spec.TravUp)},
		{First: star},
		{First: star, Second: star},
		{First: spec.EntityRef(spec.ChildOf), Second: star},
	}
	for _, h := range b.entities() {
		e := spec.EntityRef(h)
		out = append(out,
			spec.Term{First: tag, Src: e},
			spec.Term{First: star, Second: e},
			spec.Term{First: spec.EntityRef(spec.IsA), Second: e},
		)
	}
	for _, h := range b.relationships() {
		r := spec.EntityRef(h)
		out = append(out,
			spec.Term{First: r, Second: star},
			spec.Term{First: r, Second: anyRef},
			spec.Term{First: r, Second: varX},
		)
		for _, e := range b.entities() {
			out = append(out,
				spec.Term{First: r, Second: spec.EntityRef(e)},
				spec.Term{First: r, Second: varX, Src: spec.EntityRef(e)},
			)
		}
	}
	r := spec.EntityRef(relationNames[0])
	return append(out,
		spec.Term{First: r, Second: thisRef, Src: varX},
		spec.Term{First: varR, Second: varX},
		spec.Term{First: r, Second: star, Src: up(spec.IsA, spec.TravUp)},
	)
}

// special returns the terms that withOperators must not expand: list operators, cascade, and a
// singleton source.
func (b Bound) special() []spec.Term {
	var out []spec.Term
	for _, h := range b.entities() {
		for _, oper := range []spec.Operator{spec.AndFrom, spec.OrFrom, spec.NotFrom} {
			out = append(out, spec.Term{First: spec.EntityRef(h), Oper: oper})
		}
	}
	tag := spec.EntityRef(tagName)
	for _, h := range []spec.Handle{spec.ChildOf, relationNames[0]} {
		out = append(out,
			spec.Term{First: tag, Src: up(h, spec.TravCascade)},
			spec.Term{First: tag, Src: up(h, spec.TravCascade|spec.TravSelf|spec.TravUp), Oper: spec.Optional},
		)
	}
	return append(out, spec.Term{First: tag, Src: spec.Ref{Kind: spec.RefSingleton}})
}

// everyPattern returns every element in every position with every traversal.
func (b Bound) everyPattern() []spec.Term {
	firsts := []spec.Ref{
		spec.EntityRef(tagName), spec.EntityRef(spec.IsA), spec.EntityRef(spec.ChildOf), star, anyRef,
		varR,
	}
	for _, h := range b.relationships() {
		firsts = append(firsts, spec.EntityRef(h))
	}
	seconds := []spec.Ref{noRef, star, anyRef, varX, thisRef}
	sources := []spec.Ref{noRef, varX, star, anyRef}
	for _, h := range b.entities() {
		seconds, sources = append(seconds, spec.EntityRef(h)), append(sources, spec.EntityRef(h))
	}
	traversals := []*spec.Traversal{nil, {Flags: spec.TravSelf}}
	for _, h := range []spec.Handle{spec.IsA, spec.ChildOf, relationNames[0]} {
		rel := spec.EntityRef(h)
		traversals = append(traversals,
			&spec.Traversal{Flags: spec.TravUp, Rel: &rel},
			&spec.Traversal{Flags: spec.TravSelf | spec.TravUp, Rel: &rel})
	}
	var out []spec.Term
	for _, first := range firsts {
		for _, second := range seconds {
			for _, source := range sources {
				for _, t := range traversals {
					source.Trav = t
					out = append(out, spec.Term{First: first, Second: second, Src: source})
				}
			}
		}
	}
	return out
}

// comparisons returns comparisons of the variables that patterns bind.
func (b Bound) comparisons() []spec.Term {
	var out []spec.Term
	for _, c := range []spec.Comparison{spec.Equal, spec.NotEqual} {
		for _, h := range b.entities() {
			out = append(out,
				spec.Term{Kind: spec.TermCompare, Compare: c, Src: varX, Second: spec.EntityRef(h)},
				spec.Term{Kind: spec.TermCompare, Compare: c, Src: thisRef, Second: spec.EntityRef(h)},
			)
		}
		out = append(out, spec.Term{Kind: spec.TermCompare, Compare: c, Src: varX, Second: thisRef})
	}
	return append(out, spec.Term{
		Kind: spec.TermCompare, Compare: spec.Contains, Src: thisRef,
		Second: spec.Ref{Kind: spec.RefText, Name: string(b.entities()[0])},
	})
}
