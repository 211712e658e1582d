package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// RecordedEdit is a list of recorded changes that can be undone and redone.
type RecordedEdit struct {
	w             *World
	edit          rules.Edit
	before, after uint64 // states of the world
	undone        bool
}

// editing is the state that edits need besides the undo log.
type editing struct {
	replaying bool   // an edit is being undone or redone
	counted   uint64 // Moment when the world last returned to a state
	state     uint64 // that state
}

// Errors of edits.
var (
	ErrRecording = spec.Errorf(spec.CodeInvalid,
		"an edit is being recorded; load, restore, tear down, undo and redo before or after that")
	errRecorded = spec.Errorf(spec.CodeInvalid,
		"an edit is being recorded, so Record cannot be nested; use Atomically, or one Record for both")
	errUnapplied = spec.Errorf(spec.CodeInvalid,
		"the function has begun a deferral that it has not ended; call DeferEnd before it returns, or use Defer")
	errUndone  = spec.Errorf(spec.CodeInvalid, "the edit is already undone; call Redo first")
	errDone    = spec.Errorf(spec.CodeInvalid, "the edit is not undone; call Undo first")
	errBetween = spec.Errorf(spec.CodeInvalid,
		"the world has changed since the edit was made or undone; undo what came after it first")
)

// checkEdit returns an error if changes cannot be recorded, undone or redone now.
func (w *World) checkEdit() *spec.Error {
	if w.Deferral.Depth > 0 {
		return ErrDeferred
	}
	return w.CheckHooks(true)
}

// Record records the changes of f as one edit, and returns the edit if keep is true. If f fails or
// panics, Record undoes them. Unless it is called within another recording, it calls guard before f
// and at the end.
func (w *World) Record(f func() error, keep bool, guard func()) (*RecordedEdit, error) {
	if err := w.checkEdit(); err != nil {
		return nil, err
	}
	within := w.UndoLog.Recording()
	if within && keep {
		return nil, errRecorded
	}
	before, mark, done := w.State(), w.BeginEdit(), false
	defer func() {
		if !done {
			w.cancel(before, mark, within)
		}
		if !within {
			guard()
		}
	}()
	if !within {
		guard()
	}
	if err := f(); err != nil {
		return nil, err
	}
	if w.Deferral.Depth > 0 {
		return nil, errUnapplied
	}
	done = true
	if within {
		return nil, nil
	}
	edit := w.EditSince(mark, before)
	if !keep {
		return nil, nil
	}
	return edit, nil
}

// EditSince ends the edit that began at a mark and in a state.
func (w *World) EditSince(mark int, before uint64) *RecordedEdit {
	edit := w.EndEdit(mark, false)
	w.Trim()
	return &RecordedEdit{w: w, edit: edit, before: before, after: w.State()}
}

// cancel undoes what has been recorded since a mark.
func (w *World) cancel(before uint64, mark int, within bool) {
	if w.Deferral.Depth > 0 {
		w.AbandonDeferral()
	}
	if w.Listener != nil { // a panic has left an operation open
		w.Close(false)
	}
	edit := w.EndEdit(mark, within)
	defer w.arrive(before)
	if within {
		defer w.DropEdit(mark)
	}
	w.replay(edit, func(rules.Edit) {})
}

// replay undoes an edit as one operation. Before observers are notified, it calls made with the
// edit that redoes the changes.
func (w *World) replay(edit rules.Edit, made func(inverse rules.Edit)) {
	w.editing.replaying = true
	defer func() { w.editing.replaying = false }()
	_ = w.Operate(func() *spec.Error { // cannot fail
		inverse, revived := w.Replay(edit, func(index uint32, id store.ID) { w.Wrote(w.Entity(index), id) })
		made(inverse)
		if revived && w.OnRestore != nil {
			w.OnRestore()
		}
		return nil
	})
	w.Trim()
}

// Turn undoes or redoes the edit. The world must be in the state in which the recording of this
// edit, or its last undo or redo, has left it.
func (r *RecordedEdit) Turn(undo bool) *spec.Error {
	w, from, to := r.w, r.before, r.after
	if undo {
		from, to = to, from
	}
	if err := w.checkEdit(); err != nil {
		return err
	}
	switch {
	case w.UndoLog.Recording():
		return ErrRecording
	case r.undone && undo:
		return errUndone
	case !r.undone && !undo:
		return errDone
	case w.State() != from:
		return errBetween
	}
	defer w.arrive(to)
	w.replay(r.edit, func(inverse rules.Edit) { r.edit, r.undone = inverse, undo })
	return nil
}

// State returns a number for the state of the world except its values. Different states have
// different numbers.
func (w *World) State() uint64 {
	if n := w.Moment(); n != w.editing.counted {
		return n
	}
	return w.editing.state
}

// arrive records that the world has returned to a state.
func (w *World) arrive(state uint64) { w.editing.counted, w.editing.state = w.Moment(), state }

// Moment returns a number that grows with every change except writes of values.
func (w *World) Moment() uint64 {
	return w.Store.Changes() + w.Toggles.Changes + w.OutsideTables + w.Epoch<<40
}
