package fast

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/change"
)

// Changes detects changes for one reader, for example a system of a game, so that it can skip
// tables that have not changed since it last saw them. A table changes if an entity enters or
// leaves it, or if a value in it is marked as written. If one ship's Hull is written, all ships of
// its table count as changed.
//
// [Component.Set] and similar calls, [World.Modified] and [Batch.Modified] mark values as written.
// So does a loop over a query with fields that may be written (see [In]), unless it calls
// [Batch.Skip]. A write through a pointer marks nothing; call [World.Modified] then.
// [Query2.Changed] detects changes for one query; a Changes can be used with several queries.
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
// Only one goroutine may use a Changes.
//
// Statements: QRY-498, QRY-499.
type Changes struct {
	w     *World
	epoch uint64
	seen  map[*change.TableState]*seenTable
	data  []change.DataRef // a reused list
	limit int              // when seen has this size, entries of dropped tables are removed
}

// seenTable records when a table was seen, and in which batch.
type seenTable struct {
	at      uint64
	matched mixed
}

// mixed is a hash of a sequence of numbers. The zero value is the hash of no numbers.
type mixed uint64

// With adds a number to the hash.
func (m mixed) With(n uint64) mixed {
	h := (uint64(m) ^ n) * 0x9E3779B97F4A7C15
	return mixed(h ^ h>>29)
}

// Changes turns on change detection and returns a new Changes, for which every table counts as
// changed at first. If change detection was off and a loop runs, Changes panics with code locked.
func (w *World) Changes() *Changes {
	if !w.core.Watch.On {
		w.core.MustBeUnlocked()
		w.core.Watch.Start(&w.core)
	}
	return &Changes{w: w, epoch: w.core.Epoch, seen: map[*change.TableState]*seenTable{}}
}

// In reports whether the table of a batch, or a value that the batch shares, has changed since the
// last call for the same table. A shared value also counts as changed if another entity owns it
// now, for example after the base of a ship's base was replaced. Entities that enter or leave the
// owner's table do not count. If a query returns several batches of one table, call In only for the
// first one, since In also returns true if the last call was for another batch of the table.
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
	if len(c.seen) >= max(change.MinStates, c.limit) {
		maps.DeleteFunc(c.seen, func(table *change.TableState, _ *seenTable) bool { return table.Dropped })
		c.limit = 2 * len(c.seen)
	}
	now := seenTable{watch.Clock, mixed(b.rows.From)}
	if q := b.set.query; q != nil {
		for term := range q.access {
			owner, id := b.ownerOf(term)
			now.matched = now.matched.With(uint64(id)).With(uint64(c.w.core.Entity(owner)))
		}
	}
	for table := range b.tables {
		c.data = c.w.core.Data(c.data[:0], b.fields(), table)
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

// Modified marks the values of a field of this batch as written. It writes to the world, so no
// other goroutine may loop at the same time. It panics with code invalid if the query does not have
// the field.
func (b Batch) Modified(field int) {
	if q := b.set.query; q == nil || uint(field) >= uint(len(q.fields)) {
		panic(b.set.noTerm())
	}
	if owner, id := b.ownerOf(field); b.set.w.core.Watch.On {
		b.set.w.core.MarkWritten(id, owner, b.at.Table, b.rows)
	}
}
