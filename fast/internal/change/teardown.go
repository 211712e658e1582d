package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Teardown ends the world in steps (teardown.roots).
func (w *World) Teardown() *spec.Error {
	if w.Deferral.Depth > 0 {
		return ErrDeferred
	}
	if w.UndoLog.Recording() {
		return ErrRecording
	}
	if err := w.CheckHooks(true); err != nil {
		return err
	}
	for _, e := range w.parentRoots() {
		if w.Store.Alive(e) {
			// if a policy protects e, it is deleted in the last step
			_ = w.Operate(func() *spec.Error { return w.DeleteNow(e) })
		}
	}
	// Callbacks may create entities again and again, so the number of passes is limited.
	for range maxNesting {
		if w.Living() == 0 {
			break
		}
		_ = w.Operate(w.DeleteEverything)
	}
	w.SetHook(rules.HookOver)
	return nil
}

// parentRoots returns the roots that are deleted first, in type order.
func (w *World) parentRoots() []Entity {
	var roots []uint32
	for _, e := range w.UserEntities() {
		index := e.Index()
		if w.ParentOf(index) == 0 && w.Components[index] == nil && !w.isSetAside(index) &&
			w.HasChildren(index) {
			roots = append(roots, index)
		}
	}
	w.SortEntities(roots)
	return w.Alive(roots)
}

// isSetAside reports whether an entity is deleted last.
func (w *World) isSetAside(index uint32) bool {
	for _, tag := range []Entity{rules.Module, rules.System, rules.Observer} {
		if w.OwnsTag(index, tag) {
			return true
		}
	}
	return false
}
