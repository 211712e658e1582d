package change

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change detection (changes.changed, QRY-483 to QRY-516) compares the state of a table when a query returned its rows
// with how it is now: when entities last came or went, and when the data that rows match was last written.

// DataRef is an id with data in a table.
type DataRef struct {
	Table *TableState
	ID    store.ID
}

// Tracker is the memory of change detection for a query: when the rows of each table were returned.
type Tracker struct {
	w    *World
	seen map[*TableState]sight // nil before the first question
	// Now are the tables that have rows, and whether they have changed, as of the last Look.
	Now   map[*TableState]bool
	Data  []DataRef // room
	loops uint64
}

// sight is when the rows of a table were returned last, and before the loop that returned them.
type sight struct {
	at, before uint64
	again      bool   // before holds
	loop       uint64 // 0 is none
}

// Tracker makes the tracker of a query, which remembers the tables that are returned from now on if
// change detection was asked for.
func (w *World) Tracker(q *query.Query) Tracker {
	t := Tracker{w: w}
	if q.Detects {
		t.Start()
	}
	return t
}

// On reports whether anything is remembered.
func (t *Tracker) On() bool { return t.seen != nil }

// Start makes the tracker remember the tables that the query returns from now on.
func (t *Tracker) Start() {
	if t.seen == nil {
		t.w.Watch.Start(t.w)
		t.seen, t.Now = map[*TableState]sight{}, map[*TableState]bool{}
	}
}

// Stop ends the tracking that an operation that errs had begun.
func (t *Tracker) Stop(began bool) {
	if began {
		t.seen = nil
	}
}

// Look finds the tables that have rows, by a run of the query.
func (t *Tracker) Look(q *query.Query) {
	t.Start()
	clear(t.Now)
	x := q.NewExec()
	defer x.Release()
	if !q.Replay(x, t) {
		x.Run(t)
	}
}

// Take notes the tables of a result.
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

// ThisOf is $this of a result that is not all entities of a table; 0 if it has none.
func ThisOf(x *query.Exec) uint32 {
	if x.This == query.ThisOpen || !x.Q.UsesThis {
		return 0
	}
	return x.Values[query.ThisSlot]
}

// Note notes a table that has rows, which match the tracker's Data, and reports whether it has changed.
func (t *Tracker) Note(table *TableState) bool {
	s, seen := t.seen[table]
	changed := t.Now[table] || !seen || table.Changed(s.at, t.Data)
	t.Now[table] = changed
	return changed
}

// ChangedIn reports whether a table has changed, as of the last Look, or is one that has no rows any more.
func (t *Tracker) ChangedIn(table *TableState) bool {
	t.Data = t.Data[:0]
	return t.Note(table)
}

// Changed reports whether anything has changed since the query returned its rows, as of the last Look: tables that were
// seen and have no rows now make the others fewer.
func (t *Tracker) Changed() bool {
	for _, changed := range t.Now {
		if changed {
			return true
		}
	}
	return len(t.Now) != len(t.seen)
}

// ForgetOthers forgets the tables that had no rows at the last Look.
func (t *Tracker) ForgetOthers() {
	maps.DeleteFunc(t.seen, func(table *TableState, _ sight) bool {
		_, there := t.Now[table]
		return !there
	})
}

// Forget forgets all tables.
func (t *Tracker) Forget() { clear(t.seen) }

// Loop begins a loop, which remembers its tables by the number.
func (t *Tracker) Loop() uint64 {
	t.ForgetOthers()
	t.loops++
	return t.loops
}

// Saw remembers a table whose rows were returned, as it was when the loop came to it first. Loop 0 is not remembered.
func (t *Tracker) Saw(table *TableState, loop uint64) {
	if s, known := t.seen[table]; !known || s.loop != loop || loop == 0 {
		t.seen[table] = sight{at: t.w.Watch.Clock, before: s.at, again: known, loop: loop}
	}
}

// ChangedBefore reports whether a table had changed when the loop came to it that returned its rows last.
func (t *Tracker) ChangedBefore(table *TableState) bool {
	s := t.seen[table]
	return !s.again || table.Changed(s.before, t.Data)
}

// SawAll remembers the tables of all rows that the query has now, and nothing else.
func (t *Tracker) SawAll(q *query.Query) {
	t.Look(q)
	t.Forget()
	for table := range t.Now {
		t.Saw(table, 0)
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
// follows (changes.writing, access.no-value).
func (w *World) WrittenBy(x *query.Exec, i int, this uint32) (d DataRef, owner uint32, ok bool) {
	d, owner, access, ok := w.dataOf(x, i, this)
	f := &x.Fields[i]
	return d, owner, ok && f.Stored == f.ID && (access == spec.AccessInOut || access == spec.AccessOut)
}
