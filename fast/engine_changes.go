package fast

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// changed tells whether what a prepared query matches has changed since it was iterated (QRY-484).
func (e *Engine) changed(op *spec.Operation) spec.Outcome {
	q, err := e.held(op.On)
	if err == nil {
		err = q.checkTracking()
	}
	if err != nil {
		return spec.Fail(err)
	}
	began := q.tracked == nil
	yes := q.changed()
	if err := e.w.meter.overworked(); err != nil {
		q.untrack(began)
		return spec.Fail(err)
	}
	return spec.BoolOutcome(yes)
}

// rowTrace is what an answer tells change detection: the tables of its rows, and what may be written in them.
type rowTrace struct {
	tables []*tableState // of each row
	writes []dataRef     // of all rows, in order
	ends   []int         // of each row's writes
}

// note adds the present row.
func (t *rowTrace) note(x *exec, this uint32) {
	t.tables = append(t.tables, x.w.watch.stateOf(x.w, this))
	for i := range x.fields {
		if d, ok := x.writtenBy(i, this); ok {
			t.writes = append(t.writes, d)
		}
	}
	t.ends = append(t.ends, len(t.writes))
}

// traces reports whether an answer concerns change detection.
func (e *Engine) traces(q *Query, op *spec.Operation) bool {
	return e.w.watch.on || q.tracked != nil || op.Changes
}

// seen tells the rows whether their table has changed, if that is asked for, remembers the tables and marks what may have
// been written, in this order. whole says that the rows are all that the query has. If it takes too much work to find what
// other rows there are, it remembers nothing.
func (t *rowTrace) seen(q *Query, op *spec.Operation, rows []spec.Row, whole bool) *spec.Error {
	w := q.w
	began := op.Changes && q.tracked == nil
	if op.Changes {
		q.track()
	}
	var now *rowTables
	if op.Changes || q.tracked != nil && !whole && op.Op != spec.OpIterNext {
		now = q.tables()
		if err := w.meter.overworked(); err != nil {
			q.untrack(began)
			return err
		}
	}
	if op.Changes {
		for i := range rows {
			table := t.tables[i]
			rows[i].Changed = q.tracked.changedIn(table, now.data[table])
		}
	}
	if q.tracked != nil {
		if whole {
			clear(q.tracked.seen)
		} else if op.Op != spec.OpIterNext {
			q.tracked.forgetOthers(now.list)
		}
		for _, table := range t.tables {
			q.tracked.saw(w, table)
		}
	}
	if !op.Untouched {
		for _, d := range t.writes {
			w.watch.mark(d)
		}
	}
	return nil
}

// untrack ends what an operation that errs had begun.
func (q *Query) untrack(began bool) {
	if began {
		q.tracked = nil
	}
}

// part is the trace of some rows.
func (t *rowTrace) part(rows []int) *rowTrace {
	out := &rowTrace{}
	for _, i := range rows {
		from := 0
		if i > 0 {
			from = t.ends[i-1]
		}
		out.tables = append(out.tables, t.tables[i])
		out.writes = append(out.writes, t.writes[from:t.ends[i]]...)
	}
	return out
}

// wholeAnswer reports whether an operation asks for all rows of a query.
func wholeAnswer(op *spec.Operation) bool {
	return len(op.Vars) == 0 && op.Group == nil && op.Limit == 0 && op.Skip == 0
}

// forgetOthers drops what is remembered of tables that have no rows any more, as an iteration begins.
func (t *tracked) forgetOthers(list []*tableState) {
	for table := range t.seen {
		if !slices.Contains(list, table) {
			delete(t.seen, table)
		}
	}
}
