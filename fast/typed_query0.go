package fast

import "iter"

// Query0 is [Query2] without fields: its batches have entities, and values through [Component.In].
type Query0 struct {
	typed *typedQuery
	bound binding
}

// NewQuery0 is as [NewQuery2].
func NewQuery0(w *World, terms ...Term) Query0 { return Query0{typed: newTypedQuery(w, terms)} }

// Bind is as [Query2.Bind].
func (q Query0) Bind(variable, value Entity) Query0 {
	q.bound.add(q.typed, variable, value)
	return q
}

// Batches is as [Query2.Batches].
func (q Query0) Batches() iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		set := q.typed.open(&q.bound)
		for m := range set.matches {
			b := set.batch(m)
			if len(set.rows) != 0 {
				b = b.narrow()
			}
			if b.rows.count != 0 && !yield(b) {
				break
			}
		}
		set.close()
	}
}

// All goes over the entities one at a time.
func (q Query0) All() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		set := q.typed.open(&q.bound)
	loop:
		for m := range set.matches {
			batch := set.batch(m)
			if len(set.rows) != 0 {
				batch = batch.narrow()
			}
			if batch.rows.count == 0 {
				continue
			}
			for _, entity := range batch.Entities() {
				if !yield(entity) {
					break loop
				}
			}
		}
		set.close()
	}
}

// Len is the number of entities that match, in time proportional to their tables. One that matches in several ways
// counts once for each.
func (q Query0) Len() int { return q.typed.length(&q.bound) }

// Release is as [Query2.Release].
func (q Query0) Release() { q.typed.forget() }
