package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Loops over typed queries take part in change detection (P-50) from the moment on when some query or reader of the
// world asks for it. A loop then goes batch by batch: it remembers the batch's table as seen when the batch is given,
// and when it goes on, or ends, it marks the fields that may have been written.

// typedTracked is the memory of a typed query with change detection of the tables of its rows.
type typedTracked struct {
	seen  map[*change.TableState]*seenBatch
	loops uint64
	count uint64 // of looks at which tables there are
}

// seenBatch is when a table's rows were given last, and before the loop that gave them.
type seenBatch struct {
	now, before uint64
	known       bool // before holds
	loop        uint64
	count       uint64 // the last look at which it had rows
}

// knownState is the state of a table of the storage, as long as its version is the same.
type knownState struct {
	state   *change.TableState
	version uint32
}

// Changed reports whether the matches of the query have changed since it was looped over: a table
// of it that was not seen, or into which entities have come or from which they have gone, or in
// which a value that the query matches was written or marked. From the first call on the world
// keeps marks: Set and its relatives make them, and loops do for fields that are inout or out (see
// [In]); a query with such fields has therefore always changed after a loop. A table counts as seen
// once a loop has come to it: for example, tables behind a break still count as changed. Bind and
// Group do not matter.
//
// It panics with code unsupported if the query is not cached, and with invalid where the profile wants [DetectChanges]
// and it is missing. It writes to the query: only one goroutine may loop over a query that detects changes.
//
// Statements: QRY-484, QRY-500, QRY-503, QRY-505, QRY-508.
func (q anyQuery) Changed() bool {
	t := q.typed
	t.mustTrack()
	none := binding{}
	set := t.peek(&none)
	changed := t.tracked.look(set)
	set.close()
	return changed
}

// mustTrack makes the query remember the tables that loops give.
func (q *typedQuery) mustTrack() {
	if q.tracked != nil {
		return
	}
	if err := q.q.CheckTracking(); err != nil {
		panic(err)
	}
	q.track()
}

func (q *typedQuery) track() {
	q.w.core.Watch.Start(&q.w.core)
	q.w.core.Watch.Watching++
	q.tracked = &typedTracked{seen: map[*change.TableState]*seenBatch{}}
}

// look reports whether the tables of a set are others than those seen, or have changed.
func (t *typedTracked) look(set *matchSet) bool {
	w := set.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	t.count++
	there := 0
	for i := range set.Tables {
		b := set.part(i)
		for table := range b.tables {
			s := t.seen[table]
			if s == nil || b.changedSince(table, s.now) {
				return true
			}
			if s.count != t.count {
				s.count = t.count
				there++
			}
		}
	}
	return there != len(t.seen)
}

// begin makes a set one of a loop that is remembered, and forgets the tables that have no rows now.
func (t *typedTracked) begin(set *matchSet, b *binding) {
	all := set
	if b.count > 0 || b.chosen {
		none := binding{}
		all = set.query.gather(&none)
	}
	w := set.w
	w.core.Watch.Marking.Lock()
	t.loops++
	set.loop = t.loops
	t.count++
	for i := range all.Tables {
		for table := range all.part(i).tables {
			if s := t.seen[table]; s != nil {
				s.count = t.count
			}
		}
	}
	for table, s := range t.seen {
		if s.count != t.count {
			delete(t.seen, table)
		}
	}
	w.core.Watch.Marking.Unlock()
	if all != set && all.pooled {
		all.release()
	}
}

// saw remembers the tables of a batch that is given in a loop.
func (t *typedTracked) saw(b Batch) {
	w := b.set.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	for table := range b.tables {
		s := t.seen[table]
		switch {
		case s == nil:
			s = &seenBatch{}
			t.seen[table] = s
		case s.loop == b.set.loop:
			continue // another match of the table
		default:
			s.before, s.known = s.now, true
		}
		s.now, s.loop = w.core.Watch.Clock, b.set.loop
	}
}

// changed reports whether the tables of a batch had changed when the loop came to it.
func (t *typedTracked) changed(b Batch) bool {
	for table := range b.tables {
		if s := t.seen[table]; s == nil || s.loop == b.set.loop && (!s.known || b.changedSince(table, s.before)) {
			return true
		}
	}
	return false
}

// tables are the states of the tables of a batch in the sense of P-47. The world's marking is locked.
func (b Batch) tables(yield func(*change.TableState) bool) {
	switch w := b.set.w; {
	case b.rows.Count == 0:
	case !w.core.NonFragmenting.Any():
		yield(w.tableState(b.at.table))
	default:
		var last *change.TableState
		for _, e := range b.Entities() {
			table := w.core.Watch.StateOf(&w.core, e.Index())
			if table != last && !yield(table) {
				return
			}
			last = table
		}
	}
}

// TableState is the state of a table of the storage that has rows, where no targets lie beside tables. It is looked up
// once for each version of the table.
func (w *World) tableState(t store.Table) *change.TableState {
	known := &w.typed.states
	for int(t) >= len(*known) {
		*known = append(*known, make([]knownState, max(64, len(*known)))...)
	}
	k := &(*known)[t]
	if version := w.core.Store.Version(t); k.state == nil || k.version != version {
		*k = knownState{w.core.Watch.StateOf(&w.core, w.core.Store.Entities(t)[0].Index()), version}
	}
	return k.state
}

