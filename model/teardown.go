package model

import "github.com/relspec/relspec/spec"

// teardown ends the world in the order that LastRoots describes, and answers with the events.
func (w *World) teardown(op spec.Operation) (spec.Outcome, *spec.Error) {
	if w.deferred > 0 {
		return spec.Outcome{}, errDeferred(op.Op)
	}
	clear(w.iterators)
	for _, e := range w.rules.LastRoots() {
		if w.rules.Alive(e) {
			// If a policy protects the root, the deletion fails and the root is skipped.
			_ = w.operate(func() *spec.Error { return w.rules.Delete(e) })
		}
	}
	_ = w.operate(func() *spec.Error { w.rules.Bury(w.rules.Users()); return nil })
	w.over = true
	return w.drain()
}
