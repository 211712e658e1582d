package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Changes is the memory of one reader of the tables of a world, so that it can pass over tables that have not changed since. A
// table has changed when entities came into it or left it, or when values of it were marked as written (for example, one ship's Hull,
// with which all ships of the table count as changed): by
// [Component.Set] and its relatives, by [World.Modified], by [Batch.Modified], or by a loop over a query with fields that
// are not only read, unless it has skipped the batch; see [In]. Values that are written through addresses from
// elsewhere are not marked by that alone. A query has a memory of its own, see [Query2.Changed]; a
// Changes goes over several queries.
//
//	changes := w.Changes()
//	for batch := range q.Batches() {
//		if !changes.In(batch.Batch) {
//			batch.Skip()
//			continue
//		}
//		...
//	}
//
// A Changes belongs to one goroutine.
//
// Statements: QRY-498, QRY-499.
type Changes struct {
	w     *World
	epoch uint64
	seen  []seenTable
}

type seenTable struct {
	mark    uint64
	version uint32
	known   bool
}

// Changes begins to keep marks in the world, if it does not yet, and gives a reader that has seen nothing.
func (w *World) Changes() *Changes {
	if !w.core.Watch.Marks {
		w.core.MustBeUnlocked()
		w.core.Watch.Marks = true
		w.core.Watch.Watching++
		w.core.Attend(rules.AttendMarks, true)
		w.core.Store.TrackChanges()
	}
	return &Changes{w: w, epoch: w.core.Epoch}
}

// In reports whether the table of a batch, or a shared field's value, has changed since the last call for the same
// table. A query that matches a table in several ways gives several batches of one table: ask for the first. The
// batch must be one of a query with fields; others have rows that come and go only.
func (c *Changes) In(b Batch) bool {
	w, t := c.w, b.at.table
	w.core.Watch.Marking.Lock()
	defer w.core.Watch.Marking.Unlock()
	if c.epoch != w.core.Epoch { // the world was restored
		c.epoch = w.core.Epoch
		clear(c.seen)
	}
	for int(t) >= len(c.seen) {
		c.seen = append(c.seen, make([]seenTable, max(64, len(c.seen)))...)
	}
	now := seenTable{version: w.core.Store.Version(t), known: true}
	if q := b.set.query; q != nil {
		for i := range q.fields {
			now.mark = max(now.mark, b.mark(i))
		}
	}
	before := c.seen[t]
	c.seen[t] = now
	return now != before
}

// fieldColumn is where the values of a field are: false if it has none.
func (b Batch) fieldColumn(field int) (t store.Table, column int, ok bool) {
	q, st := b.set.query, b.set.w.core.Store
	place := q.terms[field]
	if place.up != 0 {
		source := b.set.above[b.upOf(field)].source
		t, _, ok = st.Record(source)
		if !ok {
			return 0, 0, false
		}
		id, _ := b.set.w.patternID(q.ups[place.up-1].id)
		column, count := st.Find(t, id)
		return t, column, count > 0
	}
	m := &b.set.fields[int(b.at.first)+place.node]
	if !m.Set || m.Stored == 0 {
		return 0, 0, false
	}
	t = b.at.table
	if m.Source != 0 {
		t = b.set.w.core.Table(m.Source)
	}
	column, count := st.Find(t, m.Stored)
	return t, column, count > 0
}

// mark is when a field was last marked.
func (b Batch) mark(field int) uint64 {
	t, column, ok := b.fieldColumn(field)
	if !ok {
		return 0
	}
	return b.set.w.core.Store.Mark(t, column)
}

// Modified announces that values of a field were written in this batch. It writes to the world: only one goroutine may
// loop when it is called.
func (b Batch) Modified(field int) {
	if b.set.query == nil {
		panic(errNoTerms)
	}
	if uint(field) >= uint(len(b.set.query.fields)) {
		panic(errNoTerm)
	}
	if t, column, ok := b.fieldColumn(field); ok {
		b.set.w.core.Store.Touch(t, column)
		b.announce(field, b.set.w.core.Store.IDs(t)[column])
	}
}

// announce tells queries that detect changes of values that were written.
func (b Batch) announce(field int, id store.ID) {
	w := b.set.w
	if !w.core.Watch.On {
		return
	}
	if source := b.Source(field); source != 0 {
		w.core.Watch.Written(&w.core, source, id)
		return
	}
	for _, e := range b.Entities() {
		w.core.Watch.Written(&w.core, e, id)
		if !w.core.NonFragmenting.Any() {
			return // all of them are of one table
		}
	}
}