// ownerState is the state of the table of an entity that has the match of a term.
func (w *World) ownerState(index uint32) *change.TableState {
	if w.core.NonFragmenting.Any() {
		return w.core.Watch.StateOf(&w.core, index)
	}
	return w.tableState(w.core.Table(index))
}

// changedSince reports whether a table of a batch has changed since a time, or data that some term matches in it.
func (b Batch) changedSince(table *change.TableState, at uint64) bool {
	if table.Rows > at {
		return true
	}
	for term := range b.set.query.terms {
		if d, _, ok := b.dataOf(term, table); ok && d.Table.Writes[d.ID] > at {
			return true
		}
	}
	return false
}

// dataOf is the data that a term matched for entities of a table of the batch; false if it has none.
func (b Batch) dataOf(term int, table *change.TableState) (d change.DataRef, owned, ok bool) {
	w := b.set.w
	owner, id := b.ownerOf(term)
	if w.core.TypedBy(id) == 0 { // also where nothing is stored
		return d, false, false
	}
	d = change.DataRef{Table: table, ID: id}
	if owner != 0 {
		d.Table = w.ownerState(owner)
	}
	return d, owner == 0, true
}

// ownerOf is the entity that has the match of a term, 0 for those of the batch, and the id; 0 if nothing is stored.
func (b Batch) ownerOf(term int) (owner uint32, id store.ID) {
	w := b.set.w
	if up := b.upOf(term); up >= 0 {
		owner = b.set.above[up].source.Index()
		if owner == 0 {
			return 0, 0
		}
		id = b.set.climbs[b.set.query.terms[term].up-1].id
		if t := w.core.Table(owner); !w.core.Store.Has(t, id) {
			owner, _ = w.core.InheritedFrom(t, id)
		}
		return owner, id
	}
	if m := b.match(term); m.Set {
		return m.Source, m.Stored
	}
	return 0, 0
}

// findWrites finds the terms whose values loops may write.
func (q *typedQuery) findWrites() {
	for i, place := range q.terms {
		switch place.access {
		case spec.AccessDefault: // a field
			if q.fields[i].goType.Size() == 0 {
				continue
			}
		case spec.AccessInOut, spec.AccessOut:
		case spec.AccessIn, spec.AccessNone, spec.AccessFilter:
			continue
		}
		q.writes = append(q.writes, i)
	}
}

// watches reports whether change detection has to do with loops over the query.
func (q *typedQuery) watches() bool {
	return q.tracked != nil || len(q.writes) > 0 && (q.w.core.Watch.Marks || q.w.core.Watch.On)
}

// watch makes a set ready for its loop.
func (q *typedQuery) watch(s *matchSet) *matchSet {
	if !s.pooled {
		return s
	}
	s.watched = q.watches()
	s.slow = s.watched || s.split || s.each || len(s.Parts) > 0 || s.sequence != nil
	s.walk = walk{set: s}
	return s
}

// enter is called before a batch of a watched loop is given.
func (s *matchSet) enter(b Batch) {
	s.skipped = false
	if t := s.query.tracked; t != nil {
		t.saw(b)
	}
}

// leave is called when a watched loop is done with a batch.
func (s *matchSet) leave(b Batch) {
	if s.skipped || len(s.query.writes) == 0 {
		return
	}
	w := s.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	for _, term := range s.query.writes {
		owner, id := b.ownerOf(term)
		if w.core.TypedBy(id) == 0 { // also where nothing is stored
			continue
		}
		switch query.AccessOf(s.query.terms[term].access, true, owner == 0) {
		case spec.AccessInOut, spec.AccessOut:
			b.wrote(owner, id)
		case spec.AccessDefault, spec.AccessIn, spec.AccessNone, spec.AccessFilter:
		}
	}
}

// wrote marks values of an id as written, of an entity or of those of the batch.
func (b Batch) wrote(owner uint32, id store.ID) {
	w := b.set.w
	if w.core.Watch.Marks {
		if t, column, ok := b.columnOf(owner, id); ok {
			w.core.Store.Touch(t, column)
		}
	}
	switch {
	case !w.core.Watch.On:
	case owner != 0:
		w.core.Watch.Mark(change.DataRef{Table: w.ownerState(owner), ID: id})
	default:
		for table := range b.tables {
			w.core.Watch.Mark(change.DataRef{Table: table, ID: id})
		}
	}
}

// Skip says that the loop writes nothing in this batch: its fields are not marked as written. The
// batch counts as seen all the same. Call it before the loop goes on.
//
// Statements: QRY-507, QRY-514.
func (b Batch) Skip() {
	if b.set.query == nil {
		panic(errNoTerms)
	}
	if b.set.watched {
		b.set.skipped = true
	}
}

// Changed reports whether the table of the batch had changed when the loop came to it, since a loop over the query had
// come to it before. Where the query does not detect changes yet, it begins to, and everything has changed; see
// [Query2.Changed], also for panics.
//
// Statements: QRY-515.
func (b Batch) Changed() bool {
	q := b.set.query
	if q == nil {
		panic(errNoTerms)
	}
	if q.tracked == nil || b.set.loop == 0 {
		q.mustTrack()
		return true
	}
	b.set.w.core.Watch.Marking.Lock()
	defer b.set.w.core.Watch.Marking.Unlock()
	return q.tracked.changed(b)
}
