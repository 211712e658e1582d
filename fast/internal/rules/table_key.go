package rules

import (
	"encoding/binary"

	"github.com/relspec/relspec/fast/internal/store"
)

// In iterate.batches, a table is the set of entities that own the same ids, however these are
// stored. An iterator locks the table of its current batch: an operation that would make an entity
// leave or enter the table is refused and has no effect (iterate.lock). Because locks are rare, an
// operation under a lock is applied, checked, and undone if it violated the lock.

// SetKey returns a key for the owned ids of an entity: equal for entities of one table, different
// for others. It is "" for a dead entity.
func (w *World) SetKey(index uint32) string { return SetKeyIn(w.Store, &w.NonFragmenting, index) }

// SetKeyIn is SetKey for a world that is given by its parts.
func SetKeyIn(st *store.Store, targets *NonFragmentingTargets, index uint32) string {
	e, alive := st.At(index)
	if !alive {
		return ""
	}
	t, _, _ := st.Record(e)
	key := []byte{1}
	for _, id := range st.IDs(t) {
		if id == HiddenMark {
			continue // internal
		}
		first, _ := st.At(id.First())
		key = binary.LittleEndian.AppendUint64(key, uint64(first))
		switch {
		case IsMark(id):
			target, _ := targets.By[id.First()].Target(index)
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
