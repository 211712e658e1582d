package rules

import "github.com/relspec/relspec/fast/internal/store"

// Targets appends the targets of the pairs that an entity of a table has, in type order.
func (w *World) Targets(to []uint32, t store.Table, index uint32, pairs store.ID) []uint32 {
	var buf [16]Held
	from := len(to)
	for _, h := range w.Collect(buf[:0], t, index, pairs, TraitInherited) {
		to = append(to, h.ID.Second())
	}
	w.SortEntities(to[from:])
	return to
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
