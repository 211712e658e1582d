package model

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// telling is an event with the observer that is told of it.
type telling struct {
	to    *observer
	about rules.Entity
	event spec.Event
}

func tellings(o *observer, e rules.Entity, heard []spec.Event) []telling {
	out := make([]telling, len(heard))
	for n, event := range heard {
		out[n] = telling{o, e, event}
	}
	return out
}

// wake bounds the acts that follow an operation, and those that follow these.
type wake struct {
	depth int // operations that caused each other, of which the last is under way; 0 for the first
	acts  int // so far
}

// carryOut lets the observers that were told of events of one operation act. It is as if the
// operation were followed by defer_begin, the acts and defer_end: the acts for an event of Ann come
// before those for an event of Bob, who was made later.
func (w *World) carryOut(told []telling) {
	told = slices.DeleteFunc(told, func(t telling) bool { return len(t.to.acts) == 0 })
	if len(told) == 0 || w.lost != nil {
		return
	}
	slices.SortStableFunc(told, func(a, b telling) int { return cmp.Compare(a.about, b.about) })
	if w.wake.depth == 0 {
		w.wake.acts = 0
	}
	w.wake.depth++
	w.deferred++
	for _, t := range told {
		if t.to.released {
			continue // by an act for an event before
		}
		for _, act := range t.to.acts {
			op := aboutEvent(act, t.event)
			if err := w.act(op); err != nil {
				w.noteFailures(spec.Failure{Err: err, Op: op.Op, Entity: op.Entity, ID: op.ID})
			}
		}
	}
	out, _ := deferEnd(w, spec.Operation{Op: spec.OpDeferEnd})
	w.noteFailures(out.Failures...)
	w.wake.depth--
}

// act gives one operation. It waits, but for the release of a query or an observer.
func (w *World) act(op spec.Operation) *spec.Error {
	if w.wake.depth > w.limits.Nesting {
		return spec.Errorf(spec.CodeLimit, "acts of observers caused acts %d times in a row",
			w.limits.Nesting)
	}
	if w.wake.acts == w.limits.Acts {
		return spec.Errorf(spec.CodeLimit, "one operation caused more than %d acts of observers",
			w.limits.Acts)
	}
	w.wake.acts++
	_, err := w.apply(op)
	return err
}

// aboutEvent puts the parts of an event in the place of the words for them. A word for a part that
// the event lacks stays, and is the handle of nobody.
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
