package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// LockTable counts an iterator on a table.
func (w *World) LockTable(key string) {
	if w.Locked == nil {
		w.Locked = map[string]int{}
	}
	w.Locked[key]++
}

// UnlockTable ends one LockTable.
func (w *World) UnlockTable(key string) {
	if w.Locked[key]--; w.Locked[key] == 0 {
		delete(w.Locked, key)
	}
}

// ErrTableLocked is returned if an operation would change the batch of an iterator.
var ErrTableLocked = spec.Errorf(spec.CodeLocked,
	"an iterator stands on a table that an entity would leave or enter; defer the change or end the iterator")

// UnderLocks runs an operation, and undoes it if an entity would leave or enter a locked table. For
// example, while an iterator is on the table of ships without Cargo, none of them can get Cargo.
func (w *World) UnderLocks(do func() *spec.Error) *spec.Error {
	if len(w.Locked) == 0 {
		return do()
	}
	return w.Operate(func() *spec.Error { return w.orRewind(do) }) // undone changes have no events
}

func (w *World) orRewind(do func() *spec.Error) *spec.Error {
	before, outer := w.TakeSnapshot(), w.Touched
	discardEvents := func() {}
	if w.MarkEvents != nil {
		discardEvents = w.MarkEvents()
	}
	var list []uint32
	w.Touched = func(index uint32) {
		list = append(list, index)
		if outer != nil {
			outer(index)
		}
	}
	err := do()
	w.Touched = outer
	if err != nil || !w.movedAtLock(before, list) {
		return err
	}
	w.rewind(before)
	discardEvents()
	return ErrTableLocked
}

// movedAtLock reports whether one of the entities has left or entered a locked table since a
// snapshot.
func (w *World) movedAtLock(before *rules.Snapshot, list []uint32) bool {
	for _, index := range list {
		if rules.IsBuiltin(index) {
			continue // in no table (iterate.batches)
		}
		from, to := rules.SetKeyIn(before.Store, &before.NonFragmenting, index), w.SetKey(index)
		if from != to && (w.Locked[from] > 0 || w.Locked[to] > 0) {
			return true
		}
	}
	return false
}
