package reduce

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// forms collects changed copies of a value.
type forms[T any] struct {
	clone func() T
	all   []T
}

// add adds a copy with a change if the changed part is present.
func (f *forms[T]) add(present bool, change func(*T)) {
	if present {
		c := f.clone()
		change(&c)
		f.all = append(f.all, c)
	}
}

// simpler lists simpler forms of operation i, beginning with the forms that remove most. Each form
// reduces a measure that no other form increases, so that the reduction terminates.
func simpler(ops []spec.Operation, i int, profile string) []spec.Operation {
	op := ops[i]
	out := forms[spec.Operation]{clone: func() spec.Operation { return op }}
	if op.Op == spec.OpIterate && op.Group == nil {
		q := PreparedAs(ops[:i], op.On)
		out.add(q != nil, func(c *spec.Operation) { c.Op, c.On, c.Query = spec.OpQuery, "", q.Clone() })
	}
	out.add(op.Op == spec.OpSet, func(c *spec.Operation) { c.Op, c.Value = spec.OpAdd, nil })
	out.add(op.Op == spec.OpComponent, func(c *spec.Operation) { c.Op, c.Members = spec.OpEntity, nil })
	fewerFields(&out, &op)
	out.add(op.Parent != "", func(c *spec.Operation) {
		c.IDs, c.Parent = slices.Insert(slices.Clone(op.IDs), 0, spec.Pair(spec.ChildOf, op.Parent)), ""
	})
	out.add(op.Op == spec.OpEmit && op.Relationship != "" || op.Relationship == spec.ChildOf && defaultsToChildOf(op.Op),
		func(c *spec.Operation) { c.Relationship = "" })
	if op.Query != nil {
		for _, q := range simplerQueries(op.Query, profile) {
			out.add(true, func(c *spec.Operation) { c.Query = &q })
		}
	}
	return out.all
}

func defaultsToChildOf(k spec.OpKind) bool {
	return k == spec.OpDepth || k == spec.OpWalkUp || k == spec.OpTraverse
}

// PreparedAs returns the query that was last prepared under a name, or nil.
func PreparedAs(ops []spec.Operation, name string) *spec.Query {
	for i := len(ops) - 1; i >= 0; i-- {
		if ops[i].Op == spec.OpPrepare && ops[i].As == name {
			return ops[i].Query
		}
	}
	return nil
}

// fewerFields adds the forms of an operation without one of its optional arguments.
func fewerFields(out *forms[spec.Operation], op *spec.Operation) {
	drop := out.add
	drop(op.Name != nil && op.Op != spec.OpSetName, func(c *spec.Operation) { c.Name = nil })
	drop(op.Parent != "", func(c *spec.Operation) { c.Parent = "" })
	drop(op.Unscoped, func(c *spec.Operation) { c.Unscoped = false })
	drop(op.Limit != 0, func(c *spec.Operation) { c.Limit = 0 })
	drop(op.Skip != 0, func(c *spec.Operation) { c.Skip = 0 })
	drop(op.Values, func(c *spec.Operation) { c.Values = false })
	drop(op.Untouched, func(c *spec.Operation) { c.Untouched = false })
	drop(op.Changes, func(c *spec.Operation) { c.Changes = false })
	drop(op.Batches, func(c *spec.Operation) { c.Batches = false })
	drop(op.Monitor, func(c *spec.Operation) { c.Monitor = false })
	drop(op.YieldExisting, func(c *spec.Operation) { c.YieldExisting = false })
	drop(op.Group != nil, func(c *spec.Operation) { c.Group = nil })
	drop(op.MaxDepth != 0, func(c *spec.Operation) { c.MaxDepth = 0 })
	drop(op.Recursive != nil, func(c *spec.Operation) { c.Recursive = nil })
	drop(op.From != "", func(c *spec.Operation) { c.From = "" })
	for k := range op.IDs {
		drop(true, func(c *spec.Operation) { c.IDs = without(op.IDs, k) })
	}
	for k := range op.More {
		drop(true, func(c *spec.Operation) { c.More = without(op.More, k) })
	}
	drop(len(op.More) > 0, func(c *spec.Operation) { c.Entity, c.More = op.More[0], without(op.More, 0) })
	for k := range op.Events {
		drop(len(op.Events) > 1, func(c *spec.Operation) { c.Events = without(op.Events, k) })
	}
	for k := range op.Acts {
		drop(true, func(c *spec.Operation) { c.Acts = without(op.Acts, k) })
	}
	for k := range op.Members {
		drop(true, func(c *spec.Operation) { c.Members = without(op.Members, k) })
	}
	for _, name := range slices.Sorted(maps.Keys(op.Value)) {
		drop(true, func(c *spec.Operation) { c.Value = withoutKey(op.Value, name) })
	}
	for _, name := range slices.Sorted(maps.Keys(op.Vars)) {
		drop(true, func(c *spec.Operation) { c.Vars = withoutKey(op.Vars, name) })
	}
}

