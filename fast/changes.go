package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Changes is the memory of one reader of the tables of a world, so that it can pass over tables
// that have not changed since. A table has changed when entities came into it or left it, or when
// values of it were marked as written (for example, one ship's Hull, with which all ships of the
// table count as changed): by [Component.Set] and its relatives, by [World.Modified], by
// [Batch.Modified], or by a loop over a query with fields that are not only read, unless it has
// skipped the batch; see [In]. Values that are written through addresses from elsewhere are not
// marked by that alone. A query has a memory of its own, see [Query2.Changed]; a Changes goes over
// several queries.
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
	fields  mixed // what they matched
	version uint32
	known   bool
}

// mixed is a number that other numbers are mixed into, one after the other.
type mixed uint64

// With mixes a number in.
func (m mixed) With(n uint64) mixed {
	h := (uint64(m) ^ n) * 0x9E3779B97F4A7C15
	return mixed(h ^ h>>29)
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

// In reports whether the table of a batch, or a value that a field shares, has changed since the
// last call for the same table. A shared value counts as changed, too, when it is that of another
// entity, for example when the base of a ship's base is exchanged, and when its owner, or others,
// have come into or left the owner's table. A query that matches a table in several ways gives
// several batches of one table: ask for the first; one that is not the batch of the last call
// counts as changed. The batch must be one of a query with fields; others have rows that come and
// go only.
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
	now := seenTable{version: w.core.Store.Version(t), fields: mixed(b.rows.From), known: true}
	if q := b.set.query; q != nil {
		for i := range q.fields {
			b.addField(&now, i)
		}
	}
	before := c.seen[t]
	c.seen[t] = now
	return now != before
}

// addField adds what a field matched, and when its values were last marked.
func (b Batch) addField(to *seenTable, field int) {
	owner, id := b.ownerOf(field)
	t, column, ok := b.columnOf(owner, id)
	if !ok {
		to.fields = to.fields.With(0)
		return
	}
	st := b.set.w.core.Store
	to.mark = max(to.mark, st.Mark(t, column))
	to.fields = to.fields.With(uint64(id))
	if owner != 0 { // which may be another one, or come into another table, though nothing is marked
		to.fields = to.fields.With(uint64(b.set.w.core.Entity(owner)))
		to.fields = to.fields.With(uint64(t)<<32 + uint64(st.Version(t)))
	}
}

// columnOf is where the values of an id are, of an entity or of those of the batch; false if these do not have it.
func (b Batch) columnOf(owner uint32, id store.ID) (t store.Table, column int, ok bool) {
	t = b.at.table
	if owner != 0 {
		t = b.set.w.core.Table(owner)
	}
	column, count := b.set.w.core.Store.Find(t, id)
	return t, column, count > 0
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
	owner, id := b.ownerOf(field)
	if t, column, ok := b.columnOf(owner, id); ok {
		b.set.w.core.Store.Touch(t, column)
		b.announce(owner, id)
	}
}

// announce tells queries that detect changes of values that were written, of an entity or of those of the batch.
func (b Batch) announce(owner uint32, id store.ID) {
	w := b.set.w
	switch {
	case !w.core.Watch.On:
	case owner != 0:
		w.core.Watch.Written(&w.core, w.core.Entity(owner), id)
	default:
		for _, e := range b.Entities() {
			w.core.Watch.Written(&w.core, e, id)
			if !w.core.NonFragmenting.Any() {
				return // all of them are of one table
			}
		}
	}
}
