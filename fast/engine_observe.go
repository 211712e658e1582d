package fast

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// heardEvent is an event of the operation that is being applied. Handles are looked up when it is done, since a new
// entity gets its own last.
type heardEvent struct {
	name  string
	event event
}

// engineObserver is an observer that writes the log.
type engineObserver struct {
	name     string
	observer *observer
}

// observe makes an observer under a name that no prepared query and no other observer has.
func (e *Engine) observe(op *spec.Operation) spec.Outcome {
	if op.Query == nil {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "observe needs a query"))
	}
	if e.taken(op.As) {
		return spec.Fail(spec.Errorf(spec.CodeExists, "the name %q is taken", op.As))
	}
	parent, err := e.handles.optional(op.Parent)
	if err != nil {
		return spec.Fail(err)
	}
	name := op.As
	observer, err := e.w.observe(&observerOptions{op.Events, op.Monitor, op.YieldExisting, parent},
		func() (*prepared, *spec.Error) { return e.w.compileObserved(op.Query, e.handles.known) },
		func(event *event) { e.hear(name, event) })
	if err != nil {
		return spec.Fail(err)
	}
	e.observers = append(e.observers, engineObserver{name, observer})
	return spec.OK()
}

// hear notes an event, unless too many wait.
func (e *Engine) hear(name string, event *event) {
	if !e.w.meter.loses(len(e.log) + len(e.heard) + 1) {
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
	e.observers = slices.DeleteFunc(e.observers, func(o engineObserver) bool { return o.observer.ended })
	return slices.IndexFunc(e.observers, func(o engineObserver) bool { return o.name == name })
}

// eventOf is an event under handles.
func (e *Engine) eventOf(name string, event *event) spec.Event {
	out := spec.Event{Observer: name, Event: event.kind, Entity: e.handles.name(event.entity), Leave: event.leave, Src: e.handles.name(event.source)}
	if event.id.first != 0 {
		out.ID.First = e.handles.name(event.id.first)
		out.ID.Second = e.handles.name(event.id.second)
	}
	return out
}

// writeLog writes the events that the operation has caused. If events are lost, it empties the log (P-102).
func (e *Engine) writeLog() {
	if e.w.meter.lost != nil {
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
	if lost := e.w.meter.lost; lost != nil {
		e.log, e.w.meter.lost = nil, nil
		return spec.Fail(lost)
	}
	out := spec.Outcome{Kind: spec.OutEvents, Events: e.log}
	e.log = nil
	return out
}
