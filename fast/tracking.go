package fast

import (
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

// tracked is what a query with change detection remembers: when the rows of each table were returned.
type tracked struct {
	seen map[*tableState]uint64
}

// checkTracking says why a query cannot detect changes.
func (q *Query) checkTracking() *spec.Error {
	switch {
	case !q.w.profile.ChangeDetection.Has(q.kind):
		return unsupported("change detection in this kind of query")
	case q.w.profile.ChangeOptIn && !q.detects:
		return spec.Errorf(spec.CodeInvalid, "change detection is asked for when the query is created")
	}
	return nil
}

// track makes a query remember what it returns from now on.
func (q *Query) track() {
	if q.tracked == nil {
		q.w.watch.start(q.w)
		q.tracked = &tracked{seen: map[*tableState]uint64{}}
	}
}

// rowTables are the tables that have rows, each with the data that fields of its rows match.
type rowTables struct {
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
	table := x.w.watch.stateOf(x.w, this)
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
		if d, _, ok := x.dataOf(i, this); ok {
			data[d] = struct{}{}
		}
	}
}

// dataOf is the data that a field matches and what may be done with it; false if it has none. A member reads its component
// and writes nothing.
func (x *exec) dataOf(i int, this uint32) (d dataRef, access spec.Access, ok bool) {
	f := &x.fields[i]
	if !f.set {
		return d, spec.AccessNone, false
	}
	owner := x.source(i, this)
	id, access := f.stored, accessOf(f.term.access, f.stored == f.id, owner == 0)
	if f.term.member != nil {
		id, access = store.Single(f.term.first.entity.Index()), spec.AccessNone
	}
	if id == 0 || x.w.typedBy(id) == 0 {
		return d, spec.AccessNone, false
	}
	if owner == 0 {
		owner = this
	}
	return dataRef{x.w.watch.stateOf(x.w, owner), id}, access, true
}

// writtenBy is the data that a field may write: with access inout or out, and a value, which a field does not have where
// "_" leaves the id open or the pair only follows (P-50, P-51).
func (x *exec) writtenBy(i int, this uint32) (dataRef, bool) {
	d, access, ok := x.dataOf(i, this)
	f := &x.fields[i]
	return d, ok && f.stored == f.id && (access == spec.AccessInOut || access == spec.AccessOut)
}

// tables are the tables of the rows that a query has now.
func (q *Query) tables() *rowTables {
	s := &rowTables{}
	x := q.newExec()
	defer x.release()
	if !q.replay(x, s) {
		x.run(s)
	}
	return s
}

// changed reports whether anything has changed since the query returned its rows.
func (q *Query) changed() bool {
	q.track()
	now := q.tables()
	t := q.tracked
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
func (t *tracked) changedIn(table *tableState, data map[dataRef]struct{}) bool {
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
func (t *tracked) saw(w *World, table *tableState) { t.seen[table] = w.watch.clock }
