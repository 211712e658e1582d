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
func (e *Engine) look(q *preparedQuery) *spec.Error {
	began := !q.tracker.On()
	q.tracker.Look(q.Query)
	err := e.w.Meter.Overworked()
	if err != nil {
		q.tracker.Stop(began)
	}
	return err
}

// rowTrace records what change detection needs of an answer: the table of each row, and the
// components that the caller may write.
type rowTrace struct {
	e      *Engine
	tables []*change.TableState // of each row
	writes []writtenData        // of all rows, in order
	ends   []int                // for each row, the end of its writes in writes
}

// writtenData is a component that the caller may write, and the owner of the component. The owner
// may move to another table before the change is recorded (changes.tables).
type writtenData struct {
	change.DataRef
	owner Entity
}

// note adds the current row.
func (t *rowTrace) note(x *query.Exec, this uint32) {
	t.tables = append(t.tables, t.e.w.Watch.StateOf(t.e.w, this))
	for i := range x.Fields {
		if d, owner, ok := t.e.w.WrittenBy(x, i, this); ok {
			t.writes = append(t.writes, writtenData{d, t.e.w.Entity(owner)})
		}
	}
	t.ends = append(t.ends, len(t.writes))
}

// traces reports whether change detection needs a trace of the answer.
func (e *Engine) traces(q *preparedQuery, op *spec.Operation) bool {
	return e.w.Watch.On || q.tracker.On() || op.Changes
}

// recordRows updates change detection for an answer, in this order: it sets the changed flag of
// each row if the operation asks for it, records the state of the tables if the query is tracked,
// and marks the writable components as changed unless the operation has Untouched. whole means that
// rows are all rows of the query. If recordRows has to find the tables that have rows and this
// exceeds the work limit, it records nothing and returns the error.
func (t *rowTrace) recordRows(q *preparedQuery, op *spec.Operation, rows []spec.Row, whole bool) *spec.Error {
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

// part returns the trace of some of the rows.
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
