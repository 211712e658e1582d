package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Remove takes an id from an entity; of a pair pattern, every match: (R, *), (*, T), (*, *). The pattern * alone and
// patterns with _ remove nothing (P-8). An id that the entity does not own is left alone. The mirror of a symmetric
// pair goes too. Errors have the code not_alive, invalid (a reserved entity), in_use or exists (a sibling's name at the
// root); then nothing has changed.
func (w *World) Remove(e Entity, pattern ID) error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if err := pattern.elements().check(); err != nil {
		return err
	}
	if w.hooked() {
		return asError(w.pass(change{kind: changeRemove, entity: e, id: pattern.elements()}))
	}
	return asError(w.removePattern(e, pattern.elements()))
}

// removalPattern is the look-up id of what remove, remove_all and delete_with act on; false if that is nothing.
func (w *World) removalPattern(pattern elements) (store.ID, bool) {
	if pattern.first == Any || pattern.second == Any || pattern == (elements{first: Wildcard}) {
		return 0, false
	}
	return w.pattern(pattern)
}

func (w *World) remove(e Entity, id store.ID) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeRemove, entity: e, id: w.elementsOfPattern(id)})
	}
	return w.removeNow(e, id)
}

func (w *World) removeNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.st.Record(e)
	if !id.IsWildcard() {
		if id == store.Single(Final.Index()) && w.traitsOf(e.Index())&traitDefaultFinal != 0 {
			return w.open(e)
		}
		if !w.ownsID(t, e.Index(), id) {
			if id = w.unionPair(t, e.Index(), id); id == 0 {
				return nil
			}
		}
		return w.detach(e, id)
	}
	if !w.ownsID(t, e.Index(), id) {
		return nil
	}
	var buf [16]held
	found := w.collectOwn(buf[:0], t, e.Index(), id)
	mark := w.begin()
	for _, h := range found {
		if !w.ownsNow(e, h.id) {
			continue // a mirror of another that is gone
		}
		if err := w.detach(e, h.id); err != nil {
			return w.end(mark, err)
		}
	}
	return w.end(mark, nil)
}

// unionPair is the pair that goes when another one of a Union relationship is removed, 0 if there is none (REL-223).
func (w *World) unionPair(t store.Table, index uint32, id store.ID) store.ID {
	traits := w.traitsOf(id.First())
	if traits&traitUnion == 0 {
		return 0
	}
	return w.replacedBy(t, index, id, traits)
}

// open lifts Final from a component, the default and the visible one (P-12).
func (w *World) open(e Entity) *spec.Error {
	mark := w.begin()
	w.rawOpen(e.Index())
	var err *spec.Error
	if w.st.HasID(e, store.Single(Final.Index())) {
		err = w.detach(e, store.Single(Final.Index()))
	}
	return w.end(mark, err)
}

// detach removes an id that the entity owns, and the mirror of a symmetric pair.
func (w *World) detach(e Entity, id store.ID) *spec.Error {
	if err := w.checkRemove(e.Index(), id); err != nil {
		return err
	}
	if w.traitsOf(id.First())&traitSymmetric == 0 || !id.IsPair() || id.Second() == e.Index() {
		w.rawRemove(e.Index(), id)
		return nil
	}
	mark := w.begin()
	w.rawRemove(e.Index(), id)
	other, back := w.entity(id.Second()), store.Pair(id.First(), e.Index())
	var err *spec.Error
	if w.ownsNow(other, back) {
		err = w.detach(other, back)
	}
	return w.end(mark, err)
}

// Clear takes all ids and the name from an entity (P-3).
func (w *World) Clear(e Entity) error { return asError(w.clear(e)) }

func (w *World) clear(e Entity) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeClear, entity: e})
	}
	return w.clearNow(e)
}

func (w *World) clearNow(e Entity) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if isBuiltin(e.Index()) {
		return errReserved("be cleared")
	}
	mark := w.begin()
	w.rawName(e.Index(), "")
	w.clearMarks(e.Index())
	ids := w.ownIDs(w.table(e.Index()), e.Index())
	for i := len(ids) - 1; i >= 0; i-- { // pairs first, so that properties of the entity hold for its own pairs
		if !w.ownsNow(e, ids[i]) {
			continue
		}
		if err := w.detach(e, ids[i]); err != nil {
			return w.end(mark, err)
		}
	}
	return w.end(mark, nil)
}

// RemoveAll removes the matches of a pattern from every entity that owns one (REL-122 to REL-124).
func (w *World) RemoveAll(pattern ID) error {
	if w.hooked() {
		return asError(w.pass(change{kind: changeRemoveAll, id: pattern.elements()}))
	}
	return asError(w.removeAllNow(pattern.elements()))
}

func (w *World) removeAllNow(pattern elements) *spec.Error {
	if err := pattern.check(); err != nil {
		return err
	}
	id, ok := w.removalPattern(pattern)
	if !ok {
		return nil
	}
	mark := w.begin()
	for _, e := range w.owners(id) {
		if err := w.removeMatches(e, id); err != nil {
			return w.end(mark, err)
		}
	}
	return w.end(mark, nil)
}

// removeMatches removes every match of a look-up id, but for what a reserved entity has from the start.
func (w *World) removeMatches(e Entity, id store.ID) *spec.Error {
	var buf [16]held
	for _, h := range w.collectOwn(buf[:0], w.table(e.Index()), e.Index(), id) {
		if !w.ownsNow(e, h.id) || w.isOriginal(e.Index(), h.id) {
			continue // a mirror of another that is gone, or bookkeeping
		}
		if err := w.detach(e, h.id); err != nil {
			return err
		}
	}
	return nil
}

// owners lists the entities that own a match of a look-up id, reserved ones included, by creation.
func (w *World) owners(id store.ID) []Entity {
	var indices []uint32
	w.eachSource(id, func(index uint32) { indices = append(indices, index) })
	w.sortEntities(indices)
	indices = slices.Compact(indices)
	list := make([]Entity, len(indices))
	for i, index := range indices {
		list[i] = w.entity(index)
	}
	return list
}

// eachSource is for every entity that owns a match of a look-up id; one with a pair in its table and a loose one may come
// twice for (*, T).
func (w *World) eachSource(id store.ID, f func(index uint32)) {
	for _, p := range w.st.Lookup(id) {
		for _, e := range w.st.Entities(p.Table) {
			f(e.Index())
		}
	}
	w.looseSources(id, func(_ uint32, sources []uint32) {
		for _, index := range sources {
			f(index)
		}
	})
}

// ownsNow reports whether an entity owns an exact id.
func (w *World) ownsNow(e Entity, id store.ID) bool {
	return w.ownsID(w.table(e.Index()), e.Index(), id)
}

// ownIDs copies the ids of an entity of a table.
func (w *World) ownIDs(t store.Table, index uint32) []store.ID {
	ids := make([]store.ID, 0, len(w.st.IDs(t)))
	for _, id := range w.st.IDs(t) {
		if id != hiddenMark {
			ids = append(ids, w.actual(id, index))
		}
	}
	return ids
}
