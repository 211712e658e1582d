package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// The functions of this file change the world without checks and keep everything that is derived from ids current:
// names, traits, types, the journal. They cannot fail.

// rawAdd adds an id that the entity does not own.
func (w *World) rawAdd(index uint32, id store.ID) {
	if w.listener != nil {
		w.listener.Change(index, id)
	}
	if w.isLoose(id) {
		w.looseAdd(index, id)
	} else {
		w.must(w.st.Add(w.entity(index), id))
	}
	w.factAdded(index, id)
	if w.journal.notes(index) {
		w.journal.entries = append(w.journal.entries, undo{kind: undoAdd, index: index, id: id})
	}
	if id.First() < reserved {
		w.noticeAdd(index, id)
	}
	w.changed(index)
}

// rawRemove removes an id that the entity owns.
func (w *World) rawRemove(index uint32, id store.ID) {
	if w.listener != nil {
		w.listener.Change(index, id)
	}
	if w.journal.notes(index) {
		w.journal.entries = append(w.journal.entries, undo{kind: undoRemove, index: index, id: id, value: w.keep(index, id)})
	}
	if w.isLoose(id) {
		w.looseRemove(index, id)
	} else {
		w.must(w.st.Remove(w.entity(index), id))
	}
	w.factRemoved(index, id)
	if id.First() < reserved {
		w.noticeRemove(index, id)
	}
	w.changed(index)
}

// rawChange removes and adds ids in one move. Of those with reserved first elements only IsA is allowed.
func (w *World) rawChange(index uint32, add, remove []store.ID) {
	if w.listener != nil {
		w.listener.Changes(index, add, remove)
	}
	if w.journal.notes(index) {
		for _, id := range remove {
			w.journal.entries = append(w.journal.entries, undo{kind: undoRemove, index: index, id: id, value: w.keep(index, id)})
		}
		for _, id := range add {
			w.journal.entries = append(w.journal.entries, undo{kind: undoAdd, index: index, id: id})
		}
	}
	w.rawMove(index, add, remove)
	for _, id := range remove {
		w.factRemoved(index, id)
	}
	for _, id := range add {
		w.factAdded(index, id)
		if id.First() < reserved {
			w.noticeAdd(index, id)
		}
	}
	w.changed(index)
}

// rawReplace removes one pair and adds another of the same relationship in one move.
func (w *World) rawReplace(index uint32, old, id store.ID) {
	if w.listener != nil {
		w.listener.Change(index, old)
		w.listener.Change(index, id)
	}
	if w.journal.notes(index) {
		value := w.keep(index, old)
		w.journal.entries = append(w.journal.entries,
			undo{kind: undoRemove, index: index, id: old, value: value}, undo{kind: undoAdd, index: index, id: id})
	}
	w.rawMove(index, []store.ID{id}, []store.ID{old})
	w.factRemoved(index, old)
	w.factAdded(index, id)
	if id.First() == ChildOf.Index() {
		w.moveName(index, old.Second(), id.Second())
	} else if id.First() < reserved {
		w.noticeRemove(index, old)
		w.noticeAdd(index, id)
	}
	w.changed(index)
}

// trim drops the empty tables of many ids that an entity leaves behind which gets hundreds of pairs one by one. No
// table number may be kept over it.
func (w *World) trim() {
	if w.st.TrimDue() && !w.journal.on() {
		w.st.Trim()
	}
}

// rawMove removes and adds ids in one move between tables, and in the columns beside them.
func (w *World) rawMove(index uint32, add, remove []store.ID) {
	e := w.entity(index)
	if !w.loose.any() && !slices.ContainsFunc(add, w.isLoose) {
		w.must(w.st.Change(e, add, remove))
		return
	}
	var buf [16]store.ID
	ids := buf[:0]
	for _, id := range remove {
		ids = append(ids, w.tableID(id))
		if w.isLoose(id) {
			w.loose.by[id.First()].Remove(index)
		}
	}
	n := len(ids)
	for _, id := range add {
		ids = append(ids, w.tableID(id))
		if w.isLoose(id) {
			w.looseSet(index, id)
		}
	}
	w.must(w.st.Change(e, ids[n:], ids[:n]))
}

