package rules

import (
	"slices"
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// ReachIndex keeps the own pairs of a transitive relationship as an index of intervals, so that "is this below that" takes constant time and
// "everything below that" time proportional to itself, as long as no entity has two targets and there is no cycle. It
// is made when a query first asks for the relationship as a transitive one, and fed with every change from then on.
// Readers may number anew, which is why they take a lock.
type ReachIndex struct {
	mu    sync.RWMutex
	index *store.Reachability
}

// IndexReach makes the reachability index of a relationship, if it has none.
func (w *World) IndexReach(relationship uint32) {
	if w.Reach[relationship] != nil {
		return
	}
	f := &ReachIndex{index: store.NewReachability()}
	for _, p := range w.Store.Lookup(store.Pair(relationship, store.Wildcard)) {
		ids := w.Store.IDs(p.Table)[p.Column:][:p.Count]
		for _, e := range w.Store.Entities(p.Table) {
			for _, id := range ids {
				f.index.Add(e.Index(), w.Actual(id, e.Index()).Second())
			}
		}
	}
	f.index.Refresh()
	if w.Reach == nil {
		w.Reach = map[uint32]*ReachIndex{}
	}
	w.Reach[relationship] = f
	w.TraitChanges++ // spawners made up their minds without it
}

// factAdded and factRemoved feed the reachability indexes with the ids that an entity gets and loses.
func (w *World) factAdded(index uint32, id store.ID) {
	if id.First() == IsA.Index() {
		w.Instances = true
	}
	if len(w.Cascaded) > 0 {
		w.climbed(index, id)
	}
	if f := w.ReachOf(id); f != nil {
		f.index.Add(index, id.Second())
	}
}

func (w *World) factRemoved(index uint32, id store.ID) {
	if len(w.Cascaded) > 0 {
		w.climbed(index, id)
	}
	if f := w.ReachOf(id); f != nil {
		f.index.Remove(index, id.Second())
	}
}

// ReachOf is the reachability index of a pair's relationship, nil if there is none.
func (w *World) ReachOf(id store.ID) *ReachIndex {
	if len(w.Reach) == 0 || !id.IsPair() {
		return nil
	}
	return w.Reach[id.First()]
}

// factsLost feeds the reachability indexes with the end of an entity.
func (w *World) factsLost(index uint32) {
	if len(w.Reach) == 0 {
		return
	}
	delete(w.Reach, index)
	for _, id := range w.Store.IDs(w.Table(index)) {
		w.factRemoved(index, w.Actual(id, index))
	}
}

// factsStripped feeds the reachability indexes with ids that many entities have lost.
func (w *World) factsStripped(entities []Entity, ids []store.ID) {
	for _, id := range ids {
		if w.ReachOf(id) == nil {
			continue
		}
		for _, e := range entities {
			w.factRemoved(e.Index(), id)
		}
	}
}

// ReindexReach makes the reachability indexes anew in a restored world.
func (w *World) ReindexReach() {
	old := w.Reach
	w.Reach = nil
	for relationship := range old {
		if _, alive := w.Store.At(relationship); alive && w.TraitsOf(relationship)&TraitTransitive != 0 {
			w.IndexReach(relationship)
		}
	}
}

// Below reports whether a chain of pairs leads from one entity to another; ok is false if the pairs are no forest.
func (f *ReachIndex) Below(from, to uint32) (below, ok bool) {
	f.mu.RLock()
	below, ok = f.index.Below(from, to)
	stale := f.index.Stale()
	f.mu.RUnlock()
	if stale {
		f.refresh()
	}
	return below, ok
}

// Descend appends everything below an entity; ok is false, and nothing appended, if the pairs are no forest.
func (f *ReachIndex) Descend(list []uint32, of uint32) (below []uint32, ok bool) {
	f.mu.RLock()
	n := len(list)
	below, ok = f.index.Walk(list, of)
	stale := f.index.Stale()
	f.mu.RUnlock()
	if stale {
		f.refresh()
	}
	if !ok {
		below = below[:n]
	}
	return below, ok
}

// Climb appends everything above an entity, nearest first; ok is false, and nothing appended, if the pairs are no
// forest.
func (f *ReachIndex) Climb(list []uint32, from uint32) (above []uint32, ok bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.Climb(list, from)
}

// IsTree reports whether no entity has two targets, as far as is known: cycles are found when they are met.
func (f *ReachIndex) IsTree() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.IsTree()
}

func (f *ReachIndex) refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.index.Refresh()
}

// climbed notes a change of a pair, of an entity that others may be below, along a relationship that orders queries.
func (w *World) climbed(index uint32, id store.ID) {
	if id.IsPair() && slices.Contains(w.Cascaded, id.First()) && w.Store.Mentioned(index) {
		w.Hierarchy++
	}
}
