package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// recordedEvent is an event of the operation that is being applied. Handles are looked up when it is done, since a new
// entity gets its own last.
type recordedEvent struct {
	name  string
	event change.Event
}

// namedObserver is an observer that writes the log, and may act.
type namedObserver struct {
	name     string
	observer *change.Observer // nil until its first event, or until it is made
	number   int              // in the order in which observers are made
	acts     []spec.Operation
	released bool
}

// observe makes an observer under a name that no prepared query and no other observer has.
func (e *Engine) observe(op *spec.Operation) spec.Outcome {
	if op.As == "" || op.Query == nil {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "observe needs a query and a name"))
	}
	if e.taken(op.As) {
		return spec.Fail(spec.Errorf(spec.CodeExists, "the name %q is taken", op.As))
	}
	parent, err := e.handles.optional(op.Parent)
	if err != nil {
		return spec.Fail(err)
	}
	for i := range op.Acts {
		if !op.Acts[i].Op.MayAct() {
			return spec.Fail(spec.Errorf(spec.CodeInvalid, "%s is not an operation that an observer can carry out",
				op.Acts[i].Op))
		}
	}
	e.acting.observers++
	o := &namedObserver{name: op.As, number: e.acting.observers, acts: op.Acts}
	e.observers = append(e.observers, o) // it may release itself before it is made
	made, err := e.w.Observe(&change.ObserverOptions{
		Events: op.Events, Monitor: op.Monitor,
		YieldExisting: op.YieldExisting, Parent: parent,
	},
		func() (*query.Query, *spec.Error) { return e.w.CompileObserved(op.Query, e.handles.known) },
		func(event *change.Event) {
			o.observer = event.Observer
			e.hear(o.name, event)
			e.acting.tell(o, event)
		})
	if err != nil {
		e.observers = slices.DeleteFunc(e.observers, func(other *namedObserver) bool { return other == o })
		return spec.Fail(err)
	}
	o.observer = made
	return spec.OK()
}

// hear records an event, unless too many wait.
func (e *Engine) hear(name string, event *change.Event) {
	if !e.w.Meter.Loses(e.waiting() + 1) {
		e.recorded = append(e.recorded, recordedEvent{name, *event})
	}
}

// waiting is how much waits to be asked for (limits.events).
func (e *Engine) waiting() int { return len(e.log) + len(e.recorded) + len(e.failures) }

// taken reports whether a query or an observer has a name.
func (e *Engine) taken(name string) bool {
	_, known := e.queries[name]
	return known || e.observerAt(name) >= 0
}

// observerAt is the place of the observer of a name, -1 if there is none. Those that have ended with their parent are
// forgotten.
func (e *Engine) observerAt(name string) int {
	e.observers = slices.DeleteFunc(e.observers,
		func(o *namedObserver) bool { return o.observer != nil && o.observer.Ended })
	return slices.IndexFunc(e.observers, func(o *namedObserver) bool { return o.name == name })
}

// eventOf is an event under handles.
func (e *Engine) eventOf(name string, event *change.Event) spec.Event {
	out := spec.Event{
		Observer: name, Event: event.Kind, Entity: e.handles.name(event.Entity), Leave: event.Leave,
		Src: e.handles.name(event.Source),
	}
	if event.ID.First != 0 {
		out.ID.First = e.handles.name(event.ID.First)
		out.ID.Second = e.handles.name(event.ID.Second)
	}
	return out
}

// writeLog writes the events that the operation has caused. If events are lost, it empties the log
// (limits.events).
func (e *Engine) writeLog() {
	if e.w.Meter.Lost != nil {
		e.recorded, e.log, e.failures = nil, nil, nil
		return
	}
	for i := range e.recorded {
		e.log = append(e.log, e.eventOf(e.recorded[i].name, &e.recorded[i].event))
	}
	clear(e.recorded)
	e.recorded = e.recorded[:0]
}

// events drains the log. If events were lost, it says so, and the log begins anew.
func (e *Engine) events(*spec.Operation) spec.Outcome {
	if lost := e.w.Meter.Lost; lost != nil {
		e.log, e.failures, e.w.Meter.Lost = nil, nil, nil
		return spec.Fail(lost)
	}
	out := spec.Outcome{Kind: spec.OutEvents, Events: e.log, Failures: e.failures}
	e.log, e.failures = nil, nil
	return out
}
