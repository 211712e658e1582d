package rules

import (
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// ReachIndex indexes the owned pairs of a transitive relationship by intervals. "Is this below
// that" takes constant time, and "list everything below" takes time proportional to the result.
// Entities with several targets need an additional search. The index is created when a query first
// uses the relationship as a transitive one, and updated with every change from then on. Readers
// may renumber the intervals, so they take a lock.
type ReachIndex struct {
	mu    sync.RWMutex
	index *store.Reachability
}

// IndexReach creates the reachability index of a relationship if needed.
func (w *World) IndexReach(relationship uint32) {
	if w.Reach[relationship] != nil {
		return
	}
	f := &ReachIndex{index: store.NewReachability()}
	w.eachPair(relationship, f.index.Add)
	f.index.Refresh()
	if w.Reach == nil {
		w.Reach = map[uint32]*ReachIndex{}
	}
	w.Reach[relationship] = f
	w.TraitChanges++ // invalidates the plans of spawners
}

// ReachOf returns the reachability index of a pair's relationship, or nil if there is none.
func (w *World) ReachOf(id store.ID) *ReachIndex {
	if len(w.Reach) == 0 || !id.IsPair() {
		return nil
	}
	return w.Reach[id.First()]
}

// ReindexReach rebuilds the reachability indexes of a restored world.
func (w *World) ReindexReach() {
	old := w.Reach
	w.Reach = nil
	for relationship := range old {
		if _, alive := w.Store.At(relationship); alive && w.TraitsOf(relationship)&TraitTransitive != 0 {
			w.IndexReach(relationship)
		}
	}
}

// Below reports whether a chain of pairs leads from one entity to another, and how many steps the
// search took.
func (f *ReachIndex) Below(from, to uint32) (below bool, steps int) {
	f.mu.RLock()
	below, steps = f.index.Below(from, to)
	f.unlockStale()
	return below, steps
}

// Descend appends everything below an entity, each once. It appends the entity itself only if a
// chain of pairs leads back to it.
func (f *ReachIndex) Descend(list []uint32, of uint32) (below []uint32) {
	f.mu.RLock()
	below = f.index.Walk(list, of)
	f.unlockStale()
	return below
}

// unlockStale releases the read lock, and renumbers the index if that pays off.
func (f *ReachIndex) unlockStale() {
	stale := f.index.Stale()
	f.mu.RUnlock()
	if stale {
		f.mu.Lock()
		f.index.Refresh()
		f.mu.Unlock()
	}
}

// Climb appends everything above an entity, nearest first. If the entity or one above it has
// several targets, or there is a cycle, it appends nothing and returns false.
func (f *ReachIndex) Climb(list []uint32, from uint32) (above []uint32, ok bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.Climb(list, from)
}

// IsTree reports whether no entity has two targets and there is no cycle. After a cycle or second
// target is removed, it may return false until the index is renumbered.
func (f *ReachIndex) IsTree() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.IsTree()
}

// Reaching is for one goroutine that asks about many entities whether they are below the same
// target. It is valid while no pair changes. If entities have several targets, each answer may need
// a search. Once the searches have cost as much as listing everything below the target, Reaching
// makes that list, so all answers together take time proportional to the number of pairs. The zero
// value is ready to use.
type Reaching struct {
	index  *ReachIndex
	target uint32
	spent  int
	below  map[uint32]struct{}
}

// Reaches reports whether a chain of pairs leads from an entity to a target.
func (r *Reaching) Reaches(f *ReachIndex, from, target uint32) bool {
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

// Len returns the number of pairs.
func (f *ReachIndex) Len() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index.Len()
}
