package model

import (
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// track starts change detection for a query, unless it has started. Until a query asks for changes,
// none are counted.
func (w *World) track(q *prepared) {
	w.tracking = true
	if q.seen == nil {
		q.seen = events.Sight{}
	}
}

// changed reports whether anything that a query matches changed since it returned it.
func changed(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	q, err := w.find(op.On)
	if err == nil {
		err = events.MayTrack(w.rules.Profile, q.Query)
	}
	if err != nil {
		return done(err)
	}
	now, err := w.tables(q)
	if err != nil {
		return done(err)
	}
	w.track(q)
	return yes(q.seen.Changed(now))
}

// tables lists the tables in which a query has rows now, and which of them changed.
func (w *World) tables(q *prepared) (map[string]bool, *spec.Error) {
	a, err := w.solve(q, query.Assignment{})
	if err != nil {
		return nil, err
	}
	return w.clock.Tables(a.search, a.rows, q.seen), nil
}

// happened records an operation.
func (w *World) happened() {
	if w.tracking {
		w.clock.Happened(w.rules)
	}
}

// returned records the rows that a query returned.
func (w *World) returned(q *prepared, a *answer, given []query.Row, untouched bool) {
	if w.tracking {
		w.clock.Returned(a.search, given, q.seen, untouched)
	}
}
