// Package ask runs queries that a person types. The command diffcheck why and the playground use
// it.
//
//   - [Entity] finds an entity by handle or path
//   - [Apply] runs a query; if a name in it is unknown, or if the profile has no names, the name is
//     read as a handle
//   - [Row] returns the operation that asks why a row is in an answer
//   - [Statements] are those that an explanation cites
package ask

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Entity returns the entity with a handle or, if there is none, with a path. It returns "" if the
// world has neither.
func Entity(world spec.Engine, name string) spec.Handle {
	if world.Apply(spec.Operation{Op: spec.OpAlive, Entity: spec.Handle(name)}).Bool {
		return spec.Handle(name)
	}
	return world.Apply(spec.Operation{Op: spec.OpLookup, Path: name}).Entity
}

// Apply runs an operation whose query is text, and returns the answer and the operation that was
// run last. Entities in findings have no names. So if a name is unresolved, Apply tries again and
// reads such names as handles of entities that earlier operations create. If the profile has no
// query text, every name is a handle.
func Apply(
	world spec.Engine, p spec.Profile, before []spec.Operation, op spec.Operation,
) (spec.Outcome, spec.Operation) {
	if op.Query == nil || !op.Query.IsText() {
		return world.Apply(op), op
	}
	if p.Dialect == spec.DialectDefault {
		terms, err := byHandle(p.Notation(), op.Query.Expr, func(string) bool { return true })
		if err != nil {
			return spec.Fail(err), op
		}
		op.Query = withTerms(op.Query, terms)
		return world.Apply(op), op
	}
	outcome := world.Apply(op)
	if outcome.Err == nil || outcome.Err.Code != spec.CodeUnresolved {
		return outcome, op
	}
	if query, found := nameless(world, op.Query, p, before); found {
		op.Query = query
		outcome = world.Apply(op)
	}
	return outcome, op
}

// nameless parses the text of a query. If no entity has a name but an operation creates an entity
// with this handle, the name becomes the handle.
func nameless(world spec.Engine, q *spec.Query, p spec.Profile, before []spec.Operation) (*spec.Query, bool) {
	made := map[string]bool{}
	for i := range before {
		for _, h := range before[i].Makes() {
			made[string(h)] = true
		}
	}
	dialect := p.Dialect
	if q.Syntax != spec.DialectDefault {
		dialect = q.Syntax
	}
	found := false
	terms, err := byHandle(dialect, q.Expr, func(name string) bool {
		is := made[name] && world.Apply(spec.Operation{Op: spec.OpLookup, Path: name}).Entity == ""
		found = found || is
		return is
	})
	if err != nil {
		return nil, false
	}
	return withTerms(q, terms), found
}

// byHandle parses terms. If is returns true for a name, the name becomes a handle.
func byHandle(d spec.Dialect, text string, is func(name string) bool) ([]spec.Term, *spec.Error) {
	terms, err := lang.Parse(d, text)
	if err != nil {
		return nil, err
	}
	handle := func(r *spec.Ref) {
		if r.Kind == spec.RefName && is(r.Name) {
			r.Kind = spec.RefEntity
		}
	}
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for _, r := range t.Refs() {
				handle(r)
				if r.Trav != nil && r.Trav.Rel != nil {
					handle(r.Trav.Rel)
				}
			}
		})
	}
	return terms, nil
}

func withTerms(q *spec.Query, terms []spec.Term) *spec.Query {
	asked := q.Clone()
	asked.Expr, asked.Text, asked.Terms = "", false, terms
	return asked
}

// Row returns the operation that explains why a row is in the answer to a query. It sets the row's
// subject and variables.
func Row(q *spec.Query, r *spec.Row) spec.Operation {
	op := spec.Operation{Op: spec.OpExplain, Query: q, Entity: r.This, Vars: map[string]spec.Handle{}}
	for name, h := range r.Vars {
		if h != "" {
			op.Vars[name] = h
		}
	}
	return op
}

// Statements lists the statements that an explanation cites, in order of first use.
func Statements(e *spec.Explanation) []spec.StatementID {
	var ids []spec.StatementID
	add := func(p spec.Proof) {
		for _, id := range p.Statements() {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	for _, m := range e.Matches {
		for _, p := range m.Terms {
			add(p)
		}
	}
	for _, m := range e.Misses {
		add(m.Reason)
	}
	return ids
}
