package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change detection (P-50, QRY-483 to QRY-516) compares what is remembered of a table when a query returned its rows with
// how it is now: when entities last came or went, and when the data that rows match was last written.

// dataRef is an id with data in a table.
type dataRef struct {
	table *tableState
	id    store.ID
}

// tracker is what change detection remembers of a query: when the rows of each table were returned.
type tracker struct {
	w    *World
	q    *prepared
	seen map[*tableState]uint64 // nil before the first question
}

// tracker makes the tracker of a query, which remembers what is returned from now on if change detection was asked for.
func (w *World) tracker(q *prepared) tracker {
	t := tracker{w: w, q: q}
	if q.detects {
		t.start()
	}
	return t
}

// on reports whether anything is remembered.
func (t *tracker) on() bool { return t.seen != nil }

// start makes the tracker remember what the query returns from now on.
func (t *tracker) start() {
	if t.seen == nil {
		t.w.watch.start(t.w)
		t.seen = map[*tableState]uint64{}
	}
}

// checkTracking says why a query cannot detect changes.
func (q *prepared) checkTracking() *spec.Error {
	switch {
	case !q.w.profile.ChangeDetection.Has(q.kind):
		return unsupported("change detection in this kind of query")
	case q.w.profile.ChangeOptIn && !q.detects:
		return spec.Errorf(spec.CodeInvalid, "change detection is asked for when the query is created")
	}
	return nil
}

// stop ends what an operation that errs had begun.
func (t *tracker) stop(began bool) {
	if began {
		t.seen = nil
	}
}

// rowTables are the tables that have rows, each with the data that fields of its rows match.
type rowTables struct {
	w    *World
	list []*tableState
	data map[*tableState]map[dataRef]struct{}
}

func (s *rowTables) take(x *exec) bool {
	if x.this != thisTable {
		this := x.values[thisSlot]
		if x.this == thisOpen || !x.q.usesThis {
			this = 0
		}
		s.add(x, this)
		return true
	}
	if !x.w.loose.any() {
		s.add(x, x.st.Entities(x.table)[0].Index())
		return true
	}
	for _, e := range x.st.Entities(x.table) {
		s.add(x, e.Index())
	}
	return true
}

func (s *rowTables) add(x *exec, this uint32) {
	table := s.w.watch.stateOf(s.w, this)
	data, known := s.data[table]
	if !known {
		if s.data == nil {
			s.data = map[*tableState]map[dataRef]struct{}{}
		}
		data = map[dataRef]struct{}{}
		s.data[table] = data
		s.list = append(s.list, table)
	}
	for i := range x.fields {
		if d, _, ok := s.w.dataOf(x, i, this); ok {
			data[d] = struct{}{}
		}
	}
}

// dataOf is the data that a field matches and what may be done with it; false if it has none. A member reads its component
// and writes nothing.
func (w *World) dataOf(x *exec, i int, this uint32) (d dataRef, access spec.Access, ok bool) {
	f := &x.fields[i]
	if !f.set {
		return d, spec.AccessNone, false
	}
	owner := x.source(i, this)
	id, access := f.stored, accessOf(f.term.access, f.stored == f.id, owner == 0)
	if f.term.member != nil {
		id, access = store.Single(f.term.first.entity.Index()), spec.AccessNone
	}
	if id == 0 || w.typedBy(id) == 0 {
		return d, spec.AccessNone, false
	}
	if owner == 0 {
		owner = this
	}
	return dataRef{w.watch.stateOf(w, owner), id}, access, true
}

// writtenBy is the data that a field may write: with access inout or out, and a value, which a field does not have where
// "_" leaves the id open or the pair only follows (P-50, P-51).
func (w *World) writtenBy(x *exec, i int, this uint32) (dataRef, bool) {
	d, access, ok := w.dataOf(x, i, this)
	f := &x.fields[i]
	return d, ok && f.stored == f.id && (access == spec.AccessInOut || access == spec.AccessOut)
}

// tables are the tables of the rows that the query has now.
func (t *tracker) tables() *rowTables {
	s := &rowTables{w: t.w}
	x := t.q.newExec()
	defer x.release()
	if !t.q.replay(x, s) {
		x.run(s)
	}
	return s
}

// changed reports whether anything has changed since the query returned its rows.
func (t *tracker) changed() bool {
	t.start()
	now := t.tables()
	for table := range t.seen {
		if _, there := now.data[table]; !there {
			return true
		}
	}
	for _, table := range now.list {
		if t.changedIn(table, now.data[table]) {
			return true
		}
	}
	return false
}

// changedIn reports whether a table has changed since its rows were returned.
func (t *tracker) changedIn(table *tableState, data map[dataRef]struct{}) bool {
	at, seen := t.seen[table]
	if !seen || table.rows > at {
		return true
	}
	for d := range data {
		if d.table.writes[d.id] > at {
			return true
		}
	}
	return false
}

// saw remembers a table whose rows were returned.
func (t *tracker) saw(table *tableState) { t.seen[table] = t.w.watch.clock }

// sawAll remembers the tables of all rows that the query has now, and nothing else.
func (t *tracker) sawAll() {
	t.start()
	clear(t.seen)
	for _, table := range t.tables().list {
		t.saw(table)
	}
}

// forgetOthers drops what is remembered of tables that have no rows any more, as an iteration begins.
func (t *tracker) forgetOthers(now *rowTables) {
	for table := range t.seen {
		if !slices.Contains(now.list, table) {
			delete(t.seen, table)
		}
	}
}
