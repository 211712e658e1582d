package fast

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A mark (P-42) is an id of which everything that gets (IsA, base) from then on gets a copy of its own. Marks are
// bookkeeping beside the tables: the traits of an entity say whether it has marks, and whether it is an element of one.

// marks are the marked ids by base, in no particular order.
type marks map[uint32][]store.ID

func (m marks) clone() marks {
	c := make(marks, len(m))
	for base, ids := range m {
		c[base] = slices.Clone(ids)
	}
	return c
}

// Override marks an id on a base: whatever gets (IsA, base) from then on also gets a copy of the id of its own, with
// the value of the first of its bases that owns it, or zero (ruling 29, P-42). The base need not have the id; instances of
// its instances get a copy too. The copy is left out where the
// instance owns the id already, or another target of an exclusive relationship. Clear ends the marks of an entity. Errors
// have the code not_alive, or invalid for a property, a wildcard and on a reserved entity.
func (w *World) Override(base Entity, id ID) error {
	if err := w.checkAlive(base); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err == nil {
		err = w.override(base, sid)
	}
	return asError(err)
}

// Overrides lists the ids that are marked on a base, in type order.
func (w *World) Overrides(base Entity) []ID {
	if !w.st.Alive(base) {
		return nil
	}
	ids := slices.Clone(w.marks[base.Index()])
	w.sortIDs(ids)
	out := make([]ID, len(ids))
	for i, id := range ids {
		out[i] = w.publicID(id)
	}
	return out
}

// override is Override for an alive entity and an exact id of alive elements.
func (w *World) override(base Entity, id store.ID) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeOverride, entity: base, id: w.elementsOf(id)})
	}
	return w.overrideNow(base, id)
}

func (w *World) overrideNow(base Entity, id store.ID) *spec.Error {
	index := base.Index()
	switch {
	case isBuiltin(index):
		return errReserved("be a base whose instances get copies")
	case w.traitsOf(id.First())&traitProperty != 0:
		return spec.Errorf(spec.CodeInvalid, "a property acts only where it is owned: instances cannot get a copy of it")
	case slices.Contains(w.marks[index], id):
		return nil
	}
	w.setMarks(index, append(w.marks[index], id))
	return nil
}

// setMarks replaces the marks of an entity.
func (w *World) setMarks(index uint32, ids []store.ID) {
	w.traitChanges++ // plans for instances hold no longer
	if len(ids) == 0 {
		delete(w.marks, index)
		w.entities[index].traits &^= traitMarked
		w.touch(index)
		return
	}
	if w.marks == nil {
		w.marks = marks{}
	}
	w.marks[index] = ids
	w.entities[index].traits |= traitMarked
	for _, id := range ids {
		w.entities[id.First()].traits |= traitInMark
		if id.IsPair() {
			w.entities[id.Second()].traits |= traitInMark
		}
	}
	w.touch(index)
}

// clearMarks ends the marks of an entity, as a change that may be taken back.
func (w *World) clearMarks(index uint32) {
	if w.entities[index].traits&traitMarked == 0 {
		return
	}
	if w.journal.on() {
		ids := w.marks[index]
		w.journal.entries = append(w.journal.entries, undo{kind: undoMarks, index: index, value: unsafe.Pointer(&ids)})
	}
	w.setMarks(index, nil)
}

// forgetMarks ends the marks of an entity that is deleted, and those that mention it.
func (w *World) forgetMarks(index uint32, t traits) {
	if t&traitMarked != 0 {
		delete(w.marks, index)
	}
	if t&traitInMark == 0 {
		return
	}
	var bases []uint32
	for base, ids := range w.marks {
		if slices.ContainsFunc(ids, func(id store.ID) bool { return mentionsIndex(id, index) }) {
			bases = append(bases, base)
		}
	}
	for _, base := range bases {
		w.setMarks(base, slices.DeleteFunc(w.marks[base], func(id store.ID) bool { return mentionsIndex(id, index) }))
	}
}

func mentionsIndex(id store.ID, index uint32) bool {
	return id.First() == index || id.IsPair() && id.Second() == index
}
