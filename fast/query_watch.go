package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
)

// rowWatch does change detection for one loop over rows: it records the tables that the loop
// visits, and marks components that may have been written when the loop continues
// (changes.writing). A nil rowWatch does nothing.
type rowWatch struct {
	w       *World
	tracked *change.Tracker // of the query, nil if it does not detect changes
	loop    uint64
}

// watchRows starts to watch a loop. It returns nil if change detection is off.
func (q *Query) watchRows() *rowWatch {
	if !q.w.core.Watch.On {
		return nil
	}
	watch := &rowWatch{w: q.w}
	if q.tracker.On() {
		q.tracker.Look(q.q)
		watch.tracked, watch.loop = &q.tracker, q.tracker.Loop()
	}
	return watch
}

// saw remembers the table of an entity.
func (r *rowWatch) saw(x *query.Exec, this uint32) {
	x.Skips = false
	if r != nil && r.tracked != nil {
		watch := &r.w.core.Watch
		watch.Marking.Lock()
		defer watch.Marking.Unlock()
		r.tracked.Saw(watch.StateOf(&r.w.core, this), r.loop)
	}
}

// wrote marks the components that the fields of the current result may write.
func (r *rowWatch) wrote(x *query.Exec, this uint32) {
	if r == nil || x.Skips {
		return
	}
	watch := &r.w.core.Watch
	watch.Marking.Lock()
	defer watch.Marking.Unlock()
	for i := range x.Fields {
		if d, _, ok := r.w.core.WrittenBy(x, i, this); ok {
			watch.Mark(d)
		}
	}
}

// Skip says that the loop writes nothing in this row, nor in other rows of its table that match in
// the same way, so they are not marked as written. They still count as seen.
//
// Statements: QRY-507, QRY-514.
func (r Row) Skip() { r.x.Skips = true }
