package model

import (
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// track starts change detection for a query, unless it has started already. The world records
// changes only after the first call of track.
func (w *World) track(q *prepared) {
	w.tracking = true
	if q.seen == nil {
		q.seen = events.Sight{}
	}
}

// changed reports whether anything that a query matches changed since the query last returned it.
func (w *World) changed(op spec.Operation) (bool, *spec.Error) {
	q, err := w.find(op.On)
	if err == nil {
		err = events.MayTrack(w.rules.Profile, q.Query)
	}
	if err != nil {
		return false, err
	}
	now, err := w.tables(q)
	if err != nil {
		return false, err
	}
	w.track(q)
	return q.seen.Changed(now), nil
}

// tables returns the tables that a query matches now, and whether each of them changed.
func (w *World) tables(q *prepared) (map[string]bool, *spec.Error) {
	a, err := w.solve(q, query.Assignment{})
	if err != nil {
		return nil, err
	}
	return w.clock.Tables(a.search, a.rows, q.seen), nil
}

// happened records the changes of an operation, if change detection is on.
func (w *World) happened() {
	if w.tracking {
		w.clock.Happened(w.rules)
	}
}

// returned records the rows that a query returned, if change detection is on.
func (w *World) returned(q *prepared, a *answer, given []query.Row, untouched bool) {
	if w.tracking {
		w.clock.Returned(a.search, given, q.seen, untouched)
	}
}
