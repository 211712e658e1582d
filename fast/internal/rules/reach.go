package rules

import (
	"slices"
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// ReachIndex keeps the own pairs of a transitive relationship as an index of intervals, so that "is
// this below that" takes constant time and "everything below that" time proportional to itself;
// second targets of entities cost a search over them. It is made when a query first asks for the
// relationship as a transitive one, and fed with every change from then on. Readers may number
// anew, which is why they take a lock.
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
		column, count := w.Store.Find(p.Table, store.Pair(relationship, store.Wildcard))
		ids := w.Store.IDs(p.Table)[column:][:count]
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

// factAdded and factRemoved feed the reachability indexes and the orders with the ids that an entity gets and loses.
func (w *World) factAdded(index uint32, id store.ID) {
	if id.First() == IsA.Index() {
		w.Instances = true
	}
	if w.Orders(index, id) {
		w.Hierarchy++
	}
	if f := w.ReachOf(id); f != nil {
		f.index.Add(index, id.Second())
	}
	if o := w.OrderOf(id); o != nil && !IsBuiltin(index) {
		o.Append(index, id.Second())
	}
}

func (w *World) factRemoved(index uint32, id store.ID) {
	if w.Orders(index, id) {
		w.Hierarchy++
	}
	if f := w.ReachOf(id); f != nil {
		f.index.Remove(index, id.Second())
	}
	if o := w.OrderOf(id); o != nil {
		o.Remove(index, id.Second())
	}
}

// ReachOf is the reachability index of a pair's relationship, nil if there is none.
func (w *World) ReachOf(id store.ID) *ReachIndex {
	if len(w.Reach) == 0 || !id.IsPair() {
		return nil
	}
	return w.Reach[id.First()]
}

// FollowsAny reports whether pairs of any relationship are followed beside the tables.
func (w *World) FollowsAny() bool { return len(w.Reach) > 0 || len(w.Sequences) > 0 }

// Follows reports whether an id is a pair that is followed beside the tables, so that it cannot
// come and go by a move in them alone.
func (w *World) Follows(id store.ID) bool { return w.ReachOf(id) != nil || w.OrderOf(id) != nil }

// factsLost feeds the reachability indexes and the orders with the end of an entity.
func (w *World) factsLost(index uint32) {
	if !w.FollowsAny() {
		return
	}
	delete(w.Reach, index)
	delete(w.Sequences, index)
	for _, id := range w.Store.IDs(w.Table(index)) {
		w.factRemoved(index, w.Actual(id, index))
	}
}

// factsStripped feeds the reachability indexes and the orders with ids that many entities have
// lost. Hierarchy need not grow: their tables change, which the caches are told.
func (w *World) factsStripped(entities []Entity, ids []store.ID) {
	for _, id := range ids {
		if !w.Follows(id) {
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

// Below reports whether a chain of pairs leads from one entity to another, and how many steps were taken to find out.
func (f *ReachIndex) Below(from, to uint32) (below bool, steps int) {
	f.mu.RLock()
	below, steps = f.index.Below(from, to)
	f.unlockStale()
	return below, steps
}

// Descend appends everything below an entity, each once; the entity itself only if a chain of pairs leads back to it.
func (f *ReachIndex) Descend(list []uint32, of uint32) (below []uint32) {
	f.mu.RLock()
	below = f.index.Walk(list, of)
	f.unlockStale()
	return below
}

// unlockStale ends reading, and numbers anew where that pays.
func (f *ReachIndex) unlockStale() {
	stale := f.index.Stale()
	f.mu.RUnlock()
	if stale {
		f.refresh()
	}
}

// Climb appends everything above an entity, nearest first; ok is false, and nothing appended, if that is no chain.
func (f *ReachIndex) Climb(list []uint32, from uint32) (above []uint32, ok bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.Climb(list, from)
}

// IsTree reports whether no entity has two targets and there is no cycle; it may say no for a while
// after there was one.
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

// Reaching answers for one reader which entities are below a target, as long as no pair changes.
// Where entities have several targets, each answer may need a search; when these have cost as much
// as finding everything below the target, it does that, so that all answers together take time
// proportional to the pairs. The zero value knows no target.
type Reaching struct {
	index  *ReachIndex
	target uint32
	spent  int
	below  map[uint32]struct{}
}

// Leads reports whether a chain of pairs leads from an entity to a target.
func (r *Reaching) Leads(f *ReachIndex, from, target uint32) bool {
	if r.index != f || r.target != target {
		*r = Reaching{index: f, target: target}
	}
	if r.below != nil {
		_, leads := r.below[from]
		return leads
	}
	leads, steps := f.Below(from, target)
	if r.spent += steps; r.spent > f.Len() {
		list := f.Descend(nil, target)
		r.below = make(map[uint32]struct{}, len(list))
		for _, index := range list {
			r.below[index] = struct{}{}
		}
	}
	return leads
}

// Len is the number of pairs.
func (f *ReachIndex) Len() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.Len()
}

// Orders reports whether queries that are ordered by depth depend on a pair of an entity: others
// may be below it, along a relationship that orders queries.
func (w *World) Orders(index uint32, id store.ID) bool {
	return len(w.Cascaded) > 0 && id.IsPair() && slices.Contains(w.Cascaded, id.First()) && w.Store.Mentioned(index)
}
