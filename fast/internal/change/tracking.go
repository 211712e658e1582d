package change

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
)

// Change detection (changes.changed, QRY-483 to QRY-516) compares the state of a table with its
// state when a query last returned its rows: when entities last entered or left, and when the
// matched values were last written.

// DataRef is an id with values in a table.
type DataRef struct {
	Table *TableState
	ID    store.ID
}

// Tracker stores, for the change detection of a query, when the rows of each table were returned.
type Tracker struct {
	w    *World
	seen map[*TableState]sight // nil until tracking starts
	// now has the tables with rows at the last Look, and whether they have changed.
	now   map[*TableState]bool
	found query.Matches // scratch
	data  []DataRef     // scratch
	loops uint64
}

// sight says when the rows of a table were returned the last time and the time before.
type sight struct {
	at, before uint64
	again      bool   // before is valid
	loop       uint64 // 0 is none
}

// Tracker returns the tracker of a query. If the query was created with change detection, it tracks
// from now on.
func (w *World) Tracker(q *query.Query) Tracker {
	t := Tracker{w: w}
	if q.Detects {
		t.Start()
	}
	return t
}

// On reports whether the tracker tracks tables.
func (t *Tracker) On() bool { return t.seen != nil }

// Start makes the tracker track the tables that the query returns from now on.
func (t *Tracker) Start() {
	if t.seen == nil {
		t.w.Watch.Start(t.w)
		t.seen, t.now = map[*TableState]sight{}, map[*TableState]bool{}
	}
}

// Stop ends tracking if a failed operation had begun it.
func (t *Tracker) Stop(began bool) {
	if began {
		t.seen = nil
	}
}

// Look runs the query to find the tables that have rows.
func (t *Tracker) Look(q *query.Query) {
	x := q.NewExec()
	defer x.Release()
	t.found.Reset()
	if !q.Replay(x, &t.found) {
		x.Run(&t.found)
	}
	t.LookAt(&t.found, q)
}

// LookAt finds the tables that have rows among the current matches of a query. It also finds which
// of them have changed, unless the query is nil.
func (t *Tracker) LookAt(m *query.Matches, q *query.Query) {
	t.Start()
	t.w.Watch.Marking.Lock()
	defer t.w.Watch.Marking.Unlock()
	clear(t.now)
	for i := range m.Tables {
		t.w.EachState(m.Tables[i].Table, m.Rows(t.w.Store, i), func(table *TableState) bool {
			if q == nil {
				t.now[table] = false
				return true
			}
			t.data = t.w.Data(t.data[:0], m.Fields[m.Tables[i].First:][:q.Fields], table)
			t.note(table)
			return true
		})
	}
}

// EachState yields the state of each table that has some of the rows of a table of the storage,
// until yield returns false.
func (w *World) EachState(t store.Table, rows query.Part, yield func(*TableState) bool) {
	if t == store.NoTable {
		yield(w.Watch.StateOf(w, 0))
		return
	}
	var last *TableState
	for _, e := range w.Store.Entities(t)[rows.From:][:rows.Count] {
		table := w.Watch.StateOf(w, e.Index())
		if table != last && !yield(table) || !w.NonFragmenting.Any() {
			return // all other rows are in the same table
		}
		last = table
	}
}

// ThisOf returns $this of the current result, or 0 if the result has no $this. The result must not
// be all entities of a table.
func ThisOf(x *query.Exec) uint32 {
	if x.This == query.ThisOpen || !x.Q.UsesThis {
		return 0
	}
	return x.Values[query.ThisSlot]
}

// note records a table with matching rows whose fields depend on t.data, and reports whether the
// table has changed.
func (t *Tracker) note(table *TableState) bool {
	s, seen := t.seen[table]
	changed := t.now[table] || !seen || table.Changed(s.at, t.data)
	t.now[table] = changed
	return changed
}

