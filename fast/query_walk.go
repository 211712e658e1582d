package fast

import (
	"iter"
	"slices"
	"unsafe"

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

	cursor   query.Cursor // position in the sequence, if the set has one
	returned int          // entities of the sequence that were returned
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

// batchesOf returns the loop of [Query2.Batches], whose batches have type B.
func batchesOf[B typedBatch[R], R any](q anyQuery, fields *fieldsOf[R]) iter.Seq[B] {
	return func(yield func(B) bool) {
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
			if !yield(B{b, fields}) {
				break
			}
		}
		set.close()
	}
}

// rowWalk is a walk for loops over rows. For each field it has the address of the first value in
// the current batch, or 0 if the field is not set. It also has the distance to the next value,
// which is 0 if the entities share one value. So a loop can add the distance after each entity and
// needs no branch for shared values. The addresses are numbers and do not keep the values alive;
// the world does.
type rowWalk struct {
	walk
	fields      []*componentCore
	first, step [maxFields]uintptr
	// plain is set if the matches are whole tables and each field is the component of its type on
	// $this. Then most tables have columns for all fields, and the distances are the sizes of the
	// types. sized is set if step already has these sizes.
	plain, sized bool
}

// open begins a loop.
func (w *rowWalk) open(q *typedQuery, b *binding) {
	w.set, w.fields = q.openRows(b), q.fieldCores()
	w.plain = !w.set.slow && int(w.set.plainFields) == 1<<len(w.fields)-1
}

// next goes to the next batch that has entities.
func (w *rowWalk) next() bool {
	for s := w.set; w.plain && w.at < len(s.Tables); {
		t := s.Tables[w.at].Table
		if !w.owned(t) {
			break
		}
		w.at++
		if w.entities = s.w.core.Store.Entities(t); len(w.entities) > 0 {
			return true
		}
	}
	b, ok := w.advance()
	if ok {
		w.sized = false
		for i, c := range w.fields {
			first, step := b.base(c, i), c.size
			if first == nil {
				first, step = b.column(c, i)
			} else if b.rows.From > 0 {
				first = unsafe.Add(first, uintptr(b.rows.From)*step)
			}
			w.first[i], w.step[i] = uintptr(first), step
		}
	}
	return ok
}

// owned finds the columns of all fields in a table. It returns false if the table has no column for
// a field, because its entities share the value.
func (w *rowWalk) owned(t store.Table) bool {
	first := w.first[:len(w.fields)]
	for i, c := range w.fields {
		// not looked up when the loop began: after AbandonLoops it may come to newer tables
		if first[i] = uintptr(c.reader.Base(t)); first[i] == 0 {
			return false
		}
	}
	if !w.sized {
		w.sized = true
		for i, c := range w.fields {
			w.step[i] = c.size
		}
	}
	return true
}

// cellAt converts a number to an address, by one register move. After an ordinary conversion the
// compiler would assume that the address is not nil.
func cellAt[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// isShared reports whether some field has one value for all entities of the batch.
func (b Batch) isShared() bool {
	return slices.ContainsFunc(b.fields(), func(m query.FieldMatch) bool { return m.Set && m.Source != 0 })
}
