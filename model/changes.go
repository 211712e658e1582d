package model

import (
	"maps"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// changes counts when tables changed, once some query asks.
type changes struct {
	rules.Clock
	asked bool
}

// count takes note of the changes of an operation.
func (w *World) count() {
	if !w.changes.asked {
		return
	}
	w.changes.Now++
	for _, t := range w.rules.Moves() {
		w.changes.Moved[t] = w.changes.Now
	}
	w.wrote(w.rules.Written)
}

func (w *World) wrote(held []rules.Holding) {
	for _, h := range held {
		if cell, data := w.rules.CellOf(h); data && w.changes.asked {
			w.changes.Written[cell] = w.changes.Now
		}
	}
}

// track begins to remember the tables that a query has seen, unless it already does.
func (w *World) track(q *query) {
	if q.seen == nil {
		w.changes.asked, q.seen = true, rules.Sight{}
	}
}

// changed reports whether anything that a query matches changed since it returned it.
func changed(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	q, err := w.prepared(op.On)
	if err == nil {
		err = w.rules.MayTrack(q.Query)
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
func (w *World) tables(q *query) (map[string]bool, *spec.Error) {
	a, err := w.solve(q, rules.Assignment{})
	if err != nil {
		return nil, err
	}
	return a.search.Tables(a.rows, q.seen, &w.changes.Clock), nil
}

// forget drops tables that no longer have rows, where now lists the tables that have: an iteration of the query begins.
func (q *query) forget(now map[string]bool) {
	maps.DeleteFunc(q.seen, func(t string, _ int) bool { _, has := now[t]; return !has })
}

// returned: a query has now seen the tables of the rows that it returned, and then whoever was given these rows wrote the fields that
// it may write, unless nothing was touched.
func (w *World) returned(q *query, a *answer, given []rules.Row, untouched bool) {
	w.changes.Now++
	for n := range given {
		if q.seen != nil {
			q.seen[given[n].Table] = w.changes.Now
		}
	}
	w.changes.Now++
	for n := range given {
		if !untouched {
			w.wrote(a.search.Wrote(&given[n]))
		}
	}
}
