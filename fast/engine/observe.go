package engine

import (
	"math/bits"
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// recordedEvent is an event of the operation that is being applied. Its handles are looked up at
// the end of the operation, because the entities of a batch may get their handles after their ids.
type recordedEvent struct {
	name  string
	event change.Event
}

// namedObserver is an observer that writes to the log, and may run operations.
type namedObserver struct {
	name     string
	observer *change.Observer // nil until its first event or until creation ends
	number   int              // in order of creation
	acts     []spec.Operation
	released bool
}

// eventKinds has the kinds of events in the order of the bits of [change.EventKinds].
var eventKinds = [...]spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet}

// observe creates an observer. Its name must differ from those of prepared queries and other
// observers.
func (e *Engine) observe(op *request) (spec.Outcome, *spec.Error) {
	parent, err := e.handles.optional(op.Parent)
	if err != nil {
		return none, err
	}
	for i := range op.Acts {
		if !op.Acts[i].Op.MayAct() {
			return none, spec.Errorf(spec.CodeInvalid, "%s is not an operation that an observer can carry out", op.Acts[i].Op)
		}
	}
	var kinds change.EventKinds
	var emitted []Entity
	for _, kind := range op.Events {
		if kind.IsChange() {
			kinds |= 1 << slices.Index(eventKinds[:], kind)
			continue
		}
		event, err := e.handles.living(spec.Handle(kind))
		if err != nil {
			return none, err
		}
		emitted = append(emitted, event)
	}
	e.acting.observers++
	o := &namedObserver{name: op.As, number: e.acting.observers, acts: op.Acts}
	e.observers = append(e.observers, o) // before creation: it may release itself in response to its first event
	made, err := e.w.Observe(&change.ObserverOptions{
		Events: kinds, Emitted: emitted, Monitor: op.Monitor, YieldExisting: op.YieldExisting, Parent: parent,
	},
		func() (*query.Query, *spec.Error) { return e.w.CompileObserved(op.Query, e.handles.known) },
		func(event *change.Event) {
			o.observer = event.Observer
			e.recordEvent(o.name, event)
			e.acting.queueEvent(o, event)
		})
	if err != nil {
		e.observers = slices.DeleteFunc(e.observers, func(other *namedObserver) bool { return other == o })
		return none, err
	}
	o.observer = made
	return none, nil
}

// emit delivers an event of the program (observers.emit).
func (e *Engine) emit(op *request) (spec.Outcome, *spec.Error) {
	if op.Event == "" || spec.EventKind(op.Event).IsChange() {
		return none, spec.Errorf(spec.CodeInvalid, "the event %q is not an entity; pass the handle of one", string(op.Event))
	}
	m := change.Emission{Entity: op.entity}
	var err *spec.Error
	if m.Event, err = e.handles.living(op.Event); err == nil {
		m.IDs, err = e.exactAll(op.IDs)
	}
	if err == nil {
		m.Along, err = e.handles.optional(op.Relationship)
	}
	if err == nil {
		err = e.w.Emit(&m)
	}
	return none, err
}

// recordEvent records an event, unless too many are waiting.
func (e *Engine) recordEvent(name string, event *change.Event) {
	if !e.w.Meter.Loses(e.waiting() + 1) {
		e.recorded = append(e.recorded, recordedEvent{name, *event})
	}
}

// waiting returns how many events and failures the caller has not fetched yet (limits.events).
func (e *Engine) waiting() int { return len(e.log) + len(e.recorded) + len(e.failures) }

// isNameTaken reports whether a query or an observer has a name.
func (e *Engine) isNameTaken(name string) bool {
	_, known := e.queries[name]
	return known || e.observerAt(name) >= 0
}

// observerAt returns the index of an observer by name, or -1 if there is none. It first removes
// observers that ended with their parent.
func (e *Engine) observerAt(name string) int {
	e.observers = slices.DeleteFunc(e.observers,
		func(o *namedObserver) bool { return o.observer != nil && o.observer.Ended })
	return slices.IndexFunc(e.observers, func(o *namedObserver) bool { return o.name == name })
}

// eventOf returns an event in terms of handles.
func (e *Engine) eventOf(name string, event *change.Event) spec.Event {
	out := spec.Event{
		Observer: name, Entity: e.handles.name(event.Entity), Leave: event.Leave,
		Src: e.handles.name(event.Source),
	}
	if event.Emitted != 0 {
		out.Event = spec.EventKind(e.handles.name(event.Emitted))
	} else {
		out.Event = eventKinds[bits.TrailingZeros8(uint8(event.Kind))]
	}
	if event.ID.First != 0 {
		out.ID.First = e.handles.name(event.ID.First)
		out.ID.Second = e.handles.name(event.ID.Second)
	}
	return out
}

// writeLog moves the events of the operation to the log. If events were lost, it empties the log
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

// events returns the log and empties it. If events were lost, it returns an error once.
func (e *Engine) events(*request) (spec.Outcome, *spec.Error) {
	if lost := e.w.Meter.Lost; lost != nil {
		e.log, e.failures, e.w.Meter.Lost = nil, nil, nil
		return none, lost
	}
	out := spec.Outcome{Kind: spec.OutEvents, Events: e.log, Failures: e.failures}
	e.log, e.failures = nil, nil
	return out, nil
}
