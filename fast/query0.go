package fast

import (
	"iter"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// anyQuery is the common part of all typed queries, such as [Query2].
type anyQuery struct {
	typed *typedQuery
	bound binding
}

func newQuery(w *World, terms []Term, fields ...*componentCore) anyQuery {
	return anyQuery{typed: newTypedQuery(w, terms, fields...)}
}

// Len returns the number of matches, in time proportional to the number of matching tables. An
// entity that matches in several ways counts once for each way: if Bob likes Alice and Carol, he
// counts twice for (Likes, *).
func (q anyQuery) Len() int { return q.typed.length(&q.bound) }

// Matches reports whether e matches, in time proportional to the number of terms. It is false for a
// dead entity.
//
// Statements: QRY-473.
func (q anyQuery) Matches(e Entity) bool {
	t := q.typed
	if q.bound.count == 0 && !q.bound.chosen && t.registered.Load() == t.w.typed.registered && t.w.core.Store.Alive(e) {
		test := t.q.NewTest()
		if matches, ok := test.LookUp(e); ok {
			return matches
		}
	}
	q.bound.add(q.typed, This, e)
	return q.typed.length(&q.bound) > 0
}

var errVariable = spec.Errorf(spec.CodeUnresolved, "the query has no such variable; use it in a term")

// Variable returns the variable of a [Text] term by its name without $, for use with Bind and
// [Batch.Variable]. It panics with code unresolved if the query does not have the variable, or has
// it only in scopes.
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

// String returns the terms of the query, the fields first, in the format of [Query.String].
func (q anyQuery) String() string { return q.typed.q.Text() }

// Plan returns how the query would be matched now; see [Query.Plan].
func (q anyQuery) Plan() string { return q.typed.q.PlanText() + q.typed.q.WarningText() }

// Release frees the cached matches of the query. Do not use the query afterwards. Calling Release
// is optional: the garbage collector frees queries that the program no longer refers to.
func (q anyQuery) Release() { q.typed.forget() }

// Query0 is like [Query2] but has no fields. A loop gets entities; [Component.In] returns values
// for the entities of a batch.
type Query0 struct{ anyQuery }

// NewQuery0 is like [NewQuery2].
func NewQuery0(w *World, terms ...Term) Query0 { return Query0{newQuery(w, terms)} }

// Bind is like [Query2.Bind].
func (q Query0) Bind(variable, value Entity) Query0 {
	q.bound.add(q.typed, variable, value)
	return q
}

// With is like [Query2.With].
func (q Query0) With(relationship, target Entity) Query0 {
	q.with(relationship, target)
	return q
}

// Group is like [Query2.Group].
func (q Query0) Group(group Entity) Query0 {
	q.bound.choose(q.typed, group)
	return q
}

// Batches is like [Query2.Batches].
func (q Query0) Batches() iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		set := q.typed.openBatches(&q.bound)
		for m := 0; set.slow || m < len(set.Tables); m++ { // a single call of yield, so that the compiler inlines it
			var b Batch
			if set.slow {
				ok := false
				if b, ok = set.walk.advance(); !ok {
					break
				}
			} else if b = set.batch(m); b.rows.Count == 0 {
				continue
			}
			if !yield(b) {
				break
			}
		}
		set.close()
	}
}

// Split is like [Query2.Split].
func (q Query0) Split(n int) []iter.Seq[Batch] {
	parts := q.parts(n)
	list := make([]iter.Seq[Batch], 0, len(parts))
	for _, part := range parts {
		list = append(list, part.each)
	}
	return list
}

// All iterates over the entities one at a time.
func (q Query0) All() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		var w rowWalk
		w.open(q.typed, &q.bound)
	loop:
		for w.next() {
			for _, entity := range w.entities {
				if !yield(entity) {
					break loop
				}
			}
		}
		w.close()
	}
}
