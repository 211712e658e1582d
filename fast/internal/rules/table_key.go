package rules

import (
	"encoding/binary"

	"github.com/relspec/relspec/fast/internal/store"
)

// In iterate.batches, a table is the set of entities that own the same ids, however these are
// stored. An iterator locks the table of its current batch: an operation that would make an entity
// leave or enter the table is refused and has no effect (iterate.lock). Because locks are rare, an
// operation under a lock is applied, checked, and undone if it violated the lock.

// SetKey returns a key for the owned ids of an entity. Two entities of the user have the same key
// if and only if they are in the same table in that sense. The key of a dead entity is "".
func (w *World) SetKey(index uint32) string { return SetKeyIn(w.Store, &w.NonFragmenting, index) }

// SetKeyIn is like SetKey, for a storage and the targets outside its tables, for example those of a
// snapshot.
func SetKeyIn(st *store.Store, targets *NonFragmentingTargets, index uint32) string {
	if _, alive := st.At(index); !alive {
		return ""
	}
	key := []byte{1}
	for _, id := range st.IDs(st.TableOf(index)) {
		if id == HiddenMark {
			continue // internal
		}
		target := id.Second() // 0 in a single id
		if IsMark(id) {
			target, _ = targets.By[id.First()].Target(index)
		}
		for _, element := range [...]uint32{id.First(), target} {
			e, _ := st.At(element)
			key = binary.LittleEndian.AppendUint64(key, uint64(e))
		}
	}
	return string(key)
}
