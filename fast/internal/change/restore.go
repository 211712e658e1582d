package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// Restore returns to a snapshot. It panics while changes are deferred or recorded, or a loop runs.
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

// rewind is like Restore without checks, to undo an operation.
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
