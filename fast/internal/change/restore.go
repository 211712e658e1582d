package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// Restore returns to a snapshot. It panics if changes are deferred or recorded, if a loop runs, or
// if the world was torn down.
func (w *World) Restore(s *rules.Snapshot) {
	w.MustBeUnlocked()
	if w.UndoLog.Recording() {
		panic(ErrRecording)
	}
	if w.Deferral.Depth > 0 {
		panic(ErrDeferred)
	}
	old := w.Store
	w.Watch.all(w, max(old.Indices(), s.Store.Indices()))
	w.rewind(s)
	w.Store.Outlive(old)
	w.Watch.settle(w)
}

// rewind is like Restore, but without checks and change detection. It also undoes operations that
// violate a lock.
func (w *World) rewind(s *rules.Snapshot) {
	w.Reset(s)
	if w.OnRestore != nil {
		w.OnRestore()
	}
	clear(w.Watch.stored) // keyed by tables of the old storage
	w.ReindexReach()
	w.Instances = true // the restored world may have instances
	w.Prefabs++        // and prefabs
}
