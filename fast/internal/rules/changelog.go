package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
)

// ChangeLog has the latest items of a log of table or entity numbers. Older items are dropped.
type ChangeLog struct {
	items []uint32
	base  uint64 // number of items dropped
}

const maxLog = 8192

// OtherTargets marks a log item of a table that keeps its archetype but has other targets or none.
const OtherTargets = 1

func (l *ChangeLog) add(item uint32) {
	if len(l.items) == maxLog {
		n := copy(l.items, l.items[maxLog/2:])
		l.items, l.base = l.items[:n], l.base+maxLog/2
	}
	l.items = append(l.items, item)
}

// End returns the position after the last item.
func (l *ChangeLog) End() uint64 { return l.base + uint64(len(l.items)) }

// Since returns the items after a position. It returns false if some of them were dropped.
func (l *ChangeLog) Since(position uint64) ([]uint32, bool) {
	if position < l.base {
		return nil, false
	}
	return l.items[position-l.base:], true
}

// tableEvent logs changes of tables if a query is cached.
func (w *World) tableEvent(e store.Event, t store.Table) {
	switch e {
	case store.TableCreated, store.TableRemoved:
		if w.Logging {
			w.TableLog.add(uint32(t) << 1)
		}
	case store.TableRetargeted, store.TableParked:
		if w.Logging {
			w.TableLog.add(uint32(t)<<1 | OtherTargets)
		}
	}
}

// moved notes that the ids of an entity have changed, if it may be a base or has disabled ids.
func (w *World) moved(index uint32) {
	if w.Entities[index].Traits&(TraitBase|TraitToggled) != 0 {
		w.logMoved(index)
	}
}

func (w *World) logMoved(index uint32) {
	t := w.Entities[index].Traits
	if w.Logging && t&TraitBase != 0 {
		w.BaseLog.add(index)
	}
	if t&TraitToggled != 0 {
		w.toggledMoved(index)
	}
}

// restored invalidates all caches.
func (w *World) restored() {
	w.Epoch++
	w.TableLog = ChangeLog{base: w.TableLog.End()}
	w.BaseLog = ChangeLog{base: w.BaseLog.End()}
	w.followKeys()
}
