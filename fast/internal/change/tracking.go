package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change detection (P-50, QRY-483 to QRY-516) compares the state of a table when a query returned its rows with
// how it is now: when entities last came or went, and when the data that rows match was last written.

// DataRef is an id with data in a table.
type DataRef struct {
	Table *TableState
	ID    store.ID
}

// Tracker is the memory of change detection for a query: when the rows of each table were returned.
type Tracker struct {
	w    *World
	q    *query.Query
	Seen map[*TableState]uint64 // nil before the first question
}

// Tracker makes the tracker of a query, which remembers the tables that are returned from now on if
// change detection was asked for.
func (w *World) Tracker(q *query.Query) Tracker {
	t := Tracker{w: w, q: q}
	if q.Detects {
		t.Start()
	}
	return t
}

// On reports whether anything is remembered.
func (t *Tracker) On() bool { return t.Seen != nil }

// Start makes the tracker remember the tables that the query returns from now on.
func (t *Tracker) Start() {
	if t.Seen == nil {
		t.w.Watch.Start(t.w)
		t.Seen = map[*TableState]uint64{}
	}
}

// Stop ends the tracking that an operation that errs had begun.
func (t *Tracker) Stop(began bool) {
	if began {
		t.Seen = nil
	}
}

// RowTables are the tables that have rows, each with the data that fields of its rows match.
type RowTables struct {
	w    *World
	list []*TableState
	Data map[*TableState]map[DataRef]struct{}
}

// Take adds the tables of a result.
func (s *RowTables) Take(x *query.Exec) bool {
	if x.This != query.ThisTable {
		this := x.Values[query.ThisSlot]
		if x.This == query.ThisOpen || !x.Q.UsesThis {
			this = 0
		}
		s.add(x, this)
		return true
	}
	if !x.W.NonFragmenting.Any() {
		s.add(x, x.Store.Entities(x.Table)[0].Index())
		return true
	}
	for _, e := range x.Store.Entities(x.Table) {
		s.add(x, e.Index())
	}
	return true
}

func (s *RowTables) add(x *query.Exec, this uint32) {
	table := s.w.Watch.StateOf(s.w, this)
	data, known := s.Data[table]
	if !known {
		if s.Data == nil {
			s.Data = map[*TableState]map[DataRef]struct{}{}
		}
		data = map[DataRef]struct{}{}
		s.Data[table] = data
		s.list = append(s.list, table)
	}
	for i := range x.Fields {
		if d, _, _, ok := s.w.dataOf(x, i, this); ok {
			data[d] = struct{}{}
		}
	}
}

// dataOf is the data that a field matches, the entity whose it is, and whether it may be written;
// false if it has none. A member reads its component and writes nothing.
func (w *World) dataOf(x *query.Exec, i int, this uint32) (d DataRef, owner uint32, access spec.Access, ok bool) {
	f := &x.Fields[i]
	if !f.Set {
		return d, 0, spec.AccessNone, false
	}
	owner = x.Source(i, this)
	id, access := f.Stored, query.AccessOf(f.Term.Access, f.Stored == f.ID, owner == 0)
	if f.Term.Member != nil {
		id, access = store.Single(f.Term.First.Entity.Index()), spec.AccessNone
	}
	if id == 0 || w.TypedBy(id) == 0 {
		return d, 0, spec.AccessNone, false
	}
	if owner == 0 {
		owner = this
	}
	return DataRef{w.Watch.StateOf(w, owner), id}, owner, access, true
}

// WrittenBy is the data that a field may write, and the entity whose it is: with access inout or
// out, and a value, which a field does not have where "_" leaves the id open or the pair only
// follows (P-50, P-51).
func (w *World) WrittenBy(x *query.Exec, i int, this uint32) (d DataRef, owner uint32, ok bool) {
	d, owner, access, ok := w.dataOf(x, i, this)
	f := &x.Fields[i]
	return d, owner, ok && f.Stored == f.ID && (access == spec.AccessInOut || access == spec.AccessOut)
}

// Tables are the tables of the rows that the query has now.
func (t *Tracker) Tables() *RowTables {
	s := &RowTables{w: t.w}
	x := t.q.NewExec()
	defer x.Release()
	if !t.q.Replay(x, s) {
		x.Run(s)
	}
	return s
}

// Changed reports whether anything has changed since the query returned its rows.
func (t *Tracker) Changed() bool {
	t.Start()
	now := t.Tables()
	for table := range t.Seen {
		if _, there := now.Data[table]; !there {
			return true
		}
	}
	for _, table := range now.list {
		if t.ChangedIn(table, now.Data[table]) {
			return true
		}
	}
	return false
}

// ChangedIn reports whether a table has changed since its rows were returned.
func (t *Tracker) ChangedIn(table *TableState, data map[DataRef]struct{}) bool {
	at, seen := t.Seen[table]
	if !seen || table.Rows > at {
		return true
	}
	for d := range data {
		if d.Table.Writes[d.ID] > at {
			return true
		}
	}
	return false
}

// Saw remembers a table whose rows were returned.
func (t *Tracker) Saw(table *TableState) { t.Seen[table] = t.w.Watch.Clock }

// SawAll remembers the tables of all rows that the query has now, and nothing else.
func (t *Tracker) SawAll() {
	t.Start()
	clear(t.Seen)
	for _, table := range t.Tables().list {
		t.Saw(table)
	}
}

// ForgetOthers drops the memory of tables that have no rows any more, as an iteration begins.
func (t *Tracker) ForgetOthers(now *RowTables) {
	for table := range t.Seen {
		if !slices.Contains(now.list, table) {
			delete(t.Seen, table)
		}
	}
}
