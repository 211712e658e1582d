package rules

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
)

// SortKeys are the components by whose values cached queries are sorted, and the writes that may
// have changed these values: which entities had theirs written, and when addresses went out through
// which any of them can be written. An address is good until the next change of structure, so that
// such a write is possible until then.
type SortKeys struct {
	sorts bool // some query is sorted
	ids   []store.ID
	lent  atomic.Uint64 // Store.Changes plus 1 when the latest address went out, 0 for never
	// Swept counts the loops that have ended and may have written any key.
	Swept atomic.Uint64

	mu      sync.Mutex // loops of several readers may end at the same time
	written ChangeLog
}

// SortBy follows the entities that come, go and move from now on, and the values of a component, 0 for none.
func (w *World) SortBy(component uint32) {
	w.SortKeys.sorts = true
	if id := store.Single(component); component != 0 && !slices.Contains(w.SortKeys.ids, id) {
		w.SortKeys.ids = append(w.SortKeys.ids, id)
		w.Attend(AttendKeys, true)
	}
	w.followKeys()
}

// followKeys makes the present storage tell of the keys.
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

// Wrote notes that the value of an entity may have been written.
func (k *SortKeys) Wrote(index uint32, id store.ID) {
	if k.Has(id) {
		k.mu.Lock()
		k.written.add(index)
		k.mu.Unlock()
	}
}

// WroteAll is Wrote for several entities and some key.
func (k *SortKeys) WroteAll(indices []uint32) {
	k.mu.Lock()
	for _, index := range indices {
		k.written.add(index)
	}
	k.mu.Unlock()
}

// Written appends the entities whose values may have been written since a place in the log, and
// gives the place after them; known is false if they are not all known any more.
func (k *SortKeys) Written(to []uint32, since uint64) (list []uint32, position uint64, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	items, known := k.written.Since(since)
	return append(to, items...), k.written.End(), known
}

// Lend says that the address of the value of an own id goes out.
func (w *World) Lend(index uint32, id store.ID) {
	w.LendKeys()
	w.Writing(index, id)
}

// LendKeys says that addresses go out through which any key can be written.
func (w *World) LendKeys() {
	if now := w.Store.Changes() + 1; w.SortKeys.lent.Load() != now {
		w.SortKeys.lent.Store(now)
	}
}

// MayBeLent reports whether values may have been written without a word since they were compared:
// at a number of changes and of loops that had ended.
func (w *World) MayBeLent(changes, swept uint64) bool {
	return w.Hooks.Load()&HookLoops != 0 || w.SortKeys.lent.Load() > changes || w.SortKeys.Swept.Load() != swept
}
