package fast

import (
	"encoding/binary"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A table in the sense of P-47 is the set of entities that own the same ids, wherever these are stored. An iterator locks
// the table of the batch that it has given: an operation that would make an entity leave or enter it is refused and has
// no effect (P-49). Locks are rare, so that an operation under them is done, looked at and taken back if need be.

// setKey tells own ids of entities apart: equal for entities of one table, and different for those that ever had others.
// It is "" for a dead entity.
func (w *World) setKey(index uint32) string { return setKeyIn(w.st, &w.loose, index) }

func setKeyIn(st *store.Store, loose *looseTargets, index uint32) string {
	e, alive := st.At(index)
	if !alive {
		return ""
	}
	t, _, _ := st.Record(e)
	key := []byte{1}
	for _, id := range st.IDs(t) {
		if id == hiddenMark {
			continue // no one sees it
		}
		first, _ := st.At(id.First())
		key = binary.LittleEndian.AppendUint64(key, uint64(first))
		switch {
		case isMark(id):
			target, _ := loose.by[id.First()].Target(index)
			second, _ := st.At(target)
			key = binary.LittleEndian.AppendUint64(key, uint64(second))
		case id.IsPair():
			second, _ := st.At(id.Second())
			key = binary.LittleEndian.AppendUint64(key, uint64(second))
		default:
			key = binary.LittleEndian.AppendUint64(key, 0)
		}
	}
	return string(key)
}

// lockTable and unlockTable count the iterators that stand on a table.
func (w *World) lockTable(key string) {
	if w.locked == nil {
		w.locked = map[string]int{}
	}
	w.locked[key]++
}

func (w *World) unlockTable(key string) {
	if w.locked[key]--; w.locked[key] == 0 {
		delete(w.locked, key)
	}
}

var errTableLocked = spec.Errorf(spec.CodeLocked,
	"an iterator stands on a table that an entity would leave or enter; defer the change or end the iterator")

// underLocks does an operation unless it would make an entity leave or enter a locked table.
func (w *World) underLocks(do func() *spec.Error) *spec.Error {
	if len(w.locked) == 0 {
		return do()
	}
	return w.operate(func() *spec.Error { return w.orRewind(do) }) // what is taken back has no events
}

func (w *World) orRewind(do func() *spec.Error) *spec.Error {
	before, outer := w.takeSnapshot(), w.touched
	unhear := func() {}
	if w.hearing != nil {
		unhear = w.hearing()
	}
	var list []uint32
	w.touched = func(index uint32) {
		list = append(list, index)
		if outer != nil {
			outer(index)
		}
	}
	err := do()
	w.touched = outer
	if err != nil || !w.movedAtLock(before, list) {
		return err
	}
	w.rewind(before)
	unhear()
	return errTableLocked
}

// applyLateUnderLocks does a deferred command.
func (w *World) applyLateUnderLocks(c *change, values []keptValues) *spec.Error {
	if len(w.locked) == 0 {
		return w.applyLate(c, values)
	}
	return w.underLocks(func() *spec.Error { return w.applyLate(c, values) })
}

// movedAtLock reports whether one of the entities has left or entered a locked table since a snapshot.
func (w *World) movedAtLock(before *snapshot, list []uint32) bool {
	for _, index := range list {
		if isBuiltin(index) {
			continue // in no table (P-47)
		}
		from, to := "", w.setKey(index)
		if int(index) < before.st.Indices() {
			from = setKeyIn(before.st, &before.loose, index)
		}
		if from != to && (w.locked[from] > 0 || w.locked[to] > 0) {
			return true
		}
	}
	return false
}
