package fast

import (
	"slices"
	"sync/atomic"

	"github.com/relspec/relspec/spec"
)

// If a program makes the same query again and again, the world compiles it only once. This works
// for the options Uncached and Rule: such a query does not change after it was compiled, because
// the values of its variables are stored outside, in the Query2 or similar value. The world keeps
// the most recent ones. Ids that have died in the meantime match nothing, as in a new query. If the
// component of a type has another entity now, the query is compiled again.
//
// In profiles with usage traits, the query is also compiled again if traits have changed, because
// the source of a term depends on whether its first element is a Singleton (usage.singleton-term).
//
// A cached query is kept only after [Query2.Release], without its matches. The next equal query
// reuses it.

// queryMemory holds recent uncached queries and released cached queries. A hash of the fields and
// the number of terms gives the slot.
type queryMemory [16]atomic.Pointer[typedQuery]

// slot returns the slot of a query. It is nil if the query cannot be shared, because it detects
// changes, or because compiling a term, such as Up or a Text, depends on the state of the world.
// keeps is false if an option makes the query uncached.
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
