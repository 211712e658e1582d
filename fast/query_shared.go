package fast

import (
	"slices"
	"sync/atomic"

	"github.com/relspec/relspec/spec"
)

// A compiled uncached query never changes, because the values of its variables are in the Query2 or
// similar value that refers to it. So a world caches the most recent queries with the option
// Uncached or Rule, and a program that creates the same query repeatedly reuses the compiled form.
// Ids that have died in the meantime match nothing in it, as in a new query. If the component of a
// type is now another entity, the query is compiled again.
//
// In profiles with usage traits, a stored query is compiled again if traits have changed, because
// the source of a term depends on whether its id is a Singleton (usage.singleton-term).
//
// A released cached query stays in the cache without its matches. The next equal query reuses it.

// queryMemory holds recent uncached queries and released cached queries, by their fields and number
// of terms.
type queryMemory [16]atomic.Pointer[typedQuery]

// slot returns where a query is stored. It returns nil if the query cannot be shared, because
// compiling its terms depends on the state of the world. keeps is false if an option makes the
// query uncached.
func (s *queryMemory) slot(terms []Term, fields []*componentCore) (slot *atomic.Pointer[typedQuery], keeps bool) {
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

// sharedTyped returns a query with the given fields and terms. It reuses a stored one if possible.
func sharedTyped(w *World, terms []Term, fields []*componentCore) *typedQuery {
	slot, keeps := w.typed.made.slot(terms, fields)
	if slot == nil {
		return compileTyped(w, terms, fields)
	}
	if q := slot.Load(); q != nil && q.registered.Load() == w.typed.registered && q.is(terms, fields) &&
		(q.traits == w.core.TraitChanges || !w.core.Profile.UsageTraits) &&
		(q.q.Kind != spec.KindCached || slot.CompareAndSwap(q, nil)) { // only one user may reuse a cached query
		q.q.IndexReach()
		return q
	}
	q := compileTyped(w, terms, fields)
	if !keeps && q.q.Kind != spec.KindCached && !w.core.Profile.ChangeDetection.Has(q.q.Kind) {
		slot.Store(q)
	}
	return q
}

// is reports whether the query has the given fields and terms.
func (q *typedQuery) is(terms []Term, fields []*componentCore) bool {
	return slices.Equal(q.fieldCores(), fields) && slices.Equal(q.extra, terms)
}
