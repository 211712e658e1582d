package engine

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// changed tells whether the matches of a prepared query have changed since it was iterated (QRY-484).
func (e *Engine) changed(op *spec.Operation) spec.Outcome {
	q, err := e.held(op.On)
	if err == nil {
		err = q.CheckTracking()
	}
	if err != nil {
		return spec.Fail(err)
	}
	began := !q.tracker.On()
	yes := q.tracker.Changed()
	if err := e.w.Meter.Overworked(); err != nil {
		q.tracker.Stop(began)
		return spec.Fail(err)
	}
	return spec.BoolOutcome(yes)
}

// rowTrace is the part of an answer that change detection needs: the tables of its rows, and the
// components that may be written in them.
type rowTrace struct {
	w      *change.World
	tables []*change.TableState // of each row
	writes []writtenData        // of all rows, in order
	ends   []int                // of each row's writes
}

// writtenData is data that may be written, and whose it is: the entity may be in another table when
// it is (changes.tables).
type writtenData struct {
	change.DataRef
	owner Entity
}

// note adds the present row.
func (t *rowTrace) note(x *query.Exec, this uint32) {
	t.tables = append(t.tables, t.w.Watch.StateOf(t.w, this))
	for i := range x.Fields {
		if d, owner, ok := t.w.WrittenBy(x, i, this); ok {
			t.writes = append(t.writes, writtenData{d, t.w.Entity(owner)})
		}
	}
	t.ends = append(t.ends, len(t.writes))
}

// traces reports whether an answer concerns change detection.
func (e *Engine) traces(q *preparedQuery, op *spec.Operation) bool {
	return e.w.Watch.On || q.tracker.On() || op.Changes
}

// seen tells the rows whether their table has changed, if that is asked for, remembers the tables
// and marks the components that may have been written, in this order. whole says that the rows are
// all that the query has. If it takes too much work to find which other rows there are, it
// remembers nothing.
func (t *rowTrace) seen(q *preparedQuery, op *spec.Operation, rows []spec.Row, whole bool) *spec.Error {
	began := op.Changes && !q.tracker.On()
	if op.Changes {
		q.tracker.Start()
	}
	var now *change.RowTables
	if op.Changes || q.tracker.On() && !whole && op.Op != spec.OpIterNext {
		now = q.tracker.Tables()
		if err := t.w.Meter.Overworked(); err != nil {
			q.tracker.Stop(began)
			return err
		}
	}
	if op.Changes {
		for i := range rows {
			table := t.tables[i]
			rows[i].Changed = q.tracker.ChangedIn(table, now.Data[table])
		}
	}
	if q.tracker.On() {
		if whole {
			clear(q.tracker.Seen)
		} else if op.Op != spec.OpIterNext {
			q.tracker.ForgetOthers(now)
		}
		for _, table := range t.tables {
			q.tracker.Saw(table)
		}
	}
	if !op.Untouched {
		for _, d := range t.writes {
			if t.w.Store.Alive(d.owner) {
				d.Table = t.w.Watch.StateOf(t.w, d.owner.Index())
			}
			t.w.Watch.Mark(d.DataRef)
		}
	}
	return nil
}

// part is the trace of some rows.
func (t *rowTrace) part(rows []int) *rowTrace {
	out := &rowTrace{w: t.w}
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