// changed tells whoever keeps something about an entity that its ids have changed.
func (w *World) changed(index uint32) {
	w.moved(index)
	w.touch(index)
}

// noticeAdd keeps current what depends on an id of a reserved first element.
func (w *World) noticeAdd(index uint32, id store.ID) {
	switch first := id.First(); {
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, 0, id.Second())
	case id.IsPair() && first == IsA.Index():
		if base := &w.entities[id.Second()]; base.traits&traitBase == 0 {
			base.traits |= traitBase
			w.newBases++
		}
	case id == prefabTag:
		w.prefabs++
	case isProperty(id):
		w.noticeProperty(index, id)
	}
}

func (w *World) noticeRemove(index uint32, id store.ID) {
	switch first := id.First(); {
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, id.Second(), 0)
	case id == prefabTag:
		w.prefabs++
	case isProperty(id):
		w.noticeProperty(index, id)
	}
}

func (w *World) noticeProperty(index uint32, id store.ID) {
	w.refreshTraits(index)
	if changesTypes(id) {
		if err := w.st.PurgePairs(index); err != nil {
			panic("fast: " + err.Error())
		}
	}
}

// rawCreate makes an entity without ids.
func (w *World) rawCreate() Entity {
	e, err := w.st.Create()
	w.must(true, err)
	w.born(e)
	if w.listener != nil {
		w.listener.Created(e)
	}
	if w.journal.on() {
		w.journal.fresh = e.Index()
		w.journal.entries = append(w.journal.entries, undo{kind: undoCreate, index: e.Index()})
	}
	return e
}

// born notes a new entity.
func (w *World) born(e Entity) {
	index := int(e.Index())
	if index >= len(w.entities) {
		if index < cap(w.entities) {
			w.entities = w.entities[:cap(w.entities)]
		} else {
			w.entities = append(w.entities, make([]entityInfo, max(64, index))...)
		}
	}
	w.clock++
	w.entities[index] = entityInfo{order: w.clock, traits: w.plainTraits}
	w.touch(e.Index())
}

// rawDestroy ends an entity that nothing mentions any more.
func (w *World) rawDestroy(index uint32) {
	if w.listener != nil {
		w.listener.Destroy(index)
	}
	e := w.entity(index)
	w.forgetName(index)
	if w.scope == e {
		w.scope = 0
	}
	w.changed(index)
	if t := w.entities[index].traits &^ traitDoomed; t != w.plainTraits {
		if t&traitRecord != 0 {
			delete(w.components, index)
		}
		if t&traitToggled != 0 {
			w.forgetToggles(index)
		}
		if t&(traitMarked|traitInMark) != 0 {
			w.forgetMarks(index, t)
		}
		w.entities[index].traits = 0
		w.traitChanges++
	}
	w.factsLost(index)
	w.looseLost(index)
	err := w.st.Delete(e)
	w.must(true, err)
	if w.floor > 0 {
		w.st.RaiseGeneration(index, w.floor)
	}
}

// forgetName takes the name from an entity that is deleted.
func (w *World) forgetName(index uint32) {
	if w.entities[index].traits&traitNamed == 0 {
		return
	}
	delete(w.names.by, nameKey{w.parentOf(index), w.names.of[index]})
	delete(w.names.of, index)
	w.entities[index].traits &^= traitNamed
}

// rawOpen lifts the default Final of a component.
func (w *World) rawOpen(index uint32) {
	if w.listener != nil {
		w.listener.Everything()
	}
	if w.journal.on() {
		w.journal.entries = append(w.journal.entries, undo{kind: undoOpen, index: index})
	}
	w.components[index].open = true
	w.entities[index].traits &^= traitDefaultFinal
	w.traitChanges++
	w.touch(index)
}
