package rules

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A mark (inheritance.override-mark) is an id of a base. Each entity that gets (IsA, base) from
// then on gets its own copy of the id. Marks are stored outside the tables. The traits of an entity
// say whether it has marks, and whether it is an element of a mark.

// Marks has the marked ids by base, in no particular order.
type Marks map[uint32][]store.ID

// OverrideNow marks an exact id of alive elements on a base (inheritance.override-mark).
func (w *World) OverrideNow(base Entity, id store.ID) *spec.Error {
	index := base.Index()
	switch {
	case IsBuiltin(index):
		return errReserved("be a base whose instances get copies")
	case w.TraitsOf(id.First())&TraitProperty != 0:
		return spec.Errorf(spec.CodeInvalid,
			"the id is a property, and instances get no copies of properties; add it to each instance")
	case slices.Contains(w.Marks[index], id):
		return nil
	}
	w.setMarks(index, append(slices.Clip(w.Marks[index]), id))
	return nil
}

// setMarks replaces the marks of an entity.
func (w *World) setMarks(index uint32, ids []store.ID) {
	if ids := w.Marks[index]; w.UndoLog.On() {
		w.UndoLog.note(undoEntry{kind: undoMarks, index: index, value: unsafe.Pointer(&ids)})
	}
	w.OutsideTables++
	w.TraitChanges++ // invalidates plans for instances
	if len(ids) == 0 {
		delete(w.Marks, index)
		w.dropTraits(index, TraitMarked)
		return
	}
	if w.Marks == nil {
		w.Marks = Marks{}
	}
	w.Marks[index] = ids
	w.AddTraits(index, TraitMarked)
	for _, id := range ids {
		w.AddTraits(id.First(), TraitInMark)
		if id.IsPair() {
			w.AddTraits(id.Second(), TraitInMark)
		}
	}
}

// clearMarks removes the marks of an entity, with an entry in the undo log.
func (w *World) clearMarks(index uint32) {
	if w.TraitsOf(index)&TraitMarked != 0 {
		w.setMarks(index, nil)
	}
}

// forgetMarks removes the marks of a deleted entity, and those that mention it.
func (w *World) forgetMarks(index uint32, t Traits) {
	w.clearMarks(index)
	if t&TraitInMark == 0 {
		return
	}
	var bases []uint32
	for base, ids := range w.Marks {
		if slices.ContainsFunc(ids, func(id store.ID) bool { return mentionsIndex(id, index) }) {
			bases = append(bases, base)
		}
	}
	for _, base := range bases {
		left := slices.Clone(w.Marks[base])
		w.setMarks(base, slices.DeleteFunc(left, func(id store.ID) bool { return mentionsIndex(id, index) }))
	}
}

func mentionsIndex(id store.ID, index uint32) bool {
	return id.First() == index || id.IsPair() && id.Second() == index
}
