package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// Target is the n-th target, from 0 in type order, of the pairs of a relationship that an entity owns or inherits; the
// zero Entity past the last (REL-027, REL-031). The first target of an entity without bases costs constant time.
func (w *World) Target(e, relationship Entity, n int) Entity {
	t, _, alive := w.st.Record(e)
	if !alive || !w.st.Alive(relationship) || n < 0 {
		return 0
	}
	pairs := store.Pair(relationship.Index(), store.Wildcard)
	if column, count := w.st.Find(t, pairs); count == 1 && n == 0 && !w.hasBases(t) {
		return w.entity(w.actual(w.st.IDs(t)[column], e.Index()).Second())
	}
	var buf [16]uint32
	targets := w.targets(buf[:0], t, e.Index(), pairs)
	if n >= len(targets) {
		return 0
	}
	return w.entity(targets[n])
}

// Targets lists the targets of the pairs of a relationship that an entity owns or inherits, each once, in type order
// (P-14).
func (w *World) Targets(e, relationship Entity) []Entity {
	t, _, alive := w.st.Record(e)
	if !alive || !w.st.Alive(relationship) {
		return nil
	}
	return w.alive(w.targets(nil, t, e.Index(), store.Pair(relationship.Index(), store.Wildcard)))
}

// targets appends the targets of the pairs that an entity of a table has, in type order.
func (w *World) targets(to []uint32, t store.Table, index uint32, pairs store.ID) []uint32 {
	var buf [16]held
	from := len(to)
	for _, h := range w.collect(buf[:0], t, index, pairs, traitInherited) {
		to = append(to, h.id.Second())
	}
	w.sortEntities(to[from:])
	return to
}

// Sources lists the user's entities that own the pair (relationship, target), by creation.
func (w *World) Sources(target, relationship Entity) []Entity {
	if !w.st.Alive(target) || !w.st.Alive(relationship) {
		return nil
	}
	sources := w.owners(store.Pair(relationship.Index(), target.Index()))
	return slices.DeleteFunc(sources, func(e Entity) bool { return isBuiltin(e.Index()) })
}

// alive turns indices into entities.
func (w *World) alive(indices []uint32) []Entity {
	if len(indices) == 0 {
		return nil
	}
	list := make([]Entity, len(indices))
	for i, index := range indices {
		list[i] = w.entity(index)
	}
	return list
}

// Parent is the target of the own ChildOf pair, the zero Entity for a root.
func (w *World) Parent(e Entity) Entity {
	if !w.st.Alive(e) {
		return 0
	}
	return w.entity(w.parentOf(e.Index()))
}

// Children lists the user's entities that own (ChildOf, e), by creation.
func (w *World) Children(e Entity) []Entity { return w.Sources(e, ChildOf) }
