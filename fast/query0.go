package fast

import (
	"iter"
)

// Query0 is [Query2] without fields: its batches have entities, and values through [Component.In].
type Query0 struct{ anyQuery }

// NewQuery0 is as [NewQuery2].
func NewQuery0(w *World, terms ...Term) Query0 { return Query0{newQuery(w, terms)} }

// Bind is as [Query2.Bind].
func (q Query0) Bind(variable, value Entity) Query0 {
	q.bound.add(q.typed, variable, value)
	return q
}

// Group is as [Query2.Group].
func (q Query0) Group(group Entity) Query0 {
	q.bound.choose(q.typed, group)
	return q
}

// Batches is as [Query2.Batches].
func (q Query0) Batches() iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		set := q.typed.openBatches(&q.bound)
		for m := 0; set.slow || m < len(set.matches); m++ { // with one call of yield, which the compiler then inlines
			var b Batch
			if set.slow {
				ok := false
				if b, ok = set.walk.advance(); !ok {
					break
				}
			} else if b = set.batch(m); b.rows.count == 0 {
				continue
			}
			if !yield(b) {
				break
			}
		}
		set.close()
	}
}

// All goes over the entities one at a time.
func (q Query0) All() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		w := walk{set: q.typed.openRows(&q.bound)}
	loop:
		for b, ok := w.advance(); ok; b, ok = w.advance() {
			for _, entity := range b.Entities() {
				if !yield(entity) {
					break loop
				}
			}
		}
		w.close()
	}
}
