package engine

import "github.com/relspec/relspec/spec"

// teardown ends the world and answers with the pending events and those of the teardown.
func (e *Engine) teardown(*request) (spec.Outcome, *spec.Error) {
	e.closeIterators(nil)
	if err := e.w.Teardown(); err != nil {
		return none, err
	}
	e.over = true
	e.writeLog()
	return e.events(nil)
}

// outlasts reports whether an operation is allowed after the teardown.
func outlasts(op spec.OpKind) bool {
	switch op { //nolint:exhaustive // all others need a world
	case spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote:
		return true
	default:
		return false
	}
}
