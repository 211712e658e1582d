package rules

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// UndoLog records changes so that they can be undone: the changes of an operation that may still
// fail, because a failed operation must have no effect, and all changes of an edit (see
// [World.BeginEdit]). Outside of edits, operations that complete all checks before their change do
// not use it.
type UndoLog struct {
	depth   int
	base    int    // the depth outside of operations: 1 while an edit is recorded
	Undoing bool   // changes are being undone; their consequences have their own entries
	fresh   uint32 // the entity that the operation created last: undoing the creation removes what it owns
	entries Edit
	wrote   func(index uint32, id store.ID) // called for each value that Replay writes
	revived bool                            // an entity that ids had mentioned was revived
	// The values recorded since the last mark or failed operation; nil without an edit.
	touched map[touch]bool
}

// touch identifies a recorded value by its entity and id.
type touch struct {
	index uint32
	id    store.ID
}

// Edit is a list of changes in order. Undoing them from last to first yields the list that redoes
// them.
type Edit []undoEntry

// undoEntry is one change.
type undoEntry struct {
	kind  undoKind
	index uint32
	id    store.ID       // for undoScope the previous scope
	value unsafe.Pointer // the previous value
	name  string
}

type undoKind uint8

const (
	undoAdd      undoKind = iota // an id was added
	undoRemove                   // an id with the value was removed
	undoWrite                    // a value was written
	undoCreate                   // an entity was created
	undoDestroy                  // an entity was deleted; value points to an ended
	undoName                     // a name was replaced
	undoOpen                     // the default Final of a component was removed
	undoClose                    // the default Final of a component was restored
	undoMarks                    // marks were replaced; value points to the list
	undoPosition                 // a source moved in or left an order; value points to the source before it
	undoOff                      // a disabled id was enabled
	undoOn                       // an enabled id was disabled
	undoScope                    // the scope changed
)

// On reports whether changes must be recorded.
func (j *UndoLog) On() bool { return j.depth > 0 }

// Open reports whether an operation is running that may be undone.
func (j *UndoLog) Open() bool { return j.depth > j.base }

// Recording reports whether an edit is being recorded.
func (j *UndoLog) Recording() bool { return j.base > 0 }

// notes reports whether a change of an entity's ids must be recorded. While only the entity that
// the operation created last changes, its ids need no record. Once another entity changes, later
// ids of the new entity may depend on that change and must be undone before it. For example, a
// child has a position because its parent has OrderedChildren.
func (j *UndoLog) notes(index uint32) bool {
	if j.depth == 0 || index == j.fresh {
		return false
	}
	j.fresh = 0
	return true
}

// note records a change if changes must be recorded.
func (j *UndoLog) note(u undoEntry) {
	if j.On() {
		j.entries = append(j.entries, u)
	}
}

// willLose notifies the listener, and records the value and the position of an id, before an entity
// loses the id.
func (w *World) willLose(index uint32, id store.ID) {
	if w.Listener != nil {
		w.Listener.Change(index, id)
	}
	if w.UndoLog.notes(index) {
		w.notePosition(index, id)
		w.UndoLog.note(undoEntry{kind: undoRemove, index: index, id: id, value: w.keep(index, id)})
	}
}

// Begin starts an operation that may fail half-way. Operations nest; each undoes only its own
// changes.
func (w *World) Begin() int {
	w.UndoLog.depth++
	return len(w.UndoLog.entries)
}

// End finishes the operation that began at mark. If err is set, it undoes the operation. It returns
// err.
func (w *World) End(mark int, err *spec.Error) *spec.Error {
	j := &w.UndoLog
	depth, undoing, listener := j.depth, j.Undoing, w.Listener
	if err != nil {
		j.depth, j.Undoing, w.Listener = 0, true, nil // a failed operation has no events
		w.takeAllBack(j.entries[mark:])
		clear(j.touched)
		j.Undoing, w.Listener = undoing, listener
		clear(j.entries[mark:])
		j.entries = j.entries[:mark]
	}
	if j.depth = depth - 1; j.depth <= j.base {
		j.fresh = 0
	}
	if j.depth == 0 {
		clear(j.entries)
		j.entries = j.entries[:0]
		w.Trim()
	}
	return err
}

// BeginEdit records all changes until EndEdit, and returns the mark of the first. Edits nest.
func (w *World) BeginEdit() int {
	j := &w.UndoLog
	if j.base == 0 {
		j.base, j.depth = 1, 1
		j.touched = map[touch]bool{}
		w.Attend(AttendUndo, true)
	}
	clear(j.touched)
	return len(j.entries)
}

// EndEdit ends the edit that began at a mark, including operations that a panic has left open, and
// returns its changes. within says that the edit is nested. Then the result is valid until the next
// change, and the outer edit has these changes, too.
func (w *World) EndEdit(mark int, within bool) Edit {
	j := &w.UndoLog
	edit := j.entries[mark:]
	if within {
		j.depth, j.fresh = j.base, 0
		return edit
	}
	*j = UndoLog{}
	w.Attend(AttendUndo, false)
	return edit
}

// DropEdit drops the changes since a mark, which have been undone, from the edit that is being
// recorded.
func (w *World) DropEdit(mark int) {
	clear(w.UndoLog.touched)
	clear(w.UndoLog.entries[mark:])
	w.UndoLog.entries = w.UndoLog.entries[:mark]
}

