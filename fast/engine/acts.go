package engine

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
)

// acting queues the operations that observers run in response to events. They run after all
// callbacks of the operation.
type acting struct {
	observers int // created so far
	pending   []pendingEvent
	acts      int // run since the caller's operation began
}

// pendingEvent is an event and the observer that responds to it.
type pendingEvent struct {
	observer *namedObserver
	event    change.Event
}

// queueEvent queues an event if its observer runs operations in response.
func (a *acting) queueEvent(to *namedObserver, event *change.Event) {
	if len(to.acts) > 0 {
		a.pending = append(a.pending, pendingEvent{to, *event})
	}
}

// act runs the operations that observers have queued during one operation. It sorts the events by
// entity in type order, then by observer, then by the order in which they were emitted
// (acts.order).
func (e *Engine) act() {
	pending := e.acting.pending
	e.acting.pending = nil
	if len(pending) == 0 || e.w.Meter.Lost != nil {
		return
	}
	if e.w.Observers.Nesting == 1 {
		e.acting.acts = 0
	}
	slices.SortStableFunc(pending, func(a, b pendingEvent) int {
		return cmp.Or(e.w.CompareEntities(a.event.Entity.Index(), b.event.Entity.Index()),
			cmp.Compare(a.observer.number, b.observer.number))
	})
	for i := range pending {
		t := &pending[i]
		if t.observer.released {
			continue // an operation for an earlier event released it
		}
		for k := range t.observer.acts {
			op := e.aboutEvent(&t.observer.acts[k], &t.event)
			if err := e.mayAct(); err != nil {
				e.noteFailure(failureOf(&op, err))
			} else if out := operations[op.Op].apply(e, &op); out.Err != nil {
				e.noteFailure(failureOf(&op, out.Err))
			}
		}
	}
}

// mayAct counts one response, and returns an error if a limit is exceeded (acts.limits).
func (e *Engine) mayAct() *spec.Error {
	limits := &e.w.Meter.Limits
	switch {
	case e.w.Observers.Nesting > limits.Nesting:
		return spec.Errorf(spec.CodeLimit, "acts of observers triggered each other more than %d levels deep", limits.Nesting)
	case e.acting.acts >= limits.Acts:
		return spec.Errorf(spec.CodeLimit, "one operation has caused %d acts of observers", limits.Acts)
	}
	e.acting.acts++
	return nil
}

// aboutEvent returns the operation act with its placeholders replaced by the handles of the event.
// A placeholder stays if the event has no such handle (acts.operations).
func (e *Engine) aboutEvent(act *spec.Operation, event *change.Event) spec.Operation {
	op := *act
	for _, h := range [...]*spec.Handle{&op.Entity, &op.ID.First, &op.ID.Second} {
		var of Entity
		switch *h {
		case spec.ActThis:
			of = event.Entity
		case spec.ActSource:
			if of = event.Source; of == 0 {
				of = event.Entity
			}
		case spec.ActFirst:
			of = event.ID.First
		case spec.ActSecond:
			of = event.ID.Second
		}
		if of != 0 {
			*h = e.handles.name(of)
		}
	}
	return op
}

func failureOf(op *spec.Operation, err *spec.Error) spec.Failure {
	return spec.Failure{Err: err, Op: op.Op, Entity: op.Entity, ID: op.ID}
}

// noteFailure records an operation of an observer that failed, unless too many records are waiting.
func (e *Engine) noteFailure(f spec.Failure) {
	if !e.w.Meter.Loses(e.waiting() + 1) {
		e.failures = append(e.failures, f)
	}
}
