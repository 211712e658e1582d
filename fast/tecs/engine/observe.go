package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// observer is a monitor that writes the log.
type observer struct {
	monitor *tecs.Monitor
	parent  Entity // the observer ends with this entity; zero for none
}

// observe creates a monitor (declared.monitors).
func (e *Engine) observe(op *request) (spec.Outcome, *spec.Error) {
	o := &observer{}
	var err *spec.Error
	if op.Parent != "" {
		if o.parent, err = e.handles.alive(op.Parent); err != nil {
			return none, err
		}
	}
	if err := checkEvents(&op.Operation); err != nil {
		return none, err
	}
	if err := compiled(e, op); err != nil {
		return none, err
	}
	name, events := op.As, slices.Clone(op.Events)
	record := func(entity Entity, added bool) { e.recordEvent(name, events, entity, added) }
	m, failed := e.world.Observe(op.query.found.Terms(), tecs.Callbacks{Each: record})
	if failed != nil {
		return none, refusal(failed)
	}
	if op.YieldExisting {
		for _, entity := range m.Members() {
			record(entity, true)
		}
	}
	o.monitor = m
	e.observers[name] = o
	return none, nil
}

// checkEvents refuses observers that are not monitors, and unknown events.
func checkEvents(op *spec.Operation) *spec.Error {
	for _, kind := range op.Events {
		if !kind.IsChange() {
			return spec.Errorf(spec.CodeInvalid, "unknown event %q", string(kind))
		}
	}
	switch {
	case !op.Monitor:
		return unsupported("observers other than monitors")
	case op.YieldExisting && len(op.Events) > 0 && !slices.Contains(op.Events, spec.OnAdd):
		return spec.Errorf(spec.CodeInvalid, "a monitor reports existing matches as OnAdd; add OnAdd to the events")
	}
	return nil
}

// recordedEvent is an event of the operation that is being applied. Handles are looked up at the
// end of the operation, because a new entity gets its handle after its events.
type recordedEvent struct {
	entity Entity
	event  spec.Event
}

// recordEvent records an event, unless too many events are waiting (limits.events).
func (e *Engine) recordEvent(name string, events []spec.EventKind, entity Entity, added bool) {
	event := spec.Event{Observer: name, Event: spec.OnAdd}
	if !added {
		event.Event, event.Leave = spec.OnRemove, true
	}
	switch {
	case len(events) > 0 && !slices.Contains(events, event.Event), e.lost != nil:
	case len(e.log)+len(e.recorded) >= e.limits.Events:
		e.lose(spec.Exhaustedf("more than %d events were waiting and are lost; fetch events more often",
			e.limits.Events))
	default:
		if !added { // now, because a restore may remove the handle
			event.Entity = e.handles.of[entity]
		}
		e.recorded = append(e.recorded, recordedEvent{entity, event})
	}
}

// lose empties the log, and drops the events that the operation has caused.
func (e *Engine) lose(why *spec.Error) { e.log, e.recorded, e.lost = nil, nil, why }

// writeLog writes the events that an operation has caused.
func (e *Engine) writeLog() {
	for _, h := range e.recorded {
		if h.event.Entity == "" {
			h.event.Entity = e.handles.of[h.entity]
		}
		e.log = append(e.log, h.event)
	}
	e.recorded = e.recorded[:0]
}

// endObservers ends the observers whose parent is dead.
func (e *Engine) endObservers() {
	for name, o := range e.observers {
		if o.parent != 0 && !e.world.Alive(o.parent) {
			e.endObserver(name)
		}
	}
}

func (e *Engine) endObserver(name string) {
	e.observers[name].monitor.Release()
	delete(e.observers, name)
}

// events returns the log and empties it. If events were lost, it returns an error once.
func (e *Engine) events(*request) (spec.Outcome, *spec.Error) {
	out, lost := spec.Outcome{Events: e.log}, e.lost
	e.log, e.lost = nil, nil
	return out, lost
}
