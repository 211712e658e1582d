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
	if err := e.look(q); err != nil {
		return spec.Fail(err)
	}
	return spec.BoolOutcome(q.tracker.Changed())
}

// look finds the tables that have rows. If that takes too much work, it does not begin to remember them.
func (e *Engine) look(q *preparedQuery) *spec.Error {
	began := !q.tracker.On()
	q.tracker.Look(q.Query)
	err := e.w.Meter.Overworked()
	if err != nil {
		q.tracker.Stop(began)
	}
	return err
}

// rowTrace is the part of an answer that change detection needs: the tables of its rows, and the
// components that may be written in them.
type rowTrace struct {
	e      *Engine
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
	t.tables = append(t.tables, t.e.w.Watch.StateOf(t.e.w, this))
	for i := range x.Fields {
		if d, owner, ok := t.e.w.WrittenBy(x, i, this); ok {
			t.writes = append(t.writes, writtenData{d, t.e.w.Entity(owner)})
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
	part := !whole && op.Op != spec.OpIterNext
	if op.Changes || q.tracker.On() && part {
		if err := t.e.look(q); err != nil {
			return err
		}
	}
	if op.Changes {
		for i := range rows {
			rows[i].Changed = q.tracker.ChangedIn(t.tables[i])
		}
	}
	if q.tracker.On() {
		if whole {
			q.tracker.Forget()
		} else if part {
			q.tracker.ForgetOthers()
		}
		for _, table := range t.tables {
			q.tracker.Saw(table, 0)
		}
	}
	if !op.Untouched {
		for _, d := range t.writes {
			if t.e.w.Store.Alive(d.owner) {
				d.Table = t.e.w.Watch.StateOf(t.e.w, d.owner.Index())
			}
			t.e.w.Watch.Mark(d.DataRef)
		}
	}
	return nil
}

// part is the trace of some rows.
func (t *rowTrace) part(rows []int) *rowTrace {
	out := &rowTrace{e: t.e}
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
