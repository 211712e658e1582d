package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// The functions of this file change the world without checks. They cannot fail. They notify the
// listener, write the undo log, and update what the world derives from ids. RawCreate notifies the
// listener after the change, the others before it. For removals and deletions the undo log is
// written before the change, because it stores the old values.

// rawAdd adds an id that the entity does not own.
func (w *World) rawAdd(index uint32, id store.ID) {
	if w.Listener != nil {
		w.Listener.Change(index, id)
	}
	stored := w.TableID(id)
	w.must(w.Store.Add(w.Entity(index), stored))
	if stored != id {
		w.setNonFragmenting(index, id)
	}
	w.gained(index, id)
	w.Changed(index)
}

// rawRemove removes an id that the entity owns.
func (w *World) rawRemove(index uint32, id store.ID) {
	if w.Listener != nil || w.UndoLog.On() {
		w.willLose(index, id)
	}
	stored := w.TableID(id)
	w.must(w.Store.Remove(w.Entity(index), stored))
	if stored != id {
		w.NonFragmenting.By[id.First()].Remove(index)
	}
	w.lost(index, id)
	w.Changed(index)
}

// rawChange removes and adds ids in one move. The caller may pass ids with a reserved first element
// in two cases only: pairs of IsA, and a pair in add that replaces a pair of its relationship in
// remove.
func (w *World) rawChange(index uint32, add, remove []store.ID) {
	for _, id := range remove {
		w.willLose(index, id)
	}
	if w.Listener != nil {
		for _, id := range add {
			w.Listener.Change(index, id)
		}
	}
	w.rawMove(index, add, remove)
	for _, id := range remove {
		w.lost(index, id)
	}
	for _, id := range add {
		w.gained(index, id)
	}
	w.Changed(index)
}

// rawMove removes and adds ids in one move between tables, and updates the non-fragmenting columns.
func (w *World) rawMove(index uint32, add, remove []store.ID) {
	e := w.Entity(index)
	if !w.NonFragmenting.Any() && !slices.ContainsFunc(add, w.IsNonFragmenting) {
		w.must(w.Store.Change(e, add, remove))
		return
	}
	var buf [16]store.ID
	ids := buf[:0]
	for _, id := range remove {
		stored := w.TableID(id)
		ids = append(ids, stored)
		if stored != id {
			w.NonFragmenting.By[id.First()].Remove(index)
		}
	}
	n := len(ids)
	for _, id := range add {
		stored := w.TableID(id)
		ids = append(ids, stored)
		if stored != id {
			w.setNonFragmenting(index, id)
		}
	}
	w.must(w.Store.Change(e, ids[n:], ids[:n]))
}

// Trim removes empty tables if there are many and the undo log is off. It invalidates table
// numbers.
func (w *World) Trim() {
	if w.Store.TrimDue() && !w.UndoLog.On() {
		w.Store.Trim()
	}
}

// Changed notes that the ids of an entity have changed.
func (w *World) Changed(index uint32) {
	if w.TraitsOf(index)&(TraitBase|TraitToggled) != 0 {
		w.logMoved(index)
	}
	w.Touch(index)
}

// RawCreate creates an entity without ids.
func (w *World) RawCreate() Entity {
	e, err := w.Store.Create()
	w.must(true, err)
	w.Born(e)
	if w.Listener != nil {
		w.Listener.Created(e)
	}
	if j := &w.UndoLog; j.On() {
		if j.depth > j.base {
			j.fresh = e.Index()
		}
		j.note(undoEntry{kind: undoCreate, index: e.Index()})
	}
	return e
}

// Born makes a new entity the last in type order.
func (w *World) Born(e Entity) {
	w.toEnd(e.Index())
	w.Touch(e.Index())
}

// BornAll is Born for several entities, in their order.
func (w *World) BornAll(list []Entity) {
	for _, e := range list {
		w.toEnd(e.Index())
	}
	if w.Touched != nil {
		for _, e := range list {
			w.Touched(e.Index())
		}
	}
}

// rawDestroy deletes an entity that no id mentions any more.
func (w *World) rawDestroy(index uint32) {
	if w.Listener != nil {
		w.Listener.Destroy(index)
	}
	e := w.Entity(index)
	w.forgetName(index)
	if w.Scope == e {
		w.SetScope(0)
	}
	w.Changed(index)
	traits, component := w.TraitsOf(index), (*Component)(nil)
	if w.UndoLog.On() {
		component = w.Components[index]
	}
	if traits != w.plainTraits {
		if traits&TraitRecord != 0 {
			delete(w.Components, index)
		}
		if traits&TraitToggled != 0 {
			w.forgetToggles(index)
		}
		if traits&(TraitMarked|TraitInMark) != 0 {
			w.forgetMarks(index, traits)
		}
		w.setTraits(index, w.plainTraits)
		w.TraitChanges++
	}
	if w.UndoLog.On() {
		w.noteEnd(e, traits, component)
	}
	w.unfollowAll(index)
	w.forgetNonFragmenting(index)
	w.must(true, w.Store.Delete(e))
	if least := max(w.floor, w.later[index]); least > 0 {
		w.Store.RaiseGeneration(index, least)
	}
}

// rawOpen removes the Final that a component has by default, or restores it.
func (w *World) rawOpen(index uint32, open bool) {
	if w.Listener != nil {
		w.Listener.Everything()
	}
	w.Components[index].Open = open
	if open {
		w.UndoLog.note(undoEntry{kind: undoOpen, index: index})
		w.dropTraits(index, TraitDefaultFinal)
	} else {
		w.UndoLog.note(undoEntry{kind: undoClose, index: index})
		w.AddTraits(index, TraitDefaultFinal)
	}
	w.OutsideTables++
	w.TraitChanges++
}
