package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// The functions of this file change the world without checks. They cannot fail. They also update
// what depends on ids (the look-up of names below a parent, traits, types) and the undo log.

// rawAdd adds an id that the entity does not own.
func (w *World) rawAdd(index uint32, id store.ID) {
	if w.Listener != nil {
		w.Listener.Change(index, id)
	}
	if w.IsNonFragmenting(id) {
		w.addNonFragmenting(index, id)
	} else {
		w.must(w.Store.Add(w.Entity(index), id))
	}
	w.factAdded(index, id)
	if w.UndoLog.notes(index) {
		w.UndoLog.entries = append(w.UndoLog.entries, undoEntry{kind: undoAdd, index: index, id: id})
	}
	if IsBuiltin(id.First()) {
		w.noticeAdd(index, id)
	}
	w.Changed(index)
}

// rawRemove removes an id that the entity owns.
func (w *World) rawRemove(index uint32, id store.ID) {
	if w.Listener != nil {
		w.Listener.Change(index, id)
	}
	if w.UndoLog.notes(index) {
		w.notePosition(index, id)
		w.UndoLog.entries = append(w.UndoLog.entries,
			undoEntry{kind: undoRemove, index: index, id: id, value: w.keep(index, id)})
	}
	if w.IsNonFragmenting(id) {
		w.removeNonFragmenting(index, id)
	} else {
		w.must(w.Store.Remove(w.Entity(index), id))
	}
	w.factRemoved(index, id)
	if IsBuiltin(id.First()) {
		w.noticeRemove(index, id)
	}
	w.Changed(index)
}

// rawChange removes and adds ids in one move. If the first element of an id is reserved, it must be
// IsA, or the id must be a pair that replaces another one.
func (w *World) rawChange(index uint32, add, remove []store.ID) {
	if w.Listener != nil {
		for _, id := range remove {
			w.Listener.Change(index, id)
		}
		for _, id := range add {
			w.Listener.Change(index, id)
		}
	}
	if w.UndoLog.notes(index) {
		for _, id := range remove {
			w.notePosition(index, id)
			w.UndoLog.entries = append(w.UndoLog.entries,
				undoEntry{kind: undoRemove, index: index, id: id, value: w.keep(index, id)})
		}
		for _, id := range add {
			w.UndoLog.entries = append(w.UndoLog.entries, undoEntry{kind: undoAdd, index: index, id: id})
		}
	}
	w.rawMove(index, add, remove)
	for _, id := range remove {
		w.factRemoved(index, id)
		if IsBuiltin(id.First()) {
			w.noticeRemove(index, id)
		}
	}
	for _, id := range add {
		w.factAdded(index, id)
		if IsBuiltin(id.First()) {
			w.noticeAdd(index, id)
		}
	}
	w.Changed(index)
}

// Trim removes empty tables if there are many and the undo log is off. It invalidates table
// numbers.
func (w *World) Trim() {
	if w.Store.TrimDue() && !w.UndoLog.On() {
		w.Store.Trim()
	}
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
		ids = append(ids, w.TableID(id))
		if w.IsNonFragmenting(id) {
			w.NonFragmenting.By[id.First()].Remove(index)
		}
	}
	n := len(ids)
	for _, id := range add {
		ids = append(ids, w.TableID(id))
		if w.IsNonFragmenting(id) {
			w.setNonFragmenting(index, id)
		}
	}
	w.must(w.Store.Change(e, ids[n:], ids[:n]))
}

// Changed notes that the ids of an entity have changed.
func (w *World) Changed(index uint32) {
	w.moved(index)
	w.Touch(index)
}

// noticeAdd updates the caches that depend on an id with a reserved first element.
func (w *World) noticeAdd(index uint32, id store.ID) {
	switch first := id.First(); {
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, 0, id.Second())
	case id.IsPair() && first == IsA.Index():
		if w.TraitsOf(id.Second())&TraitBase == 0 {
			w.AddTraits(id.Second(), TraitBase)
			w.NewBases++
		}
	case id == prefabTag:
		w.Prefabs++
	case isProperty(id):
		w.noticeProperty(index, id)
	}
}

func (w *World) noticeRemove(index uint32, id store.ID) {
	switch first := id.First(); {
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, id.Second(), 0)
	case id == prefabTag:
		w.Prefabs++
	case isProperty(id):
		w.noticeProperty(index, id)
	}
}

func (w *World) noticeProperty(index uint32, id store.ID) {
	w.refreshTraits(index)
	if id == store.Single(Ordered.Index()) || id == store.Single(OrderedChildren.Index()) {
		w.followOrder(index)
	}
	if changesTypes(id) {
		if err := w.Store.PurgePairs(index); err != nil {
			panic("fast: " + err.Error())
		}
	}
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
	w.factsLost(index)
	w.forgetNonFragmenting(index)
	w.must(true, w.Store.Delete(e))
	if least := max(w.floor, w.later[index]); least > 0 {
		w.Store.RaiseGeneration(index, least)
	}
}

// forgetName removes the name of an entity that is being deleted.
func (w *World) forgetName(index uint32) {
	if w.TraitsOf(index)&TraitNamed == 0 {
		return
	}
	w.rememberName(index)
	w.UndoLog.note(undoEntry{kind: undoName, index: index, name: w.names.of[index]})
	w.OutsideTables++
	delete(w.names.by, nameKey{w.ParentOf(index), w.names.of[index]})
	delete(w.names.of, index)
	w.dropTraits(index, TraitNamed)
}

// rememberName stores the name of an entity that is about to lose it, for callbacks about its
// deletion.
func (w *World) rememberName(index uint32) {
	if !w.KeepsNames || w.TraitsOf(index)&TraitNamed == 0 {
		return
	}
	if w.Departed == nil {
		w.Departed = map[Entity]string{}
	}
	w.Departed[w.Entity(index)] = w.names.of[index]
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
