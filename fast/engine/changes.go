package engine

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// changed reports whether the matches of a prepared query have changed since it was last iterated
// (QRY-484).
func (e *Engine) changed(op *request) (spec.Outcome, *spec.Error) {
	err := op.query.CheckTracking()
	if err == nil {
		err = e.look(op.query)
	}
	return spec.BoolOutcome(err == nil && op.query.tracker.Changed()), err
}

// look finds the tables that have rows. If that exceeds the work limit, the query does not start to
// track them.
func (e *Engine) look(q *trackedQuery) *spec.Error {
	began := !q.tracker.On()
	q.tracker.Look(q.Query)
	err := e.w.Meter.Overworked()
	if err != nil {
		q.tracker.Stop(began)
	}
	return err
}

// tracedRow is what change detection needs of a row: its table, and the components that the caller
// may write.
type tracedRow struct {
	table  *change.TableState
	writes []writtenData
}

// writtenData is a component that the caller may write, and the owner of the component. The owner
// may move to another table before the change is recorded (changes.tables).
type writtenData struct {
	change.DataRef
	owner Entity
}

// traced returns the current row.
func (e *Engine) traced(x *query.Exec, this uint32) tracedRow {
	row := tracedRow{table: e.w.Watch.StateOf(e.w, this)}
	for i := range x.Fields {
		if d, owner, ok := e.w.WrittenBy(x, i, this); ok {
			row.writes = append(row.writes, writtenData{d, e.w.Entity(owner)})
		}
	}
	return row
}

// traces reports whether change detection needs a trace of the answer.
func (e *Engine) traces(q *trackedQuery, op *spec.Operation) bool {
	return e.w.Watch.On || q.tracker.On() || op.Changes
}

// recordRows updates change detection for an answer, in this order: it sets the changed flag of
// each row if the operation asks for it, records the state of the tables if the query is tracked,
// and marks the writable components as changed unless the operation has Untouched. If recordRows
// has to find the tables that have rows and this exceeds the work limit, it records nothing and
// returns the error.
func (e *Engine) recordRows(q *trackedQuery, op *spec.Operation, rows []spec.Row, trace []tracedRow) *spec.Error {
	batch := op.Op == spec.OpIterNext
	part := !batch && (len(op.Vars) > 0 || op.Group != nil || op.Limit != 0 || op.Skip != 0)
	if op.Changes || q.tracker.On() && part {
		if err := e.look(q); err != nil {
			return err
		}
	}
	if op.Changes {
		for i := range rows {
			rows[i].Changed = q.tracker.ChangedIn(trace[i].table)
		}
	}
	if q.tracker.On() {
		if part {
			q.tracker.ForgetOthers()
		} else if !batch {
			q.tracker.Forget()
		}
		for _, row := range trace {
			q.tracker.Saw(row.table, 0)
		}
	}
	if !op.Untouched {
		for _, row := range trace {
			e.mark(row.writes)
		}
	}
	return nil
}

// mark notes that components are written.
func (e *Engine) mark(writes []writtenData) {
	for _, d := range writes {
		if e.w.Store.Alive(d.owner) {
			d.Table = e.w.Watch.StateOf(e.w, d.owner.Index())
		}
		e.w.Watch.Mark(d.DataRef)
	}
}
