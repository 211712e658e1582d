package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// RemovalPattern returns the look-up id for a pattern of remove, remove_all or delete_with. It
// returns false for patterns that match nothing in these operations: *, patterns with Any, and
// patterns with a dead element.
func (w *World) RemovalPattern(pattern Elements) (store.ID, bool) {
	if pattern.First == Any || pattern.Second == Any || pattern == (Elements{First: Wildcard}) {
		return 0, false
	}
	return w.Pattern(pattern)
}

// RemoveNow removes the matches of a look-up id from an alive entity, and the mirrors of symmetric
// pairs.
func (w *World) RemoveNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.Store.Record(e)
	if !id.IsWildcard() {
		if id == store.Single(Final.Index()) && w.TraitsOf(e.Index())&TraitDefaultFinal != 0 {
			return w.open(e)
		}
		if !w.OwnsID(t, e.Index(), id) {
			if id = w.unionPair(t, e.Index(), id); id == 0 {
				return nil
			}
		}
		return w.detach(e, id)
	}
	if !w.OwnsID(t, e.Index(), id) {
		return nil
	}
	mark := w.Begin()
	return w.End(mark, w.removeMatches(e, id, false))
}

// unionPair returns the pair that the entity has of the Union relationship of id, or 0 if there is
// none. Removing any pair of the relationship removes this pair (REL-223).
func (w *World) unionPair(t store.Table, index uint32, id store.ID) store.ID {
	if w.TraitsOf(id.First())&TraitUnion == 0 || !id.IsPair() {
		return 0
	}
	return w.onlyPair(t, index, id.First())
}

// open removes Final from a component, both the default and the tag (final.components).
func (w *World) open(e Entity) *spec.Error {
	mark := w.Begin()
	w.rawOpen(e.Index(), true)
	var err *spec.Error
	if w.Store.HasID(e, store.Single(Final.Index())) {
		err = w.detach(e, store.Single(Final.Index()))
	}
	return w.End(mark, err)
}

// detach removes an id that the entity owns, and the mirror of a symmetric pair.
func (w *World) detach(e Entity, id store.ID) *spec.Error {
	if err := w.checkRemove(e.Index(), id); err != nil {
		return err
	}
	if w.TraitsOf(id.First())&TraitSymmetric == 0 || !id.IsPair() || id.Second() == e.Index() {
		w.rawRemove(e.Index(), id)
		return nil
	}
	mark := w.Begin()
	w.rawRemove(e.Index(), id)
	other, back := w.Entity(id.Second()), store.Pair(id.First(), e.Index())
	var err *spec.Error
	if w.ownsNow(other, back) {
		err = w.detach(other, back)
	}
	return w.End(mark, err)
}

// ClearNow removes all ids, the override marks and the name of an entity (entities.clear).
func (w *World) ClearNow(e Entity) *spec.Error {
	if err := w.checkUser(e, "be cleared"); err != nil {
		return err
	}
	mark := w.Begin()
	w.RawName(e.Index(), "")
	w.clearMarks(e.Index())
	ids := w.OwnIDs(w.Table(e.Index()), e.Index())
	for i := len(ids) - 1; i >= 0; i-- { // pairs first, so that the entity's properties still apply to its own pairs
		if !w.ownsNow(e, ids[i]) {
			continue
		}
		if err := w.detach(e, ids[i]); err != nil {
			return w.End(mark, err)
		}
	}
	return w.End(mark, nil)
}

// RemoveAllNow removes the matches of a pattern from every entity that owns one.
func (w *World) RemoveAllNow(pattern Elements) *spec.Error {
	if err := pattern.Check(); err != nil {
		return err
	}
	id, ok := w.RemovalPattern(pattern)
	if !ok {
		return nil
	}
	mark := w.Begin()
	for _, e := range w.Owners(id) {
		if err := w.removeMatches(e, id, true); err != nil {
			return w.End(mark, err)
		}
	}
	return w.End(mark, nil)
}

// removeMatches removes every match of a look-up id from an entity. If skip is set, it skips the
// ids that a reserved entity has from the start. Otherwise it returns an error for such an id.
func (w *World) removeMatches(e Entity, id store.ID, skip bool) *spec.Error {
	var buf [16]Held
	for _, h := range w.CollectOwn(buf[:0], w.Table(e.Index()), e.Index(), id) {
		if !w.ownsNow(e, h.ID) || skip && w.IsOriginal(e.Index(), h.ID) {
			continue // removed together with its mirror, or skipped
		}
		if err := w.detach(e, h.ID); err != nil {
			return err
		}
	}
	return nil
}

// ownsNow reports whether an entity owns an exact id.
func (w *World) ownsNow(e Entity, id store.ID) bool {
	return w.OwnsID(w.Table(e.Index()), e.Index(), id)
}

// OwnIDs returns a copy of the ids of an entity of a table.
func (w *World) OwnIDs(t store.Table, index uint32) []store.ID {
	ids := make([]store.ID, 0, len(w.Store.IDs(t)))
	for _, id := range w.Store.IDs(t) {
		if id != HiddenMark {
			ids = append(ids, w.Actual(id, index))
		}
	}
	return ids
}
