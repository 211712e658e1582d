package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// This file lists the pairs of an entity, of a relationship and of a target. A table may have a
// mark instead of a pair, see nonfragmenting.go.

// OwnTargets appends the targets of the pairs of a relationship that an entity of a table owns, in
// type order.
func (w *World) OwnTargets(to []uint32, t store.Table, index, relationship uint32) []uint32 {
	from := len(to)
	for _, id := range w.Store.Pairs(t, relationship) {
		to = append(to, w.Actual(id, index).Second())
	}
	w.SortEntities(to[from:])
	return to
}

// FirstTargetIn returns the first target in type order that an entity of a table owns, or 0 if it
// owns no pair of the relationship. index can be 0 if none of these pairs is non-fragmenting.
func (w *World) FirstTargetIn(t store.Table, index, relationship uint32) uint32 {
	first := uint32(0)
	for _, id := range w.Store.Pairs(t, relationship) {
		if target := w.Actual(id, index).Second(); first == 0 || w.CompareEntities(target, first) < 0 {
			first = target
		}
	}
	return first
}

// Targets appends the targets of the pairs that an entity of a table owns or inherits and that
// match the pattern pairs, in type order.
func (w *World) Targets(to []uint32, t store.Table, index uint32, pairs store.ID) []uint32 {
	var buf [16]Held
	from := len(to)
	for _, h := range w.Collect(buf[:0], t, index, pairs, TraitInherited) {
		to = append(to, h.ID.Second())
	}
	w.SortEntities(to[from:])
	return to
}

// ParentOf returns the index of the parent of an entity, or 0 for a root.
func (w *World) ParentOf(index uint32) uint32 {
	return w.onlyPair(w.Table(index), index, ChildOf.Index()).Second()
}

// onlyPair returns the pair of an exclusive relationship that an entity of a table owns, or 0 for
// none.
func (w *World) onlyPair(t store.Table, index, relationship uint32) store.ID {
	pairs := w.Store.Pairs(t, relationship)
	if len(pairs) == 0 {
		return 0
	}
	return w.Actual(pairs[0], index)
}

// HasChildren reports whether an entity is the parent of another.
func (w *World) HasChildren(index uint32) bool {
	pair := store.Pair(ChildOf.Index(), index)
	return w.Store.CountOf(pair) > 0 || w.CountNonFragmenting(pair) > 0
}

// hasPairs reports whether any entity owns a pair of a relationship.
func (w *World) hasPairs(relationship uint32) bool {
	return w.Store.CountOf(store.Pair(relationship, store.Wildcard)) > 0
}

// eachPair calls f for each pair of a relationship that any entity owns.
func (w *World) eachPair(relationship uint32, f func(source, target uint32)) {
	for _, p := range w.Store.Lookup(store.Pair(relationship, store.Wildcard)) {
		pairs := w.Store.Pairs(p.Table, relationship)
		for _, e := range w.Store.Entities(p.Table) {
			for _, id := range pairs {
				f(e.Index(), w.Actual(id, e.Index()).Second())
			}
		}
	}
}

// EachSource calls f for every entity that owns a match of a look-up id. For (*, T), an entity with
// a pair in its table and a non-fragmenting pair may be passed twice.
func (w *World) EachSource(id store.ID, f func(index uint32)) {
	for _, p := range w.Store.Lookup(id) {
		for _, e := range w.Store.Entities(p.Table) {
			f(e.Index())
		}
	}
	w.eachNonFragmenting(id, func(_ uint32, sources []uint32) {
		for _, index := range sources {
			f(index)
		}
	})
}

// Owners lists the entities that own a match of a look-up id, including reserved ones, in the order
// of their creation.
func (w *World) Owners(id store.ID) []Entity {
	var indices []uint32
	w.EachSource(id, func(index uint32) { indices = append(indices, index) })
	w.SortEntities(indices)
	return w.Alive(slices.Compact(indices))
}

// Alive converts indices to entities.
func (w *World) Alive(indices []uint32) []Entity {
	if len(indices) == 0 {
		return nil
	}
	list := make([]Entity, len(indices))
	for i, index := range indices {
		list[i] = w.Entity(index)
	}
	return list
}
