package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
)

// rowWatch is the part of change detection for one loop over rows: it remembers the tables that the loop comes to,
// and marks components that may have been written when the loop goes on (P-50).
type rowWatch struct {
	w       *World
	tracked *change.Tracker // of the query, nil if it does not detect changes
	seen    map[*change.TableState]struct{}
}

// watchRows begins to watch a loop; nil if the world keeps no marks.
func (q *Query) watchRows() *rowWatch {
	if !q.w.core.Watch.On && !q.w.core.Watch.Marks {
		return nil
	}
	watch := &rowWatch{w: q.w}
	if q.tracker.On() {
		watch.tracked, watch.seen = &q.tracker, map[*change.TableState]struct{}{}
		q.tracker.ForgetOthers(q.tracker.Tables())
	}
	return watch
}

// Take hands the rows of a result to a loop, those of one table in the sense of P-47 together.
func (r *rowWatch) Take(x *query.Exec, s *loopSink) bool {
	if x.This != query.ThisTable {
		this := x.Values[query.ThisSlot]
		if x.This == query.ThisOpen || !x.Q.UsesThis {
			this = 0
		}
		r.saw(x, this)
		ok := s.one(x, x.Values[query.ThisSlot])
		r.wrote(x, this)
		return ok
	}
	list, beside := x.Store.Entities(x.Table), x.W.NonFragmenting.Any()
	for i, e := range list {
		if i == 0 || beside {
			r.saw(x, e.Index())
		}
		ok := s.one(x, e.Index())
		if !ok || beside || i == len(list)-1 {
			r.wrote(x, e.Index())
		}
		if !ok {
			return false
		}
	}
	return true
}

// saw remembers the table of an entity as it is when the loop comes to it first.
func (r *rowWatch) saw(x *query.Exec, this uint32) {
	x.Skips = false
	if r.tracked == nil {
		return
	}
	w := r.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	table := w.core.Watch.StateOf(&w.core, this)
	if _, before := r.seen[table]; !before {
		r.seen[table] = struct{}{}
		r.tracked.Saw(table)
	}
}

// wrote marks the components that the fields of the present result may write.
func (r *rowWatch) wrote(x *query.Exec, this uint32) {
	if x.Skips {
		return
	}
	w := r.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	for i := range x.Fields {
		d, owner, ok := w.core.WrittenBy(x, i, this)
		if !ok {
			continue
		}
		w.core.Watch.Mark(d)
		if w.core.Watch.Marks {
			t := w.core.Table(owner)
			if column, count := w.core.Store.Find(t, d.ID); count > 0 {
				w.core.Store.Touch(t, column)
			}
		}
	}
}

// Skip says that the loop writes nothing in this row, and in the others of its table that match in the same way: they
// are not marked as written. They count as seen all the same.
//
// Statements: QRY-507, QRY-514.
func (r Row) Skip() { r.x.Skips = true }
