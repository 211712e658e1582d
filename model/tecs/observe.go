package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// observer receives an event when an entity starts or stops matching a query (TECS-123, TECS-149).
type observer struct {
	*query
	name   string
	events []spec.EventKind
	parent spec.Handle // the observer ends when this entity dies
}

func observe(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	if len(op.Acts) > 0 {
		return out, unsupported("an observer that acts")
	}
	o, err := w.newObserver(op)
	if err != nil {
		return out, err
	}
	if op.YieldExisting {
		if err := w.steps(w.cost(o.query)); err != nil {
			return out, err
		}
		w.appendEvents(o.eventsOf(&state{}, &w.state))
	}
	w.observers = append(w.observers, o)
	return out, nil
}

func (w *World) newObserver(op spec.Operation) (*observer, *spec.Error) {
	if err := w.newName(&op); err != nil {
		return nil, err
	}
	if op.Parent != "" {
		if err := w.findAlive(op.Parent); err != nil {
			return nil, err
		}
	}
	for _, e := range op.Events {
		if e != spec.OnAdd && e != spec.OnRemove && e != spec.OnSet {
			return nil, invalid("unknown event %q", string(e))
		}
	}
	if !op.Monitor {
		return nil, unsupported("an observer that is not a monitor")
	}
	if op.YieldExisting && len(op.Events) > 0 && !slices.Contains(op.Events, spec.OnAdd) {
		return nil, invalid("yield_existing needs the event OnAdd")
	}
	q, err := w.compile(op)
	if err != nil {
		return nil, err
	}
	o := &observer{query: q, name: op.As, events: op.Events, parent: op.Parent}
	if len(o.events) == 0 {
		o.events = []spec.EventKind{spec.OnAdd, spec.OnRemove}
	}
	return o, nil
}

// eventsOf lists the events of one operation for an observer. It compares the states before and
// after the operation: an entity that starts or stops matching causes one event, in order of
// creation (TECS-150). An entity that moves between two matching tables causes none
// (declared.monitors). For example, an observer of Ship receives no event if a ship gets a Cargo.
func (o *observer) eventsOf(before, after *state) (out []spec.Event) {
	for _, e := range after.made {
		was, is := o.matches(before, e), o.matches(after, e)
		switch {
		case !was && is && slices.Contains(o.events, spec.OnAdd):
			out = append(out, spec.Event{Observer: o.name, Event: spec.OnAdd, Entity: e})
		case was && !is && slices.Contains(o.events, spec.OnRemove):
			out = append(out, spec.Event{Observer: o.name, Event: spec.OnRemove, Entity: e, Leave: true})
		}
	}
	return out
}

// notify logs the events of an operation. If that takes too many steps, the log is lost. Observers
// whose parent died receive these events and end.
func (w *World) notify(before *state) {
	w.compare(before, &w.state)
	w.observers = slices.DeleteFunc(w.observers, func(o *observer) bool { return o.parent != "" && !w.alive[o.parent] })
}

// compare logs the events of the difference between two states.
func (w *World) compare(before, after *state) {
	for _, o := range w.observers {
		if err := w.steps(2 * w.cost(o.query)); err != nil {
			w.lose(err)
			return
		}
		w.appendEvents(o.eventsOf(before, after))
	}
}

// appendEvents appends events to the log. If the log exceeds its limit, it is lost.
func (w *World) appendEvents(events []spec.Event) {
	switch {
	case w.lost != nil:
	case len(w.log)+len(events) > w.limits.Events:
		w.lose(spec.Exhaustedf("more than %d events were waiting and are lost; fetch events more often",
			w.limits.Events))
	default:
		w.log = append(w.log, events...)
	}
}

// lose empties the log. The next request for events returns the error instead (limits.events).
func (w *World) lose(why *spec.Error) { w.log, w.lost = nil, why }

// drain returns the log and empties it. If events were lost, drain returns an error instead.
func drain(w *World, _ spec.Operation) (out spec.Outcome, _ *spec.Error) {
	lost := w.lost
	out.Events, w.log, w.lost = w.log, nil, nil
	return out, lost
}
