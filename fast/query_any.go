package fast

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// anyQuery is the common part of all typed queries: [Query2] and the others are made of it.
type anyQuery struct {
	typed *typedQuery
	bound binding
}

func newQuery(w *World, terms []Term, fields ...typedField) anyQuery {
	return anyQuery{typed: newTypedQuery(w, terms, fields...)}
}

// Len is the number of entities that match, in time proportional to their tables. One that matches in several ways
// counts once for each.
func (q anyQuery) Len() int { return q.typed.length(&q.bound) }

// Matches reports whether an entity matches, in time proportional to the terms (QRY-473). A dead entity does not.
func (q anyQuery) Matches(e Entity) bool {
	q.bound.add(q.typed, This, e)
	return q.typed.length(&q.bound) > 0
}

var errVariable = spec.Errorf(spec.CodeUnresolved, "the query does not have the variable")

// Variable is the variable of a name that a [Text] term of the query has, named without $, to be given a value with Bind
// and read with [Batch.Variable]. It panics with code unresolved if the query does not have it outside scopes.
func (q anyQuery) Variable(name string) Entity {
	slot, ok := q.typed.q.Presettable(name)
	switch {
	case !ok || name == "":
		panic(errVariable)
	case slot == query.ThisSlot:
		return This
	}
	return Variable(int(slot))
}

// Plan tells how the query would be matched now; see [Query.Plan]. Up and Cascade terms, which are looked up for each
// match, are not in it.
func (q anyQuery) Plan() string { return q.typed.q.PlanText() }

// Release ends the keeping of a cached query, which must not be used afterwards. Queries that are no longer referred to
// need not be released.
func (q anyQuery) Release() { q.typed.forget() }
