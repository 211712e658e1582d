package model

import "github.com/relspec/relspec/spec"

// teardown ends the world step by step; its events are its answer.
func teardown(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	if w.deferred > 0 {
		return done(errDeferred(op.Op))
	}
	clear(w.iterators)
	for _, e := range w.rules.LastRoots() {
		if w.rules.Alive(e) {
			_ = w.operate(func() *spec.Error { return w.rules.Delete(e) }) // one that a policy refuses is passed over
		}
	}
	_ = w.operate(func() *spec.Error { w.rules.Bury(w.rules.Users()); return nil })
	w.over = true
	return drain(w, op)
}
