package rules

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
)

// SortKeys tracks which values of sort keys may have changed, for cached queries. It logs the
// entities whose values were written, and when the address of any such value was handed out. A
// caller may write through an address until the next structural change.
type SortKeys struct {
	sorts bool // some query is sorted
	ids   []store.ID
	lent  atomic.Uint64 // Store.Changes plus 1 when an address was last handed out, 0 for never
	// Swept counts the ended loops that may have written any key.
	Swept atomic.Uint64

	mu      sync.Mutex // several readers may end loops at the same time
	written store.Log
}

// SortBy starts to log created, deleted and moved entities and writes to a component (0 for none).
func (w *World) SortBy(component uint32) {
	w.SortKeys.sorts = true
	if id := store.Single(component); component != 0 && !slices.Contains(w.SortKeys.ids, id) {
		w.SortKeys.ids = append(w.SortKeys.ids, id)
		w.Attend(AttendKeys, true)
	}
	w.followKeys()
}

// followKeys makes the current storage log rows and keys.
func (w *World) followKeys() {
	if w.SortKeys.sorts {
		w.Store.LogRows()
	}
	for _, id := range w.SortKeys.ids {
		if _, alive := w.Store.At(id.First()); alive {
			w.Store.Guard(id.First(), true)
		}
	}
}

// Any reports whether queries are sorted by values.
func (k *SortKeys) Any() bool { return len(k.ids) > 0 }

// Has reports whether queries are sorted by the values of an id.
func (k *SortKeys) Has(id store.ID) bool { return slices.Contains(k.ids, id) }

// Wrote logs that the value of an entity may have been written.
func (k *SortKeys) Wrote(index uint32, id store.ID) {
	if k.Has(id) {
		k.mu.Lock()
		k.written.Add(index, maxLog)
		k.mu.Unlock()
	}
}

// WroteAll logs that any key of several entities may have been written.
func (k *SortKeys) WroteAll(indices []uint32) {
	k.mu.Lock()
	for _, index := range indices {
		k.written.Add(index, maxLog)
	}
	k.mu.Unlock()
}

// Written appends the entities whose values may have been written since a position in the log, and
// returns the next position. known is false if some of them were dropped from the log.
func (k *SortKeys) Written(to []uint32, since uint64) (list []uint32, position uint64, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	items, known := k.written.Since(since)
	return append(to, items...), k.written.End(), known
}

// Lend notes that the address of an owned value is handed out.
func (w *World) Lend(index uint32, id store.ID) {
	w.LendKeys()
	w.Writing(index, id)
}

// LendKeys notes that addresses are handed out through which any key can be written.
func (w *World) LendKeys() {
	if now := w.Store.Changes() + 1; w.SortKeys.lent.Load() != now {
		w.SortKeys.lent.Store(now)
	}
}

// MayBeLent reports whether values may have been written without a log entry since they were
// compared; changes and swept are the counts at that time.
func (w *World) MayBeLent(changes, swept uint64) bool {
	return w.Hooks.Load()&HookLoops != 0 || w.SortKeys.lent.Load() > changes || w.SortKeys.Swept.Load() != swept
}
