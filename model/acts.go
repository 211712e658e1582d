package model

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// notification is an event with the observer that receives it.
type notification struct {
	to    *observer
	about rules.Entity
	event spec.Event
}

func notificationsOf(o *observer, e rules.Entity, received []spec.Event) []notification {
	out := make([]notification, len(received))
	for n, event := range received {
		out[n] = notification{o, e, event}
	}
	return out
}

// cascade counts the acts that one operation triggers, directly or through other acts.
type cascade struct {
	depth int // nesting of acts; 0 while no act runs
	acts  int // acts run so far
}

// carryOut runs the acts of the observers that received events of one operation, as if the
// operation were followed by defer_begin, the acts and defer_end. The acts are ordered by the
// entity of their event, then by observer: if Ann was created before Bob, the acts for Ann's events
// run first.
func (w *World) carryOut(notifications []notification) {
	notifications = slices.DeleteFunc(notifications, func(t notification) bool { return len(t.to.acts) == 0 })
	if len(notifications) == 0 || w.lost != nil {
		return
	}
	slices.SortStableFunc(notifications, func(a, b notification) int {
		return cmp.Or(cmp.Compare(a.about, b.about), cmp.Compare(a.to.number, b.to.number))
	})
	if w.cascade.depth == 0 {
		w.cascade.acts = 0
	}
	w.cascade.depth++
	w.deferred++
	for _, t := range notifications {
		if t.to.released {
			continue // an earlier act released the observer
		}
		for _, act := range t.to.acts {
			op := aboutEvent(act, t.event)
			if err := w.act(op); err != nil {
				w.noteFailures(spec.Failure{Err: err, Op: op.Op, Entity: op.Entity, ID: op.ID})
			}
		}
	}
	failures, _ := w.deferEnd()
	w.noteFailures(failures...)
	w.cascade.depth--
}

// act applies one operation of an observer. The operation is deferred, except for release, which
// takes effect at once.
func (w *World) act(op spec.Operation) *spec.Error {
	if w.cascade.depth > w.limits.Nesting {
		return spec.Errorf(spec.CodeLimit, "acts of observers caused acts %d times in a row",
			w.limits.Nesting)
	}
	if w.cascade.acts == w.limits.Acts {
		return spec.Errorf(spec.CodeLimit, "one operation caused more than %d acts of observers",
			w.limits.Acts)
	}
	w.cascade.acts++
	_, err := w.apply(op)
	return err
}

// aboutEvent replaces the placeholders in an act, such as ActThis, by the parts of the event. If
// the event lacks a part, the placeholder stays and is an unresolved handle.
func aboutEvent(op spec.Operation, event spec.Event) spec.Operation {
	parts := map[spec.Handle]spec.Handle{
		spec.ActThis: event.Entity, spec.ActSource: cmp.Or(event.Src, event.Entity), spec.ActFirst: event.ID.First,
		spec.ActSecond: event.ID.Second,
	}
	put := func(h *spec.Handle) { *h = cmp.Or(parts[*h], *h) }
	put(&op.Entity)
	put(&op.ID.First)
	put(&op.ID.Second)
	return op
}
