package rules

import (
	"github.com/relspec/relspec/spec"
)

// Every change of the world passes the change hooks: a word that is zero while nothing is special.
// Loops lock the world, a deferral makes changes wait as commands, observers want to know the state
// before, and a world that was torn down takes no change. Only then a change becomes a value.

// The bits of the word of the change hook beside the number of loops that run.
const (
	HookLoops    = 1<<24 - 1
	HookDeferred = 1 << 24
	HookObserved = 1 << 25
	HookOver     = 1 << 26
	HookTracked  = 1 << 27 // queries detect changes
)

// ErrOver refuses changes of a world that was torn down.
var ErrOver = spec.Errorf(spec.CodeInvalid, "the world was torn down; make a new world")

// Hooked reports whether changes are special now.
func (w *World) Hooked() bool { return w.Hooks.Load() != 0 }

// SetHook makes changes pass a hook.
func (w *World) SetHook(bit int32) {
	w.Hooks.Or(bit)
	w.Attend(AttendHooks, true)
}

// ClearHook takes a bit away that SetHook has set.
func (w *World) ClearHook(bit int32) {
	rest := w.Hooks.And(^bit) &^ bit
	w.Attend(AttendHooks, rest&^HookLoops != 0)
}

// Who wants to know when own values are written.
const (
	AttendHooks = 1 << iota // deferral, observers, the end
	AttendDump              // the engine's dump
	AttendKeys              // queries sorted by values
	AttendUndo              // the undo log of an edit
)

// Attend says that someone wants to know when own values are written, or wants it no longer.
func (w *World) Attend(bit uint8, on bool) {
	if on {
		w.Attention |= bit
	} else {
		w.Attention &^= bit
	}
}

// CheckHooks refuses changes of a world that is over, and those of structure while a loop runs that is not deferred.
func (w *World) CheckHooks(structure bool) *spec.Error {
	switch hooks := w.Hooks.Load(); {
	case hooks&HookOver != 0:
		return ErrOver
	case hooks&HookLoops != 0 && hooks&HookDeferred == 0 && structure:
		return ErrLooping
	}
	return nil
}

// ErrLooping refuses changes of structure while a loop runs.
var ErrLooping = spec.Errorf(spec.CodeLocked,
	"the world is locked by a loop, a file or a copy function; "+
		"record the change in Commands and apply it afterwards")

// MustBeUnlocked is for calls that cannot give an error and cannot wait.
func (w *World) MustBeUnlocked() {
	switch hooks := w.Hooks.Load(); {
	case hooks&HookOver != 0:
		panic(ErrOver)
	case hooks&HookLoops != 0:
		panic(ErrLooping)
	}
}

// EndLoop ends one loop. One that was abandoned does not count any more: the part that it has
// borrowed from the bits above is given back.
func (w *World) EndLoop() {
	if w.Hooks.Add(-1)&HookLoops == HookLoops {
		w.Hooks.Add(1)
	}
}
