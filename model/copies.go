package model

import (
	"github.com/relspec/relspec/spec"
)

// copied makes a clone or an instance. It cannot wait for the end of a deferral, since what is to be
// copied, and so how many handles there have to be, may change until then.
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
