package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Listener is notified of each change while an operation is observed or a query detects changes.
// Otherwise the world has no listener, so a change costs one test.
type Listener interface {
	// Change is called before an entity gets or loses an id. If several ids change in one move, it
	// is called for each of them before the move. (Passing a list would allocate one per change,
	// even without listeners.)
	Change(index uint32, id store.ID)
	// Toggle is called before an id of an entity is enabled or disabled.
	Toggle(index uint32, id store.ID)
	// Rename is called before an entity gets or loses a name.
	Rename(index uint32)
	// Everything is called before a change that may affect every entity.
	Everything()
	// Created is called after an entity was created. Destroy is called before an entity is deleted,
	// when no id mentions it any more.
	Created(e Entity)
	Destroy(index uint32)
	// Stripped is called before all entities of a table lose ids.
	Stripped(t store.Table, ids []store.ID)
	// Wrote is called after an owned value was written.
	Wrote(index uint32, id store.ID)
}

// Every change of the world tests the change hooks, a word that is zero in the normal case. It is
// set while a loop locks the world, while a deferral queues changes as commands, while observers
// need the state before a change, while queries detect changes, and after teardown. If it is zero,
// a change is applied directly, without being made into a value of package change.

// The bits of the hook word above the number of running loops.
const (
	HookLoops    = 1<<24 - 1
	HookDeferred = 1 << 24
	HookObserved = 1 << 25
	HookOver     = 1 << 26
	HookTracked  = 1 << 27 // queries detect changes
)

// ErrOver is returned for changes of a world that was torn down.
var ErrOver = spec.Errorf(spec.CodeInvalid, "the world was torn down; make a new world")

// Hooked reports whether changes must be checked against the hooks.
func (w *World) Hooked() bool { return w.Hooks.Load() != 0 }

// SetHook sets a bit of the hook word.
func (w *World) SetHook(bit int32) {
	w.Hooks.Or(bit)
	w.Attend(AttendHooks, true)
}

// ClearHook clears a bit that SetHook has set.
func (w *World) ClearHook(bit int32) {
	rest := w.Hooks.And(^bit) &^ bit
	w.Attend(AttendHooks, rest&^HookLoops != 0)
}

// Consumers that must be notified when owned values are written.
const (
	AttendHooks = 1 << iota // deferral, observers, change detection, teardown
	AttendKeys              // queries sorted by values
	AttendUndo              // the undo log of an edit
)

// Attend adds or removes a consumer that must be notified when owned values are written.
func (w *World) Attend(bit uint8, on bool) {
	if on {
		w.Attention |= bit
	} else {
		w.Attention &^= bit
	}
}

// CheckHooks returns an error for a change of a world that was torn down, and for a structural
// change while a loop runs and changes are not deferred.
func (w *World) CheckHooks(structure bool) *spec.Error {
	switch hooks := w.Hooks.Load(); {
	case hooks&HookOver != 0:
		return ErrOver
	case hooks&HookLoops != 0 && hooks&HookDeferred == 0 && structure:
		return ErrLooping
	}
	return nil
}

// ErrLooping is returned for structural changes while a loop runs.
var ErrLooping = spec.Errorf(spec.CodeLocked,
	"the world is locked by a loop, a file or a copy function; "+
		"record the change in Commands and apply it afterwards")

// MustBeUnlocked panics if the world was torn down or a loop runs, even if changes are deferred. It
// serves calls that cannot return an error.
func (w *World) MustBeUnlocked() {
	switch hooks := w.Hooks.Load(); {
	case hooks&HookOver != 0:
		panic(ErrOver)
	case hooks&HookLoops != 0:
		panic(ErrLooping)
	}
}

// EndLoop ends one loop. If the loop was not counted any more, the decrement has borrowed from the
// bits above, and EndLoop reverts it.
func (w *World) EndLoop() {
	if w.Hooks.Add(-1)&HookLoops == HookLoops {
		w.Hooks.Add(1)
	}
}