// Replay undoes an edit and returns the edit that redoes it. The world must be in the state after
// the edit. wrote is called for each owned value that is written. revived is true if an entity was
// revived that ids had mentioned.
func (w *World) Replay(edit Edit, wrote func(index uint32, id store.ID)) (inverse Edit, revived bool) {
	outer := w.UndoLog
	w.UndoLog = UndoLog{depth: 1, base: 1, Undoing: true, wrote: wrote}
	w.takeAllBack(edit)
	inverse, revived = w.UndoLog.entries, w.UndoLog.revived
	w.UndoLog = outer
	return inverse, revived
}

func (w *World) takeAllBack(edit Edit) {
	for i := len(edit) - 1; i >= 0; i-- {
		w.takeBack(&edit[i])
	}
}

func (w *World) takeBack(u *undoEntry) {
	switch u.kind {
	case undoAdd:
		w.rawRemove(u.index, u.id)
	case undoRemove:
		w.rawAdd(u.index, u.id)
		w.putBack(u.index, u.id, u.value)
	case undoWrite:
		w.Writing(u.index, u.id)
		w.putBack(u.index, u.id, u.value)
	case undoCreate:
		w.rawDestroy(u.index)
	case undoDestroy:
		w.revive((*ended)(u.value))
	case undoName:
		w.RawName(u.index, u.name)
	case undoPosition:
		w.moveAfter(u.index, u.id, *(*uint32)(u.value))
	case undoMarks:
		w.setMarks(u.index, *(*[]store.ID)(u.value))
	case undoOff:
		w.rawOff(u.index, u.id)
	case undoOn:
		w.rawOn(u.index, u.id)
	case undoOpen:
		w.rawOpen(u.index, false)
	case undoClose:
		w.rawOpen(u.index, true)
	case undoScope:
		w.SetScope(Entity(u.id))
	}
}

// putBack restores the value of an owned id.
func (w *World) putBack(index uint32, id store.ID, value unsafe.Pointer) {
	if value == nil {
		return
	}
	cell, typ, _ := w.Store.Get(w.Entity(index), id)
	w.Store.CopyCell(typ, cell, value)
	if w.UndoLog.wrote != nil {
		w.UndoLog.wrote(index, id)
	}
}

// Writing records the value of an owned id before it is written or its address is handed out.
func (w *World) Writing(index uint32, id store.ID) {
	j := &w.UndoLog
	if !j.On() {
		return
	}
	at := touch{index, id}
	w.writing.Lock() // several goroutines may loop over parts of a query
	noted := j.notes(index) && !j.touched[at]
	w.writing.Unlock()
	if !noted {
		return
	}
	cell, typ, _ := w.Store.Get(w.Entity(index), id)
	if cell == nil {
		return
	}
	value := reflect.New(w.Store.GoType(typ)).UnsafePointer()
	w.Store.DuplicateCell(typ, value, cell) // deep: slices and maps may be modified in place
	w.writing.Lock()
	defer w.writing.Unlock()
	if j.touched != nil {
		j.touched[at] = true
	}
	j.note(undoEntry{kind: undoWrite, index: index, id: id, value: value})
}

// SetScope makes e the parent of new entities. If e is zero, they get no parent.
func (w *World) SetScope(e Entity) {
	w.UndoLog.note(undoEntry{kind: undoScope, id: store.ID(w.Scope)})
	w.Scope = e
	w.OutsideTables++
}

// ended is the state of a deleted entity at the end of the deletion, when no id mentioned it any
// more and its name, marks and toggles had been removed.
type ended struct {
	entity    Entity
	traits    Traits
	order     uint64
	component *Component
	ids       []store.ID
	values    []unsafe.Pointer
	mentioned bool
}

// noteEnd records that an entity is deleted.
func (w *World) noteEnd(e Entity, traits Traits, component *Component) {
	index := e.Index()
	d := &ended{
		entity: e, traits: traits, order: w.CreationOf(index), component: component,
		ids:       w.OwnIDs(w.Table(index), index),
		mentioned: w.Store.Mentioned(index),
	}
	for _, id := range d.ids {
		w.notePosition(index, id)
		d.values = append(d.values, w.keep(index, id))
	}
	w.UndoLog.note(undoEntry{kind: undoDestroy, index: index, value: unsafe.Pointer(d)})
}

func (w *World) revive(d *ended) {
	index, j := d.entity.Index(), &w.UndoLog
	if g := w.Store.Generation(index); g > d.entity.Generation()+1 { // later entities with the index have been undone
		if w.later == nil {
			w.later = map[uint32]uint32{}
		}
		w.later[index] = g
	}
	w.Store.Revive(d.entity)
	w.setCreation(index, d.order)
	w.setTraits(index, d.traits&survivingTraits)
	if d.component != nil {
		w.Components[index] = d.component
	}
	w.refreshTraits(index)
	w.Touch(index)
	if w.Listener != nil {
		w.Listener.Created(d.entity)
	}
	j.note(undoEntry{kind: undoCreate, index: index})
	j.fresh = index
	for i, id := range d.ids {
		w.rawAdd(index, id)
		w.putBack(index, id, d.values[i])
	}
	j.fresh = 0
	j.revived = j.revived || d.mentioned
}

// keep copies the value of an id that is about to be removed.
func (w *World) keep(index uint32, id store.ID) unsafe.Pointer {
	cell, typ, _ := w.Store.Get(w.Entity(index), id)
	if cell == nil {
		return nil
	}
	value := reflect.New(w.Store.GoType(typ)).UnsafePointer()
	w.Store.CopyCell(typ, value, cell)
	return value
}
