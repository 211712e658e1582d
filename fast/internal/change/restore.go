package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// Restore makes the world as it was when a snapshot was taken. It panics while changes are deferred or a loop runs.
func (w *World) Restore(s *rules.Snapshot) {
	w.MustBeUnlocked()
	if w.UndoLog.Recording() {
		panic(ErrRecording)
	}
	if w.Deferral.Depth > 0 {
		panic(ErrDeferred)
	}
	old, before := w.Store, w.Watch.all(w)
	w.rewind(s)
	w.Store.Outlive(old)
	w.Watch.restored(w, before)
}

// rewind is Restore, also for an operation that has to be taken back.
func (w *World) rewind(s *rules.Snapshot) {
	w.Reset(s)
	if w.OnRestore != nil {
		w.OnRestore()
	}
	clear(w.Watch.stored) // by tables of another storage
	w.ReindexReach()
	w.Instances = true // as far as is known
}
