package rules

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// UndoLog records changes of an operation that may still fail, so that it can be taken back: an operation that errs
// has no effect. Operations whose checks all come before their change do not use it.
type UndoLog struct {
	depth   int
	Undoing bool
	fresh   uint32 // the entity that the operation has created: with it goes all that it owns
	entries []undoEntry
}

// undoEntry is one change: an id that was added or removed (with its value), an entity that was
// created, a name that was replaced, a default Final that was lifted.
type undoEntry struct {
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
	undoMarks    // value points to the list
	undoPosition // value points to the source before it in the order
	undoOff
	undoStick
)

// On reports whether changes must be noted.
func (j *UndoLog) On() bool { return j.depth > 0 }

// notes reports whether a change of an entity's ids must be noted.
func (j *UndoLog) notes(index uint32) bool { return j.depth > 0 && index != j.fresh }

func (j *UndoLog) name(index uint32, old string) {
	if j.On() {
		j.entries = append(j.entries, undoEntry{kind: undoName, index: index, name: old})
	}
}

// Begin starts an operation that may fail half-way. Operations nest; each takes back its own changes only.
func (w *World) Begin() int {
	w.UndoLog.depth++
	return len(w.UndoLog.entries)
}

// End finishes the operation that began at mark, taking its changes back if err is set, and hands err on.
func (w *World) End(mark int, err *spec.Error) *spec.Error {
	depth := w.UndoLog.depth
	if err != nil {
		w.UndoLog.depth, w.UndoLog.Undoing = 0, true
		for i := len(w.UndoLog.entries) - 1; i >= mark; i-- {
			w.takeBack(&w.UndoLog.entries[i])
		}
		w.UndoLog.Undoing = false
		clear(w.UndoLog.entries[mark:])
		w.UndoLog.entries = w.UndoLog.entries[:mark]
	}
	w.UndoLog.depth = depth - 1
	if w.UndoLog.depth == 0 {
		w.UndoLog.fresh = 0
		clear(w.UndoLog.entries)
		w.UndoLog.entries = w.UndoLog.entries[:0]
		w.Trim()
	}
	return err
}

func (w *World) takeBack(u *undoEntry) {
	switch u.kind {
	case undoAdd:
		w.rawRemove(u.index, u.id)
	case undoRemove:
		w.rawAdd(u.index, u.id)
		if u.value != nil {
			cell, typ, _ := w.Store.Get(w.Entity(u.index), u.id)
			w.copyCell(typ, cell, u.value)
		}
	case undoCreate:
		w.rawDestroy(u.index)
	case undoName:
		w.RawName(u.index, u.name)
	case undoPosition:
		w.Sequences[u.id.First()].Move(u.index, u.id.Second(), *(*uint32)(u.value))
	case undoMarks:
		w.setMarks(u.index, *(*[]store.ID)(u.value))
	case undoOff:
		w.rawOff(u.index, u.id)
	case undoStick:
		w.unstick(u.index, u.id)
	case undoOpen:
		w.Components[u.index].Open = false
		w.Entities[u.index].Traits |= TraitDefaultFinal
		w.Touch(u.index)
	}
}

// keep copies the value of an id that is about to be removed.
func (w *World) keep(index uint32, id store.ID) unsafe.Pointer {
	cell, typ, _ := w.Store.Get(w.Entity(index), id)
	if cell == nil {
		return nil
	}
	return w.keepCell(typ, cell)
}

// keepCell copies one value.
func (w *World) keepCell(typ store.TypeIndex, cell unsafe.Pointer) unsafe.Pointer {
	value := reflect.New(w.Store.GoType(typ)).UnsafePointer()
	w.copyCell(typ, value, cell)
	return value
}

// copyCell copies one value of a column type.
func (w *World) copyCell(typ store.TypeIndex, to, from unsafe.Pointer) {
	w.Store.CopyCell(typ, to, from)
}
