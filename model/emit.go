package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// emit reports an event of the program to the observers that listen to it. If a deferred event names
// an entity that has died since, emit reports nothing.
func emit(w *World, op spec.Operation, of rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
	m, err := w.rules.Emission(op)
	if err != nil {
		return done(nil)
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
	return done(nil)
}
