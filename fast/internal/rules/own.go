package rules

import (
	"maps"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// This file implements two options of profiles that engines define. With StickyProperties, a tag
// property acts until its entity dies, even if it is removed. With ZeroesDeadTargets, a pair whose
// target dies becomes its relationship as a tag: (Likes, Alice) becomes Likes. In other profiles,
// these functions return after one test.

// sticky is a set of reserved entities that are tag properties, by index.
type sticky uint64

// stick notes that an entity gets a tag property, which acts from then on until the entity dies.
func (w *World) stick(index uint32, id store.ID) {
	if !w.Profile.StickyProperties || id.IsPair() || w.TraitsOf(id.First())&TraitProperty == 0 {
		return
	}
	bit := sticky(1) << id.First()
	if w.Stuck[index]&bit != 0 {
		return
	}
	w.setStuck(index, w.Stuck[index]|bit)
	if w.UndoLog.notes(index) {
		w.UndoLog.note(undoEntry{kind: undoStick, index: index, id: id})
	}
}

// unstick reverts stick.
func (w *World) unstick(index uint32, id store.ID) {
	w.UndoLog.note(undoEntry{kind: undoUnstick, index: index, id: id})
	w.setStuck(index, w.Stuck[index]&^(1<<id.First()))
	w.refreshTraits(index)
	w.followOrder(index)
}

func (w *World) setStuck(index uint32, have sticky) {
	if w.Stuck == nil {
		w.Stuck = map[uint32]sticky{}
	}
	if have == 0 {
		delete(w.Stuck, index)
		w.dropTraits(index, TraitStuck)
		return
	}
	w.Stuck[index] = have
	w.AddTraits(index, TraitStuck)
}

// stuckTraits returns the traits of the properties that an entity had at some time in its life.
func (w *World) stuckTraits(index uint32) (t Traits) {
	if w.TraitsOf(index)&TraitStuck == 0 {
		return 0
	}
	for _, id := range w.StuckOn(index) {
		t |= traitOf(id)
	}
	return t
}

// ActsAlone reports whether a tag property acts on an entity: the entity owns it, or once had it
// and properties are sticky.
func (w *World) ActsAlone(index uint32, property Entity) bool {
	return w.Store.Has(w.Table(index), store.Single(property.Index())) || w.Stuck[index]&(1<<property.Index()) != 0
}

// StuckOn returns the tag properties that an entity had at some time in its life, ascending.
func (w *World) StuckOn(index uint32) []store.ID {
	var ids []store.ID
	for i := range uint32(Reserved) {
		if w.Stuck[index]&(1<<i) != 0 {
			ids = append(ids, store.Single(i))
		}
	}
	return ids
}

// StuckEntities returns the entities with tag properties that act until they die, ascending.
func (w *World) StuckEntities() []uint32 { return slices.Sorted(maps.Keys(w.Stuck)) }

// FillStuck sets the tag properties that an adopted entity had.
func (w *World) FillStuck(index uint32, ids []store.ID) *spec.Error {
	for _, id := range ids {
		if id.IsPair() || !IsBuiltin(id.First()) || w.TraitsOf(id.First())&TraitProperty == 0 ||
			!w.Profile.StickyProperties {
			return errFilled("a removed property of an entity is not a tag property")
		}
		w.setStuck(index, w.Stuck[index]|1<<id.First())
	}
	w.setTraits(index, w.withRule(index, w.TraitsOf(index)|w.stuckTraits(index)))
	return nil
}

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