// ChangedIn reports whether a table has changed, as of the last Look. If the table had no rows
// then, ChangedIn only compares when entities last entered or left it.
func (t *Tracker) ChangedIn(table *TableState) bool {
	t.data = t.data[:0]
	return t.note(table)
}

// Changed reports whether anything has changed since the query returned its rows, as of the last
// Look. A table that was returned before and has no rows now is a change.
func (t *Tracker) Changed() bool {
	for _, changed := range t.now {
		if changed {
			return true
		}
	}
	return len(t.now) != len(t.seen)
}

// ForgetOthers stops tracking the tables that had no rows at the last Look.
func (t *Tracker) ForgetOthers() {
	maps.DeleteFunc(t.seen, func(table *TableState, _ sight) bool {
		_, there := t.now[table]
		return !there
	})
}

// Forget stops tracking all tables.
func (t *Tracker) Forget() { clear(t.seen) }

// Loop starts a loop and returns its number, under which its tables are recorded.
func (t *Tracker) Loop() uint64 {
	t.ForgetOthers()
	t.loops++
	return t.loops
}

// Saw records a table whose rows were returned, in its state when the loop first reached it. Each
// call with loop 0 records the current state.
func (t *Tracker) Saw(table *TableState, loop uint64) {
	if s, known := t.seen[table]; !known || s.loop != loop || loop == 0 {
		t.seen[table] = sight{at: t.w.Watch.Clock, before: s.at, again: known, loop: loop}
	}
}

// ChangedBefore reports whether a table with matched fields had changed when the last loop that
// returned its rows reached it.
func (t *Tracker) ChangedBefore(table *TableState, fields []query.FieldMatch) bool {
	t.data = t.w.Data(t.data[:0], fields, table)
	s := t.seen[table]
	return !s.again || table.Changed(s.before, t.data)
}

// ClearChanged marks all current tables of the query as seen, and forgets the others.
func (t *Tracker) ClearChanged(q *query.Query) {
	t.Look(q)
	t.Forget()
	for table := range t.now {
		t.Saw(table, 0)
	}
}

// Data appends the values that the fields of a match depend on, for rows of a table.
func (w *World) Data(to []DataRef, fields []query.FieldMatch, table *TableState) []DataRef {
	for i := range fields {
		m := &fields[i]
		if !m.Set {
			continue
		}
		id := m.Stored
		if m.Column == query.MemberColumn {
			id = store.Single(m.ID.First())
		}
		if d, ok := w.value(id, m.Source, table); ok {
			to = append(to, d)
		}
	}
	return to
}

// value returns the value of an id of an owner, or of entities of a table if the owner is 0. It
// returns false if the id has no values.
func (w *World) value(id store.ID, owner uint32, table *TableState) (DataRef, bool) {
	if id == 0 || w.TypedBy(id) == 0 {
		return DataRef{}, false
	}
	if owner != 0 {
		table = w.Watch.StateOf(w, owner)
	}
	return DataRef{table, id}, true
}

// WrittenBy returns the value that a field may write, and the owner of the value. It returns false
// if the access is not inout or out, or if the field has no value, because "_" leaves the id open
// or the pair is derived (changes.writing, access.no-value).
func (w *World) WrittenBy(x *query.Exec, i int, this uint32) (d DataRef, owner uint32, ok bool) {
	f, owner := &x.Fields[i], x.Source(i, this)
	if !f.Set || f.Stored != f.ID || !query.Writes(x.Term(i).Access, owner == 0) {
		return d, 0, false
	}
	if owner == 0 {
		owner = this
	}
	d, ok = w.value(f.Stored, owner, &w.Watch.none)
	return d, owner, ok
}

// MarkWritten marks the value of an id of an owner as written, or of some rows of a table if the
// owner is 0.
func (w *World) MarkWritten(id store.ID, owner uint32, t store.Table, rows query.Part) {
	w.EachState(t, rows, func(table *TableState) bool {
		if d, ok := w.value(id, owner, table); ok {
			w.Watch.Mark(d)
		}
		return owner == 0
	})
}
