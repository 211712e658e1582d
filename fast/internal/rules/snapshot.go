package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// Snapshot is a copy of a world.
type Snapshot struct {
	Store *store.Store
	contents
}

// TakeSnapshot copies the world. It may be called at any time.
func (w *World) TakeSnapshot() *Snapshot { return &Snapshot{w.Store.Clone(), w.contents.clone()} }

// Handover is like TakeSnapshot but does not copy. The world must not be used afterwards.
func (w *World) Handover() *Snapshot { return &Snapshot{w.Store, w.contents} }

func (c *contents) clone() contents {
	copied := *c
	copied.entities, copied.numbers = c.entities.clone(), maps.Clone(c.numbers)
	copied.names = names{of: maps.Clone(c.names.of), by: maps.Clone(c.names.by)}
	copied.Components = cloned(c.Components, func(of *Component) *Component { own := *of; return &own })
	copied.NonFragmenting = c.NonFragmenting.clone()
	copied.Sequences = cloned(c.Sequences, (*store.Ordered).Clone)
	copied.Marks = cloned(c.Marks, slices.Clone[[]store.ID])
	copied.Toggles = c.Toggles.clone()
	return copied
}

// cloned copies a map and each value in it.
func cloned[M ~map[K]V, K comparable, V any](m M, clone func(V) V) M {
	c := maps.Clone(m)
	for key, value := range c {
		c[key] = clone(value)
	}
	return c
}

// Reset restores a snapshot, except for the parts that are derived from ids.
func (w *World) Reset(s *Snapshot) {
	storage, before := w.Store, w.contents
	w.Store, w.contents = s.Store.Clone(), s.clone()
	w.floor = max(floorOf(storage, before.floor), floorOf(s.Store, s.floor))
	w.entities.last = max(before.entities.last, s.entities.last) // a loaded world may have greater positions
	w.Store.KeepOwners(storage)
	w.Store.SetTypeOf(w.typeOf)
	w.Store.RaiseGenerations(w.floor, storage.Indices())
	w.entities.cover(w.Store.Indices())
	w.keepNumbers(before.numbers)
	w.Toggles.Changes = max(before.Toggles.Changes, s.Toggles.Changes) + 1
	w.TraitChanges++
	w.Store.Subscribe(w.tableEvent)
	w.Hierarchy++
	w.restored()
}

// Shrink frees memory that the world no longer needs. No operation may be running.
func (w *World) Shrink() {
	w.Store.Shrink()
	w.entities.shrink(w.Store.Indices())
	w.names = names{of: packed(w.names.of), by: packed(w.names.by)}
	w.Toggles.renumbered(w)
	w.deletion = deletion{}
	w.restored()
}

// packed returns a copy of a map without spare capacity.
func packed[M ~map[K]V, K comparable, V any](m M) M {
	out := make(M, len(m))
	maps.Copy(out, m)
	return out
}
