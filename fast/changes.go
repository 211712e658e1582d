package fast

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/change"
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
	seen  map[*change.TableState]*seenTable
	data  []change.DataRef // room
	limit int              // of seen, when those of tables that cannot come again are dropped
}

// seenTable is when a table was seen, and by which batch.
type seenTable struct {
	at      uint64
	matched mixed
}

// mixed is a number that other numbers are mixed into, one after the other.
type mixed uint64

// With mixes a number in.
func (m mixed) With(n uint64) mixed {
	h := (uint64(m) ^ n) * 0x9E3779B97F4A7C15
	return mixed(h ^ h>>29)
}

// Changes makes the world keep a record of changes, if it does not yet, and gives a reader that has seen nothing.
func (w *World) Changes() *Changes {
	if !w.core.Watch.On {
		w.core.MustBeUnlocked()
		w.core.Watch.Start(&w.core)
	}
	return &Changes{w: w, epoch: w.core.Epoch, seen: map[*change.TableState]*seenTable{}}
}

// In reports whether the table of a batch, or a value that a field shares, has changed since the
// last call for the same table. A shared value counts as changed, too, when it is that of another
// entity, for example when the base of a ship's base is exchanged; that entities come into the
// owner's table or leave it does not matter. A query that matches a table in several ways gives
// several batches of one table: ask for the first; one that is not the batch of the last call
// counts as changed.
//
// Statements: QRY-485, QRY-491, QRY-515.
func (c *Changes) In(b Batch) (changed bool) {
	watch := &c.w.core.Watch
	watch.Marking.Lock()
	defer watch.Marking.Unlock()
	if c.epoch != c.w.core.Epoch { // the world was restored
		c.epoch = c.w.core.Epoch
		clear(c.seen)
	}
	if len(c.seen) >= max(change.LeastStates, c.limit) {
		maps.DeleteFunc(c.seen, func(table *change.TableState, _ *seenTable) bool { return table.Gone })
		c.limit = 2 * len(c.seen)
	}
	now := seenTable{watch.Clock, mixed(b.rows.From)}
	if q := b.set.query; q != nil {
		for term := range q.terms {
			owner, id := b.ownerOf(term)
			now.matched = now.matched.With(uint64(id)).With(uint64(c.w.core.Entity(owner)))
		}
	}
	for table := range b.tables {
		c.data = b.data(c.data[:0], table)
		before := c.seen[table]
		if before == nil {
			before, changed = new(seenTable), true
			c.seen[table] = before
		}
		changed = changed || before.matched != now.matched || table.Changed(before.at, c.data)
		*before = now
	}
	return changed
}

// Modified announces that values of a field were written in this batch. It writes to the world: only one goroutine may
// loop when it is called.
func (b Batch) Modified(field int) {
	q := b.set.query
	if q == nil {
		panic(errNoTerms)
	}
	if uint(field) >= uint(len(q.fields)) {
		panic(errNoTerm)
	}
	owner, id := b.ownerOf(field)
	if !b.set.w.core.Watch.On || b.set.w.core.TypedBy(id) == 0 { // also where nothing is stored
		return
	}
	b.wrote(owner, id)
}
