package model

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/spec"
)

// observer receives the changes of the entities that its query matches.
type observer struct {
	*events.Listener
	parent   rules.Entity     // the observer ends when this entity dies
	acts     []spec.Operation // run for each event
	number   int              // in the order of creation
	released bool
}

func (w *World) observe(op spec.Operation) *spec.Error {
	o, err := w.newObserver(op)
	if err != nil {
		return err
	}
	var notifications []notification
	if op.YieldExisting {
		now := w.lookAt(w.rules).by(o)
		for _, e := range w.rules.Users() {
			notifications = append(notifications, notificationsOf(o, e, o.EventsOf(e, nil, now))...)
		}
	}
	if err := w.overworked(); err != nil {
		return err
	}
	w.observers = append(slices.Clone(w.observers), o)
	w.appendEvents(notifications)
	w.carryOut(notifications)
	return nil
}

func (w *World) newObserver(op spec.Operation) (*observer, *spec.Error) {
	if err := w.newName(&op); err != nil {
		return nil, err
	}
	parent, err := w.rules.Optional(op.Parent)
	if err != nil {
		return nil, err
	}
	for i := range op.Acts {
		if !op.Acts[i].Op.MayAct() {
			return nil, spec.Errorf(spec.CodeInvalid, "an act of an observer cannot be %s", op.Acts[i].Op)
		}
	}
	for _, kind := range op.Events {
		if kind.IsChange() {
			continue
		}
		if _, err := w.rules.Find(spec.Handle(kind)); err != nil {
			return nil, err
		}
	}
	if len(op.Events) == 0 && !op.Monitor {
		return nil, spec.Errorf(spec.CodeInvalid, "an observer needs events")
	}
	if op.YieldExisting && !events.Yields(op.Events, op.Monitor) {
		return nil, spec.Errorf(spec.CodeInvalid,
			"yield_existing needs the event OnAdd or, unless the observer is a monitor, OnSet")
	}
	source := op.Query.Clone()
	if source != nil {
		source.Kind = spec.KindFilter
	}
	q, err := w.compile(source)
	if err != nil {
		return nil, err
	}
	l, err := events.Listen(op.As, q.Query, op.Events, op.Monitor)
	w.observed++
	return &observer{Listener: l, parent: parent, acts: op.Acts, number: w.observed}, err
}

// emit reports a custom event to the observers that listen to it. If a deferred event names an
// entity that has died since, emit reports nothing.
func (w *World) emit(op spec.Operation, of rules.Entity) {
	m, err := w.rules.Emission(op)
	if err != nil {
		return
	}
	reached := []rules.Entity{of}
	if m.Along != rules.None {
		reached = append(reached, w.rules.Below(of, m.Along, 0)...)
	}
	now := w.lookAt(w.rules)
	var notifications []notification
	for _, e := range reached {
		for _, i := range m.IDs {
			for _, o := range w.observers {
				received := o.EmittedEvents(m.Event, i, e, of, now.by(o))
				notifications = append(notifications, notificationsOf(o, e, received)...)
			}
		}
	}
	w.report(notifications)
	w.carryOut(notifications)
}

// drain returns the log and empties it. If events were lost, drain returns an error instead.
func (w *World) drain() (spec.Outcome, *spec.Error) {
	out, lost := spec.Outcome{Events: w.log, Failures: w.failures}, w.lost
	w.log, w.failures, w.lost = nil, nil, nil
	return out, lost
}

// notify compares the world before and after an operation, logs the events for each observer, and
// runs the observers' acts. An observer whose parent died in the operation still receives these
// events and acts on them, but receives no events of acts.
func (w *World) notify(scope rules.Entity) {
	switch {
	case len(w.rules.Was)+len(w.rules.Written)+len(w.rules.Copied) == 0:
		return
	case len(w.observers) == 0:
		w.seen = nil
		return
	}
	was, is := w.before(scope), w.after()
	causes := was.world.Causes(w.rules.Roots, w.rules.Died)
	var notifications []notification
	for _, e := range events.Observable(w.rules) {
		for _, o := range w.observers {
			received := o.EventsOf(e, was.by(o), is.by(o))
			events.Mark(w.rules, received, e, causes)
			notifications = append(notifications, notificationsOf(o, e, received)...)
		}
	}
	w.report(notifications)
	w.observers = slices.DeleteFunc(slices.Clone(w.observers),
		func(o *observer) bool { return slices.Contains(w.rules.Died, o.parent) })
	w.carryOut(notifications)
}

// report logs events, unless finding them took too much work.
func (w *World) report(notifications []notification) {
	w.appendEvents(notifications)
	if err := w.overworked(); err != nil {
		w.lose(err)
		w.seen = nil // its cached answers may be incomplete
	}
}
