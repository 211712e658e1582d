package change

import (
	"github.com/relspec/relspec/spec"
)

// maxNesting is the default limit on nested operations: each operation is caused by an event of the
// one around it.
const maxNesting = 100

// DefaultEvents is how many events the callbacks may cause after one operation, see
// fast.WithEventLimit.
const DefaultEvents = 1_000_000

// Operate runs f as one operation and notifies the observers.
func (w *World) Operate(f func() *spec.Error) *spec.Error {
	opened := w.Open()
	err := f()
	if opened {
		w.Close(err == nil)
	}
	return err
}

// Open begins an observed operation, which Close ends. It returns false if there are no observers
// and change detection is off, or if an operation is already open.
func (w *World) Open() bool {
	v := &w.Observers
	if len(v.List) == 0 && !w.Watch.On || w.Listener != nil {
		return false
	}
	v.begin()
	w.Meter.Begin()
	return true
}

// begin starts to observe an operation.
func (v *Observers) begin() {
	v.w.Listener, v.structural = v, false
	v.forgetNames()
	v.w.KeepsNames = len(v.List) > 0
	for _, o := range v.interest().always {
		v.structural = true
		o.captureAll()
	}
}

// Close ends the operation that Open began. If tell is true, it delivers the events.
func (w *World) Close(tell bool) {
	v := &w.Observers
	w.Listener, w.KeepsNames = nil, false
	w.Watch.settle(w)
	v.events = v.events[:0]
	v.eachTouched(func(o *Observer) {
		if tell {
			v.appendEvents(o)
		}
		o.before.reset()
	})
	if tell && w.Meter.Loses(len(v.events)) {
		v.events = v.events[:0]
	}
	v.byDeath()
	if tell {
		v.events = append(v.events, v.emitted...)
	}
	clear(v.emitted)
	v.emitted = v.emitted[:0]
	orphans, gone := v.orphans, v.removed
	v.orphans, v.removed = nil, nil
	v.written, v.destroyed = v.written[:0], v.destroyed[:0]
	if !tell {
		orphans = nil
	}
	if len(v.events) > 0 {
		v.dispatch(orphans)
	} else {
		release(orphans)
	}
	v.forget(gone)
	v.forgetNames()
}

// forgetNames drops the names of deleted entities, unless callbacks are running that may ask for
// them.
func (v *Observers) forgetNames() {
	if v.Nesting == 0 {
		v.w.Departed = nil
	}
}

// release ends observers.
func release(list []*Observer) {
	for _, o := range list {
		if !o.Ended {
			o.Release()
		}
	}
}

// exhausted reports whether callbacks have caused too many events.
func (v *Observers) exhausted() bool { return v.delivered > v.bound }

// mayDeliver counts an event and reports whether it may be delivered.
func (v *Observers) mayDeliver() bool {
	if v.Nesting == 1 {
		return true // an event of the operation itself
	}
	if v.exhausted() {
		return false
	}
	if v.delivered++; v.exhausted() {
		v.fail(spec.Failure{Err: spec.Errorf(spec.CodeLimit,
			"observers caused more than %d events in one operation; the other events and the deferred changes are dropped", v.bound)})
	}
	return !v.exhausted()
}

// descend starts the delivery of events and reports whether that is allowed. If a callback causes
// events immediately, for example by creating an entity, descend is called again before the
// callback returns.
func (v *Observers) descend() bool {
	w := v.w
	if v.Nesting == 0 {
		v.delivered, v.cut = 0, false
	}
	if v.Nesting > v.Deepest && w.Deferral.Depth > 0 {
		v.failNesting()
		return false
	}
	v.Nesting++
	return true
}

// dispatch calls the callbacks of the events, and then releases the observers in orphans. It defers
// the changes of callbacks and applies them at the end.
func (v *Observers) dispatch(orphans []*Observer) {
	w := v.w
	events := v.events
	if !v.descend() {
		release(orphans)
		return
	}
	v.events = nil // operations of callbacks need a list of their own
	done, replaying, mark := false, w.editing.replaying, 0
	if replaying { // in an undo or redo: the edit already has the changes that callbacks made
		mark = w.Begin()
	}
	defer func() {
		v.Nesting--
		if !done { // a callback has panicked
			w.AbandonDeferral()
		}
		if replaying {
			_ = w.End(mark, errReplaying)
		}
	}()
	w.DeferBegin()
	floor := w.Deferral.floor
	w.Deferral.floor = w.Deferral.Depth
	for i := range events {
		if e := &events[i]; !e.Observer.Ended && v.mayDeliver() {
			e.Observer.call(e)
		}
	}
	release(orphans)
	if v.AfterCallbacks != nil && !replaying {
		v.AfterCallbacks()
	}
	switch {
	case replaying:
		w.Deferral.queue.empty()
	case w.Deferral.Depth != 1 || len(w.Deferral.queue.list) == 0:
	case v.exhausted():
		w.Deferral.queue.empty()
	case v.Nesting > v.Deepest:
		w.Deferral.queue.empty()
		v.failNesting()
	}
	w.Deferral.floor = floor
	failures, _ := w.DeferEnd()
	for _, f := range failures {
		v.fail(f)
	}
	done = true
	clear(events)
	v.events = events[:0]
}

// errReplaying is the error with which changes of callbacks are undone during an undo or redo. It
// is not reported.
var errReplaying = new(spec.Error)

// failNesting reports, once per operation, that changes were dropped because callbacks triggered
// each other too deeply.
func (v *Observers) failNesting() {
	if !v.cut {
		v.cut = true
		v.fail(spec.Failure{Err: spec.Errorf(spec.CodeLimit,
			"callbacks of observers triggered each other more than %d levels deep; the deferred changes are dropped",
			v.Deepest)})
	}
}

func (v *Observers) fail(f spec.Failure) {
	if v.Failed != nil {
		v.Failed(f)
	}
}

// yield notifies an observer of existing matches, unless finding them exceeds the work limit.
func (v *Observers) yield(o *Observer) *spec.Error {
	w := v.w
	v.events = v.events[:0]
	empty := capture{}
	for _, e := range w.UserEntities() {
		if !o.reports(e) || !o.test.Matches(e) {
			continue
		}
		if o.monitor {
			v.monitored(o, e, false, true)
			continue
		}
		empty.entity = e
		v.compare(&compared{o: o, c: &empty, row: true, existing: true, after: o.look(nil, e)})
	}
	if err := w.Meter.Overworked(); err != nil {
		return err
	}
	if len(v.events) > 0 && !w.Meter.Loses(len(v.events)) {
		v.dispatch(nil)
	}
	return nil
}
