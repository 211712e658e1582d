package rules

import "github.com/relspec/relspec/fast/internal/store"

// maxLog is the maximum number of items of a log.
const maxLog = 8192

// OtherTargets marks a log item of a table that keeps its archetype but has other targets or none.
const OtherTargets = 1

// tableEvent logs changes of tables if a query is cached.
func (w *World) tableEvent(e store.Event, t store.Table) {
	item := uint32(t) << 1
	if e == store.TableRetargeted || e == store.TableParked {
		item |= OtherTargets
	}
	if w.Logging {
		w.TableLog.Add(item, maxLog)
	}
}

// logMoved is called after the ids of an entity have changed. It logs the entity if it may be a
// base, and updates its toggles.
func (w *World) logMoved(index uint32) {
	t := w.TraitsOf(index)
	if w.Logging && t&TraitBase != 0 {
		w.BaseLog.Add(index, maxLog)
	}
	if t&TraitToggled != 0 {
		w.toggledMoved(index)
	}
}

// restored invalidates all caches after a restore or Shrink. It also makes the storage, which a
// restore replaces, log what sorted queries need.
func (w *World) restored() {
	w.Epoch++
	w.TableLog.Drop(w.TableLog.End())
	w.BaseLog.Drop(w.BaseLog.End())
	w.followKeys()
}