func without[T any](s []T, k int) []T {
	out := slices.Concat(s[:k], s[k+1:])
	if len(out) == 0 {
		return nil
	}
	return out
}

func withoutKey[M ~map[string]V, V any](m M, key string) M {
	out := make(M, len(m))
	for k, v := range m {
		if k != key {
			out[k] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// simplerQueries lists simpler forms of a query: terms instead of text, fewer options, simpler
// terms.
func simplerQueries(q *spec.Query, profile string) []spec.Query {
	out := forms[spec.Query]{clone: func() spec.Query { return *q.Clone() }}
	if q.IsText() {
		p, perr := spec.ProfileByName(profile)
		if perr != nil {
			return nil
		}
		terms, err := capability.Terms(p, q)
		out.add(err == nil, func(c *spec.Query) {
			c.Expr, c.Text, c.Syntax, c.Terms = "", false, spec.DialectDefault, terms
		})
	}
	for _, terms := range simplerTerms(q.Terms) {
		out.add(len(terms) > 0, func(c *spec.Query) { c.Terms = terms })
	}
	out.add(q.OrderBy != nil, func(c *spec.Query) { c.OrderBy = nil })
	out.add(q.GroupBy != "", func(c *spec.Query) { c.GroupBy = "" })
	out.add(q.Instanced, func(c *spec.Query) { c.Instanced = false })
	out.add(q.DetectChanges, func(c *spec.Query) { c.DetectChanges = false })
	out.add(q.Kind != spec.KindAuto, func(c *spec.Query) { c.Kind = spec.KindAuto })
	return out.all
}

// simplerTerms lists the forms of terms in which one term is removed or simpler.
func simplerTerms(terms []spec.Term) [][]spec.Term {
	var out [][]spec.Term
	replace := func(k int, with ...spec.Term) {
		out = append(out, slices.Concat(terms[:k:k], with, terms[k+1:]))
	}
	for k := range terms {
		replace(k)
	}
	for k := range terms {
		t := &terms[k]
		if t.Kind == spec.TermOr {
			for _, alternative := range t.Terms {
				replace(k, alternative)
			}
		}
		for _, inner := range simplerTerms(t.Terms) {
			if len(inner) > 0 {
				c := *t
				c.Terms = inner
				replace(k, c)
			}
		}
		for _, c := range simplerTerm(t) {
			replace(k, c)
		}
	}
	return out
}

// simplerTerm lists forms of one term without a modifier, a traversal, a source or a second
// element.
func simplerTerm(t *spec.Term) []spec.Term {
	out := forms[spec.Term]{clone: t.Clone}
	change := out.add
	change(t.Access != spec.AccessDefault, func(c *spec.Term) { c.Access = spec.AccessDefault })
	change(t.Kind == spec.TermMatch && t.Src.Kind != spec.RefNone,
		func(c *spec.Term) { c.Src = spec.Ref{Trav: t.Src.Trav} })
	change(t.Kind == spec.TermMatch && t.Second.Kind != spec.RefNone && t.First.Kind == spec.RefEntity,
		func(c *spec.Term) { c.Second = spec.Ref{} })
	change(t.Oper == spec.Optional, func(c *spec.Term) { c.Oper = spec.And })
	for k, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
		pick := func(c *spec.Term) *spec.Ref { return []*spec.Ref{&c.First, &c.Second, &c.Src}[k] }
		change(r.Trav != nil, func(c *spec.Term) { pick(c).Trav = nil })
		change(r.Trav != nil && r.Trav.Rel != nil, func(c *spec.Term) { pick(c).Trav.Rel = nil })
		change(r.Kind == spec.RefVariable && r.Name != spec.This && k < 2,
			func(c *spec.Term) { pick(c).Kind, pick(c).Name = spec.RefWildcard, "" })
	}
	return out.all
}
