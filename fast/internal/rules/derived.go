package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// The world derives from ids: the traits of entities, whether entities have bases, the keys of
// names below parents, the order of sources, the reachability indexes, and counters that invalidate
// caches.

// gained updates the undo log and what the world derives from ids after an entity got an id.
func (w *World) gained(index uint32, id store.ID) {
	if w.UndoLog.notes(index) {
		w.UndoLog.note(undoEntry{kind: undoAdd, index: index, id: id})
	}
	if id.IsPair() && w.followsPairs() {
		w.follow(index, id)
	}
	switch first := id.First(); {
	case !IsBuiltin(first):
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, 0, id.Second())
	case id.IsPair() && first == IsA.Index():
		w.Instances = true
		if w.TraitsOf(id.Second())&TraitBase == 0 {
			w.AddTraits(id.Second(), TraitBase)
			w.NewBases++
		}
	default:
		w.noticeReserved(index, id)
	}
}

// lost updates what the world derives from ids after an entity lost an id.
func (w *World) lost(index uint32, id store.ID) {
	if id.IsPair() && w.followsPairs() {
		w.unfollow(index, id)
	}
	switch first := id.First(); {
	case !IsBuiltin(first):
	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, id.Second(), 0)
	default:
		w.noticeReserved(index, id)
	}
}

// noticeReserved updates what the world derives from the tag Prefab and from properties.
func (w *World) noticeReserved(index uint32, id store.ID) {
	if id == prefabTag {
		w.Prefabs++
	}
	if !isProperty(id) {
		return
	}
	w.refreshTraits(index)
	if id == store.Single(Ordered.Index()) || id == store.Single(OrderedChildren.Index()) {
		w.followOrder(index)
	}
	if changesTypes(id) {
		w.must(true, w.Store.PurgePairs(index))
	}
}

// followsPairs reports whether follow and unfollow may have an effect.
func (w *World) followsPairs() bool { return w.FollowsAny() || len(w.Cascaded) > 0 }

// follow updates the reachability indexes and the orders when an entity gets a pair.
func (w *World) follow(index uint32, id store.ID) {
	if w.Orders(index, id) {
		w.Hierarchy++
	}
	if f := w.ReachOf(id); f != nil {
		f.index.Add(index, id.Second())
	}
	if o := w.orderWith(index, id); o != nil {
		o.Append(index, id.Second())
	}
}

// unfollow updates the reachability indexes and the orders when an entity loses an id.
func (w *World) unfollow(index uint32, id store.ID) {
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

// unfollowAll updates the reachability indexes and the orders when an entity is deleted.
func (w *World) unfollowAll(index uint32) {
	if !w.FollowsAny() {
		return
	}
	delete(w.Reach, index)
	delete(w.Sequences, index)
	for _, id := range w.Store.IDs(w.Table(index)) {
		w.unfollow(index, w.Actual(id, index))
	}
}

// FollowsAny reports whether any relationship has a reachability index or an order.
func (w *World) FollowsAny() bool { return len(w.Reach) > 0 || len(w.Sequences) > 0 }

// Follows reports whether an id is a pair with a reachability index or an order. Moving an entity
// with such a pair between tables is not enough; the index must be updated, too.
func (w *World) Follows(id store.ID) bool { return w.ReachOf(id) != nil || w.OrderOf(id) != nil }

// Orders reports whether a pair of an entity may affect the order of a query with cascade: some
// query cascades along the relationship, and there may be entities below this one.
func (w *World) Orders(index uint32, id store.ID) bool {
	return len(w.Cascaded) > 0 && id.IsPair() && slices.Contains(w.Cascaded, id.First()) && w.Store.Mentioned(index)
}
