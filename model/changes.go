package model

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// changes counts when tables changed (P-50): entities entered or left one, or an id with data was written in one.
type changes struct {
	asked   bool // by some query; before that nothing needs to be remembered
	now     int
	moved   map[string]int
	written map[tableID]int
}

// tableID is an id of a table: changes are tracked per table, not per entity (QRY-485, QRY-487).
type tableID struct {
	table string
	id    id
}

// count takes note of what an operation did (QRY-488, QRY-492 to QRY-495).
func (w *World) count() {
	if !w.changes.asked {
		return
	}
	w.changes.now++
	for _, t := range w.moves() {
		w.changes.moved[t] = w.changes.now
	}
	for _, h := range w.written {
		w.wrote(h.owner, h.id)
	}
}

// wrote: tags are never written.
func (w *World) wrote(e entity, i id) {
	if w.changes.asked && w.typeOf(i) != none {
		w.changes.written[tableID{w.table(e), i}] = w.changes.now
	}
}

// mayTrack refuses change detection where a query has none (QRY-502, QRY-503, QRY-510, QRY-511).
func (w *World) mayTrack(q *query) *spec.Error {
	switch {
	case !w.profile.ChangeDetection.Has(q.kind):
		return spec.Errorf(spec.CodeUnsupported, "a %s query does not detect changes", q.kind)
	case w.profile.ChangeOptIn && !q.asked.DetectChanges:
		return spec.Errorf(spec.CodeInvalid, "the query was not created to detect changes")
	}
	return nil
}

// track begins to remember what a query has seen, unless it already does.
func (w *World) track(q *query) {
	if q.seen == nil {
		w.changes.asked, q.seen = true, map[string]int{}
	}
}

// changed reports whether anything that a query matches changed since it returned it (QRY-500, QRY-505).
func changed(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	q, err := w.prepared(op.On)
	if err == nil {
		err = w.mayTrack(q)
	}
	if err != nil {
		return done(err)
	}
	now, err := w.tables(q)
	if err != nil {
		return done(err)
	}
	w.track(q)
	yes := slices.Contains(slices.Collect(maps.Values(now)), true)
	for t := range q.seen { // the tables are others than those that were seen (QRY-497)
		_, has := now[t]
		yes = yes || !has
	}
	return spec.Outcome{Bool: yes}, nil
}

// tables are those that have rows now, all rows without $this counting as of one. A table is changed if it is new to the
// query, or if since the query saw it an entity entered or left it or something that one of its rows matches was written
// (QRY-489, QRY-500, QRY-501).
func (w *World) tables(q *query) (changed map[string]bool, err *spec.Error) {
	changed = map[string]bool{}
	ev, err := w.solve(q, make(assignment, len(q.variables)))
	if err != nil {
		return nil, err
	}
	for _, s := range ev.out {
		yes := changed[s.table] || w.stale(q, s.table)
		for _, m := range s.fields {
			yes = yes || m != nil && w.changes.written[tableID{w.table(m.owner), m.via}] > q.seen[s.table]
		}
		changed[s.table] = yes
	}
	return changed, nil
}

// stale: the query has not seen the table, or an entity has entered or left it since (QRY-489).
func (w *World) stale(q *query, table string) bool {
	since, seen := q.seen[table]
	return !seen || w.changes.moved[table] > since
}

// forget what no longer has rows, where now lists the tables that have: an iteration of the query begins.
func (q *query) forget(now map[string]bool) {
	maps.DeleteFunc(q.seen, func(t string, _ int) bool { _, has := now[t]; return !has })
}

// returned: a query has now seen the tables of the rows that it returned, and then written what it may write, unless
// nothing was touched (QRY-496, QRY-505 to QRY-508).
func (w *World) returned(ev *evaluation, untouched bool) {
	w.changes.now++
	for _, s := range ev.out {
		if ev.q.seen != nil {
			ev.q.seen[s.table] = w.changes.now
		}
	}
	w.changes.now++
	for _, s := range ev.out {
		for n, m := range s.fields {
			if m == nil || untouched || !ev.hasData(m) {
				continue
			}
			if a := ev.access(n, s); a == spec.AccessOut || a == spec.AccessInOut {
				w.wrote(m.owner, m.via)
			}
		}
	}
}
