package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// heardEvent is an event of the operation that is being applied. Handles are looked up when it is done, since a new
// entity gets its own last.
type heardEvent struct {
	name  string
	event change.Event
}

// namedObserver is an observer that writes the log.
type namedObserver struct {
	name     string
	observer *change.Observer
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
	name := op.As
	observer, err := e.w.Observe(&change.ObserverOptions{Events: op.Events, Monitor: op.Monitor, YieldExisting: op.YieldExisting, Parent: parent},
		func() (*query.Query, *spec.Error) { return e.w.CompileObserved(op.Query, e.handles.known) },
		func(event *change.Event) { e.hear(name, event) })
	if err != nil {
		return spec.Fail(err)
	}
	e.observers = append(e.observers, namedObserver{name, observer})
	return spec.OK()
}

// hear notes an event, unless too many wait.
func (e *Engine) hear(name string, event *change.Event) {
	if !e.w.Meter.Loses(len(e.log) + len(e.heard) + 1) {
		e.heard = append(e.heard, heardEvent{name, *event})
	}
}

// taken reports whether a query or an observer has a name.
func (e *Engine) taken(name string) bool {
	_, known := e.queries[name]
	return known || e.observerAt(name) >= 0
}

// observerAt is the place of the observer of a name, -1 if there is none. Those that have ended with their parent are
// forgotten.
func (e *Engine) observerAt(name string) int {
	e.observers = slices.DeleteFunc(e.observers, func(o namedObserver) bool { return o.observer.Ended })
	return slices.IndexFunc(e.observers, func(o namedObserver) bool { return o.name == name })
}

// eventOf is an event under handles.
func (e *Engine) eventOf(name string, event *change.Event) spec.Event {
	out := spec.Event{Observer: name, Event: event.Kind, Entity: e.handles.name(event.Entity), Leave: event.Leave, Src: e.handles.name(event.Source)}
	if event.ID.First != 0 {
		out.ID.First = e.handles.name(event.ID.First)
		out.ID.Second = e.handles.name(event.ID.Second)
	}
	return out
}

// writeLog writes the events that the operation has caused. If events are lost, it empties the log (P-102).
func (e *Engine) writeLog() {
	if e.w.Meter.Lost != nil {
		e.heard, e.log = nil, nil
		return
	}
	for i := range e.heard {
		e.log = append(e.log, e.eventOf(e.heard[i].name, &e.heard[i].event))
	}
	clear(e.heard)
	e.heard = e.heard[:0]
}

// events drains the log. If events were lost, it says so, and the log begins anew.
func (e *Engine) events(*spec.Operation) spec.Outcome {
	if lost := e.w.Meter.Lost; lost != nil {
		e.log, e.w.Meter.Lost = nil, nil
		return spec.Fail(lost)
	}
	out := spec.Outcome{Kind: spec.OutEvents, Events: e.log}
	e.log = nil
	return out
}
