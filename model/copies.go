package model

import "github.com/relspec/relspec/spec"

// copied makes a clone or an instance. It cannot be deferred: other commands could change the
// original first, and the number of handles in the request would no longer fit.
func copied(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	c, err := w.rules.CheckCopy(op)
	if err == nil && w.deferred > 0 {
		err = errDeferred(op.Op)
	}
	if err == nil {
		err = w.rules.Copy(op, c)
	}
	return done(err)
}
