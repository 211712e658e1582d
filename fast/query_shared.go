package fast

import (
	"slices"
	"sync/atomic"

	"github.com/relspec/relspec/spec"
)

// An uncached query does not depend on its user and never changes: the values of its variables are
// in the handle. So a world caches the last ones, and a program that creates the same query
// repeatedly reuses the compiled form. Ids that have died in the meantime match nothing in it, as
// in a new query. If a type has got another component, the query is compiled again.
//
// A released cached query is kept without its matches until an equal one is created and reuses it.

// queryMemory has the last queries, those that keep nothing and cached ones that were released, by
// their fields and number of terms.
type queryMemory [16]atomic.Pointer[typedQuery]

// slot is where a query is remembered, nil for one whose terms are judged by the world when it is
// made; keeps reports whether it may keep something.
func (s *queryMemory) slot(terms []Term, fields []typedField) (slot *atomic.Pointer[typedQuery], keeps bool) {
	keeps = true
	for _, t := range terms {
		switch t := t.(type) {
		case ID:
		case QueryOption:
			if t == DetectChanges {
				return nil, true
			}
			keeps = keeps && (t == NotInstanced || t == Exact)
		case queryTerm:
			if t.up != 0 || t.field != nil || t.order != nil || t.text != "" {
				return nil, true
			}
		default:
			return nil, true
		}
	}
	at := uintptr(len(terms))
	for i := range fields {
		at = at*31 + uintptr(fields[i].word)>>4
	}
	return &s[at%uintptr(len(s))], keeps
}

// sharedTyped is a query with the fields and terms, one that is remembered or a new one.
func sharedTyped(w *World, terms []Term, fields []typedField) *typedQuery {
	slot, keeps := w.typed.made.slot(terms, fields)
	if slot == nil {
		return compileTyped(w, terms, fields...)
	}
	if q := slot.Load(); q != nil && q.registered.Load() == w.typed.registered && q.is(terms, fields) &&
		(q.q.Kind != spec.KindCached || slot.CompareAndSwap(q, nil)) { // only one user may reuse a cached query
		q.q.IndexReach()
		return q
	}
	q := compileTyped(w, terms, fields...)
	if !keeps && q.q.Kind != spec.KindCached && !w.core.Profile.ChangeDetection.Has(q.q.Kind) {
		slot.Store(q)
	}
	return q
}

// is reports whether the query was made with the terms and of the fields.
func (q *typedQuery) is(terms []Term, fields []typedField) bool {
	if len(q.fields) != len(fields) || !slices.Equal(q.extra, terms) {
		return false
	}
	for i := range fields {
		if q.fields[i].word != fields[i].word {
			return false
		}
	}
	return true
}

// kept returns the components of the fields, which queries that share a plan share, too.
func kept[F comparable](q *typedQuery, fields F) *F {
	have := q.components.Load()
	if f, ok := have.(*F); ok && *f == fields {
		return f
	}
	f := new(F)
	*f = fields
	if have == nil {
		q.components.Store(f)
	}
	return f
}
