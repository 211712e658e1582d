package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
)

// walk iterates over a match set batch by batch.
type walk struct {
	set      *matchSet
	at       int
	entities []Entity

	last Batch // the current batch, if the set is watched, split or each
	rest int32 // rows of last that are still to be returned one by one

	cursor query.Cursor // position in the sequence, if the set has one
	given  int          // entities of the sequence that were returned
}

// plain reports whether the caller may try the fast path for the next match: the match covers all
// rows of its table, and each given field is the component of its type on $this. The fast path
// works only if the table has columns for these components, so the caller must look them up.
func (w *walk) plain(fields uint8) bool {
	return w.at < len(w.set.Tables) && w.set.plainFields&fields == fields && !w.set.slow
}

// skip moves past the next match, which is that of table t. It reports whether the table is empty.
func (w *walk) skip(t store.Table) bool {
	w.at++
	w.entities = w.set.w.core.Store.Entities(t)
	return len(w.entities) == 0
}

// advance goes to the next batch that has entities.
func (w *walk) advance() (Batch, bool) {
	s := w.set
	w.leave()
	if w.rest > 0 {
		w.rest--
		w.last.rows.From++
		return w.enter(w.last), true
	}
	for b, ok := w.following(); ok; b, ok = w.following() {
		if b.rows.Count == 0 {
			continue
		}
		if s.each || s.split && b.isShared() {
			w.rest, b.rows.Count = b.rows.Count-1, 1
		}
		return w.enter(b), true
	}
	return Batch{}, false
}

// following returns the next batch, which may be empty.
func (w *walk) following() (Batch, bool) {
	s := w.set
	switch {
	case s.sequence != nil:
		return w.inSequence()
	case w.at == len(s.Tables):
		return Batch{}, false
	}
	w.at++
	return s.part(w.at - 1), true
}

// enter makes b the current batch.
func (w *walk) enter(b Batch) Batch {
	w.entities = b.Entities()
	if s := w.set; s.watched || s.split || s.each {
		w.last = b
		if s.watched {
			s.enter(b)
		}
	}
	return b
}

// leave is called when the loop has processed the current batch.
func (w *walk) leave() {
	if w.last.set != nil && w.set.watched {
		w.set.leave(w.last)
	}
}

func (w *walk) close() {
	w.leave()
	if w.set.w.core.SortKeys.Any() {
		w.reportWrites()
	}
	w.set.close()
}

// isShared reports whether a field has one value for all entities of the batch.
func (b Batch) isShared() bool {
	return slices.ContainsFunc(b.fields(), func(m query.FieldMatch) bool { return m.Set && m.Source != 0 })
}
