package rules

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
)

// This file implements an option of profiles that engines define. With ZeroesDeadTargets, a pair
// whose target dies becomes its relationship as a tag: (Likes, Alice) becomes Likes. In other
// profiles, these functions return after one test.

// replacesTag reports whether adding a pair to an entity replaces the relationship that the entity
// owns as a tag.
func (w *World) replacesTag(e Entity, id store.ID) bool {
	return w.leavesTag(id) && w.ownsNow(e, store.Single(id.First()))
}

// removeReplacedTag removes the tag for which replacesTag returns true.
func (w *World) removeReplacedTag(e Entity, id store.ID) {
	if w.replacesTag(e, id) {
		w.rawRemove(e.Index(), store.Single(id.First()))
	}
}

// leavesTag reports whether a pair becomes its relationship as a tag when its target dies.
func (w *World) leavesTag(id store.ID) bool {
	return w.Profile.ZeroesDeadTargets && id.IsPair() && !IsBuiltin(id.First())
}

// zero replaces pairs whose target dies by the relationship as a tag, if the profile says so. It
// must be called before the pairs of the deleted entities are stripped.
func (d *deletion) zero() {
	w := d.w
	if !w.Profile.ZeroesDeadTargets {
		return
	}
	var seen Visits
	var sources []uint32
	for _, target := range d.order {
		if w.Store.Mentioned(target) {
			w.EachSource(store.Pair(store.Wildcard, target), func(index uint32) {
				if seen.Add(index) && !d.doomed.Has(index) {
					sources = append(sources, index)
				}
			})
		}
	}
	w.SortEntities(sources)
	for _, index := range sources {
		ids := w.OwnIDs(w.Table(index), index)
		w.SortIDs(ids)
		for _, id := range ids {
			if w.leavesTag(id) && !d.doomed.Has(id.First()) && d.doomed.Has(id.Second()) {
				w.zeroPair(index, id)
			}
		}
	}
}

// zeroPair replaces a pair by its relationship as a tag, and keeps the value if both have the same
// type.
func (w *World) zeroPair(index uint32, id store.ID) {
	var value unsafe.Pointer
	alone := store.Single(id.First())
	if w.TypedBy(id) == w.TypedBy(alone) {
		value = w.keep(index, id)
	}
	w.rawRemove(index, id)
	if w.ownsNow(w.Entity(index), alone) {
		w.rawRemove(index, alone) // with its value and toggle
	}
	w.rawAdd(index, alone)
	if value != nil {
		cell, typ, _ := w.Store.Get(w.Entity(index), alone)
		w.Store.CopyCell(typ, cell, value)
	}
}
