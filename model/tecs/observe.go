package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// observer hears which entities come to match a query and cease to (TECS-123, TECS-149).
type observer struct {
	*query
	name   string
	events []spec.EventKind // which it hears of
	parent spec.Handle      // it ends with this entity
}

func observe(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	o, err := w.newObserver(op)
	if err != nil {
		return out, err
	}
	if op.YieldExisting {
		if err := w.steps(w.cost(o.query)); err != nil {
			return out, err
		}
		w.tell(o.hears(&state{}, &w.state))
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
		return nil, unsupported("an observer that is no monitor")
	}
	if op.YieldExisting && len(op.Events) > 0 && !slices.Contains(op.Events, spec.OnAdd) {
		return nil, invalid("a monitor yields what exists by OnAdd alone")
	}
	q, err := w.compile(op.Query)
	if err != nil {
		return nil, err
	}
	o := &observer{query: q, name: op.As, events: op.Events, parent: op.Parent}
	if len(o.events) == 0 {
		o.events = []spec.EventKind{spec.OnAdd, spec.OnRemove}
	}
	return o, nil
}

// hears lists the events of one operation for an observer, from the world before it and after it:
// an entity that came to match, or ceased to, each once, in order of creation (TECS-150). Going
// from one table to another that matches is nothing (declared.monitors). For example, an observer
// of Ship hears nothing if a ship gets a Cargo.
func (o *observer) hears(before, after *state) (out []spec.Event) {
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

// notify tells the observers of an operation. If that is too much work, the log is lost. Those
// whose entity died with it hear of it and end.
func (w *World) notify(before *state) {
	w.compare(before, &w.state)
	w.observers = slices.DeleteFunc(w.observers, func(o *observer) bool { return o.parent != "" && !w.alive[o.parent] })
}

// compare tells the observers of two states, one after the other.
func (w *World) compare(before, after *state) {
	for _, o := range w.observers {
		if err := w.steps(2 * w.cost(o.query)); err != nil {
			w.lose(err)
			return
		}
		w.tell(o.hears(before, after))
	}
}

// tell writes events to the log. Beyond the limit the log is lost.
func (w *World) tell(events []spec.Event) {
	switch {
	case w.lost != nil:
	case len(w.log)+len(events) > w.limits.Events:
		w.lose(spec.Exhaustedf("more than %d events waited; they are lost, ask for them more often", w.limits.Events))
	default:
		w.log = append(w.log, events...)
	}
}

// lose empties the log, which is told instead of the next events (limits.events).
func (w *World) lose(why *spec.Error) { w.log, w.lost = nil, why }

// drain empties the log. If events were lost, it says so, and the log begins anew.
func drain(w *World, _ spec.Operation) (out spec.Outcome, _ *spec.Error) {
	lost := w.lost
	out.Events, w.log, w.lost = w.log, nil, nil
	return out, lost
}
