package fast

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// journal records changes of an operation that may still fail, so that it can be taken back: an operation that errs
// has no effect. Operations whose checks all come before their change do not use it.
type journal struct {
	depth   int
	undoing bool
	fresh   uint32 // the entity that the operation has created: with it goes all that it owns
	entries []undo
}

// undo is one change: an id that was added or removed (with its value), an entity that was created, a name that was
// replaced, a default Final that was lifted.
type undo struct {
	kind  undoKind
	index uint32
	id    store.ID
	value unsafe.Pointer
	name  string
}

type undoKind uint8

const (
	undoAdd undoKind = iota
	undoRemove
	undoCreate
	undoName
	undoOpen
	undoMarks // value points to the list
	undoOff
)

func (j *journal) on() bool { return j.depth > 0 }

// notes reports whether a change of an entity's ids must be noted.
func (j *journal) notes(index uint32) bool { return j.depth > 0 && index != j.fresh }

func (j *journal) name(index uint32, old string) {
	if j.on() {
		j.entries = append(j.entries, undo{kind: undoName, index: index, name: old})
	}
}

// begin starts an operation that may fail half-way. Operations nest; each takes back its own changes only.
func (w *World) begin() int {
	w.journal.depth++
	return len(w.journal.entries)
}

// end finishes the operation that began at mark, taking its changes back if err is set, and hands err on.
func (w *World) end(mark int, err *spec.Error) *spec.Error {
	depth := w.journal.depth
	if err != nil {
		w.journal.depth, w.journal.undoing = 0, true
		for i := len(w.journal.entries) - 1; i >= mark; i-- {
			w.takeBack(&w.journal.entries[i])
		}
		w.journal.undoing = false
		clear(w.journal.entries[mark:])
		w.journal.entries = w.journal.entries[:mark]
	}
	w.journal.depth = depth - 1
	if w.journal.depth == 0 {
		w.journal.fresh = 0
		clear(w.journal.entries)
		w.journal.entries = w.journal.entries[:0]
	}
	return err
}

func (w *World) takeBack(u *undo) {
	switch u.kind {
	case undoAdd:
		w.rawRemove(u.index, u.id)
	case undoRemove:
		w.rawAdd(u.index, u.id)
		if u.value != nil {
			cell, typ, _ := w.st.Get(w.entity(u.index), u.id)
			w.copyCell(typ, cell, u.value)
		}
	case undoCreate:
		w.rawDestroy(u.index)
	case undoName:
		w.rawName(u.index, u.name)
	case undoMarks:
		w.setMarks(u.index, *(*[]store.ID)(u.value))
	case undoOff:
		w.rawOff(u.index, u.id)
	case undoOpen:
		w.components[u.index].open = false
		w.entities[u.index].traits |= traitDefaultFinal
		w.touch(u.index)
	}
}

// keep copies the value of an id that is about to be removed.
func (w *World) keep(index uint32, id store.ID) unsafe.Pointer {
	cell, typ, _ := w.st.Get(w.entity(index), id)
	if cell == nil {
		return nil
	}
	return w.keepCell(typ, cell)
}

// keepCell copies one value.
func (w *World) keepCell(typ store.TypeIndex, cell unsafe.Pointer) unsafe.Pointer {
	value := reflect.New(w.st.GoType(typ)).UnsafePointer()
	w.copyCell(typ, value, cell)
	return value
}

// copyCell copies one value of a column type.
func (w *World) copyCell(typ store.TypeIndex, to, from unsafe.Pointer) {
	w.st.CopyCell(typ, to, from)
}
