package change

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
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
	// Now has the tables with rows at the last Look, and whether they have changed.
	Now   map[*TableState]bool
	Data  []DataRef // scratch
	loops uint64
}

// sight is when the rows of a table were last returned, and the time before.
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
		t.seen, t.Now = map[*TableState]sight{}, map[*TableState]bool{}
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
	t.Start()
	clear(t.Now)
	x := q.NewExec()
	defer x.Release()
	if !q.Replay(x, t) {
		x.Run(t)
	}
}

// Take records the tables of a result.
func (t *Tracker) Take(x *query.Exec) bool {
	if x.This != query.ThisTable {
		t.take(x, ThisOf(x))
		return true
	}
	for _, e := range x.Store.Entities(x.Table) {
		t.take(x, e.Index())
		if !x.W.NonFragmenting.Any() {
			break // all of them are of one table
		}
	}
	return true
}

func (t *Tracker) take(x *query.Exec, this uint32) {
	t.Data = t.Data[:0]
	for i := range x.Fields {
		if d, _, _, ok := t.w.dataOf(x, i, this); ok {
			t.Data = append(t.Data, d)
		}
	}
	t.Note(t.w.Watch.StateOf(t.w, this))
}

// ThisOf returns $this of a result that is not all entities of a table, or 0 if it has none.
func ThisOf(x *query.Exec) uint32 {
	if x.This == query.ThisOpen || !x.Q.UsesThis {
		return 0
	}
	return x.Values[query.ThisSlot]
}

// Note records a table with rows that match the tracker's Data, and reports whether it has changed.
func (t *Tracker) Note(table *TableState) bool {
	s, seen := t.seen[table]
	changed := t.Now[table] || !seen || table.Changed(s.at, t.Data)
	t.Now[table] = changed
	return changed
}

// ChangedIn reports whether a table has changed, or has no rows any more, as of the last Look.
func (t *Tracker) ChangedIn(table *TableState) bool {
	t.Data = t.Data[:0]
	return t.Note(table)
}

// Changed reports whether anything has changed since the query returned its rows, as of the last
// Look. A table that was returned before and has no rows now is a change.
func (t *Tracker) Changed() bool {
	for _, changed := range t.Now {
		if changed {
			return true
		}
	}
	return len(t.Now) != len(t.seen)
}

// ForgetOthers stops tracking the tables that had no rows at the last Look.
func (t *Tracker) ForgetOthers() {
	maps.DeleteFunc(t.seen, func(table *TableState, _ sight) bool {
		_, there := t.Now[table]
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

// ChangedBefore reports whether a table had changed when the last loop that returned its rows
// reached it.
func (t *Tracker) ChangedBefore(table *TableState) bool {
	s := t.seen[table]
	return !s.again || table.Changed(s.before, t.Data)
}

// SawAll records the tables of all current rows of the query, and nothing else.
func (t *Tracker) SawAll(q *query.Query) {
	t.Look(q)
	t.Forget()
	for table := range t.Now {
		t.Saw(table, 0)
	}
}

// dataOf returns the value that a field matches, its owner, and the access. It returns false if
// there is no value. A member reads its component and writes nothing.
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

// WrittenBy returns the value that a field may write, and its owner: the access must be inout or
// out, and the field must have a value. It has none if "_" leaves the id open or the pair is
// derived (changes.writing, access.no-value).
func (w *World) WrittenBy(x *query.Exec, i int, this uint32) (d DataRef, owner uint32, ok bool) {
	d, owner, access, ok := w.dataOf(x, i, this)
	f := &x.Fields[i]
	return d, owner, ok && f.Stored == f.ID && (access == spec.AccessInOut || access == spec.AccessOut)
}
