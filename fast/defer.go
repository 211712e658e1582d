package fast

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/spec"
)

// DeferredError tells which commands of a deferral erred when they were applied; the others have been carried out.
type DeferredError struct {
	Failures []spec.Failure // in order
}

// Error is one line for each command that erred.
func (d *DeferredError) Error() string {
	lines := make([]string, len(d.Failures))
	for i, f := range d.Failures {
		lines[i] = fmt.Sprintf("command %d: %v", f.Command, f.Err)
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the errors to errors.Is and errors.As.
func (d *DeferredError) Unwrap() []error {
	list := make([]error, len(d.Failures))
	for i, f := range d.Failures {
		list[i] = f.Err
	}
	return list
}

// Defer runs f with all changes deferred, and applies them when it returns: f may loop over queries and change the entities that it
// finds, also through [Component.Set] and Spawn. Calls of Defer nest; the outermost applies. A command whose entity, or
// an element of whose id, is dead by then is dropped; the others are carried out in order. Changes that failed are told by a
// *[DeferredError]. If f panics, the changes of the outermost deferral are forgotten.
func (w *World) Defer(f func()) error {
	w.DeferBegin()
	done := false
	defer func() {
		if !done {
			w.core.AbandonDeferral()
		}
	}()
	f()
	done = true
	return w.DeferEnd()
}

// DeferBegin makes changes wait until as many calls of [World.DeferEnd] (QRY-103).
func (w *World) DeferBegin() { w.core.DeferBegin() }

// DeferEnd ends one DeferBegin, and at the outermost applies the changes that wait; see [World.Defer].
func (w *World) DeferEnd() error {
	failures, err := w.core.DeferEnd()
	switch {
	case err != nil:
		return err
	case len(failures) > 0:
		return &DeferredError{failures}
	}
	return nil
}

// IsDeferred reports whether changes wait.
func (w *World) IsDeferred() bool { return w.core.Deferral.Depth > 0 }
