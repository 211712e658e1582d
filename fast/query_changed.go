package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// This file connects loops over typed queries with change detection (changes.changed), which is off
// until the program asks some query or a Changes for changes. When it is on, a loop marks the table
// of each batch as seen before it yields the batch, and afterwards marks the fields that may have
// been written.

// Changed reports whether the matches of the query have changed since the last loop: a table is
// new, entities entered or left a table, or a matched value was marked as written. The first call
// turns on change detection. From then on, Set and similar calls mark values, and each loop marks
// its fields that are InOut or Out (see [In]). So a query with such fields has always changed after
// its own loop; see [ReadOnly]. If a loop ends early, the tables that it did not reach remain
// changed. Changed considers all matches, even if Bind or Group select some of them.
//
// Changed panics with code unsupported if the query is not cached, or is the result of With. Loops
// over a query that detects changes write to the query, so only one goroutine may loop over it.
//
// Statements: QRY-484, QRY-500, QRY-503, QRY-505, QRY-508.
func (q anyQuery) Changed() bool {
	t := q.typed
	t.mustTrack()
	set := t.peek(&binding{})
	defer set.close()
	t.tracked.LookAt(&set.Matches, t.q)
	return t.tracked.Changed()
}

// mustTrack turns on change detection for the query. It panics if the query cannot detect changes.
func (q *typedQuery) mustTrack() {
	if q.tracked != nil {
		return
	}
	if err := q.q.CanTrack(); err != nil {
		panic(err)
	}
	q.track()
}

func (q *typedQuery) track() {
	tracker := q.w.core.Tracker(q.q)
	tracker.Start()
	q.w.core.Watch.Watching++
	q.tracked = &tracker
}

// begin prepares the loop over a set for recording the tables that it yields.
func (q *typedQuery) begin(set *matchSet, b *binding) {
	if b.count > 0 || b.chosen {
		q.tracked.Look(q.q)
	} else {
		q.tracked.LookAt(&set.Matches, nil)
	}
	set.loop = q.tracked.Loop()
}

// tables yields the change state of the tables of a batch (iterate.batches). The caller holds the
// lock of the world's change marks.
func (b Batch) tables(yield func(*change.TableState) bool) {
	b.set.w.core.EachState(b.at.Table, b.rows, yield)
}

// fields returns the matches of the terms.
func (b Batch) fields() []query.FieldMatch { return b.set.Fields[b.at.First:][:b.set.width] }

// ownerOf returns the id that a term matched and the entity that owns it, or 0 if the entities of
// the batch own it. The id is 0 if it has no values or the term did not match.
func (b Batch) ownerOf(term int) (owner uint32, id store.ID) {
	if m := b.match(term); m.Set {
		return m.Source, m.Stored
	}
	return 0, 0
}

// has reports whether an entity is in the batch. The owner of a match can be in the batch: with Up,
// an entity above may inherit the id from $this.
func (b Batch) has(index uint32) bool {
	t, row := b.set.w.core.Store.RowOf(index)
	return t == b.at.Table && row >= int(b.rows.From) && row < int(b.rows.From+b.rows.Count)
}

// findWrites lists the terms whose values loops may write.
func (q *typedQuery) findWrites() {
	for i, access := range q.access {
		switch access {
		case spec.AccessDefault: // the default of fields
			if q.fields[i].core.size == 0 {
				continue
			}
		case spec.AccessInOut, spec.AccessOut:
		case spec.AccessIn, spec.AccessNone, spec.AccessFilter:
			continue
		}
		q.writes = append(q.writes, i)
	}
}

// watches reports whether loops over the query must mark tables as seen, or mark or record values
// as written.
func (q *typedQuery) watches() bool {
	return q.tracked != nil || len(q.writes) > 0 && (q.w.core.Watch.On || q.w.core.UndoLog.Recording())
}

// watch prepares a set for its loop.
func (q *typedQuery) watch(s *matchSet) *matchSet {
	if !s.pooled {
		return s
	}
	s.watched = q.watches()
	s.slow = s.watched || s.split || s.each || len(s.Parts) > 0 || s.sequence != nil
	s.walk = walk{set: s}
	return s
}

// enter is called before a watched loop yields a batch. It marks the tables of the batch as seen.
func (s *matchSet) enter(b Batch) {
	s.skipped = false
	if s.w.core.UndoLog.Recording() {
		b.lend()
	}
	if t := s.query.tracked; t != nil {
		watch := &s.w.core.Watch
		watch.Marking.Lock()
		defer watch.Marking.Unlock()
		for table := range b.tables {
			t.Saw(table, s.loop)
		}
	}
}

// lend records that a loop may write the values of the batch.
func (b Batch) lend() {
	for _, term := range b.set.query.writes {
		if owner, id := b.ownerOf(term); owner != 0 {
			b.set.w.core.Writing(owner, id)
		} else if id != 0 {
			b.lendOwn(id)
		}
	}
}

// lendOwn records that a loop may write the values of an id of the entities of the batch.
func (b Batch) lendOwn(id store.ID) {
	if w := &b.set.w.core; w.UndoLog.Recording() {
		for _, e := range b.Entities() {
			w.Writing(e.Index(), id)
		}
	}
}

// leave is called after a watched loop has processed a batch. It marks the fields that the loop may
// have written.
func (s *matchSet) leave(b Batch) {
	if s.skipped || len(s.query.writes) == 0 || !s.w.core.Watch.On {
		return
	}
	w := s.w
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	for _, term := range s.query.writes {
		owner, id := b.ownerOf(term)
		own := owner == 0 || s.query.q.IsOnThis(term) && b.has(owner)
		if query.Writes(s.query.access[term], own) {
			w.core.MarkWritten(id, owner, b.at.Table, b.rows)
		}
	}
}

// Skip says that the loop writes nothing in this batch, so its fields are not marked as written.
// Change detection still counts the batch as seen. Call Skip before the loop continues.
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

// Changed reports whether the table of the batch changed between the previous loop over the query
// that came to the table and this loop. The first call turns on change detection for the query. In
// that loop and in the next one every batch counts as changed. Panics are those of
// [Query2.Changed].
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
	for table := range b.tables {
		if q.tracked.ChangedBefore(table, b.fields()) {
			return true
		}
	}
	return b.set.w.core.Toggles.Any() && b.set.changedTogether(b)
}

// changedTogether reports whether another batch of the tables of b has changed. If ids are
// disabled, the batches of a table may have different fields, and they change together.
func (s *matchSet) changedTogether(b Batch) bool {
	if s.together == nil {
		s.together = map[*change.TableState]*tableBatches{}
		for i := range s.Tables {
			for table := range s.part(i).tables {
				if s.together[table] == nil {
					s.together[table] = new(tableBatches)
				}
				s.together[table].matches = append(s.together[table].matches, i)
			}
		}
	}
	for table := range b.tables {
		if t := s.together[table]; t != nil && t.haveChanged(s, table) {
			return true
		}
	}
	return false
}

// tableBatches has the batches of a table in a loop, and whether one of them has changed.
type tableBatches struct {
	matches         []int // their numbers in the set
	judged, changed bool
}

func (t *tableBatches) haveChanged(s *matchSet, table *change.TableState) bool {
	if !t.judged {
		t.judged = true
		t.changed = slices.ContainsFunc(t.matches, func(i int) bool {
			return s.query.tracked.ChangedBefore(table, s.part(i).fields())
		})
	}
	return t.changed
}
