package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Add gives an entity an id, with everything that follows from the properties of its first element (P-18): an exclusive
// relationship drops its old pair, With and Symmetric add further ids, instances of a base get copies where the
// profile says so. An id that is owned already is left alone. Errors have the code not_alive, invalid (a wildcard, a
// reserved entity), final, one_of, cycle, exists (a sibling's name) or in_use; then nothing has changed.
//
// An id without such properties costs a move between two tables, in constant time and without allocation.
func (w *World) Add(e Entity, id ID) error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err == nil {
		err = w.add(e, sid)
	}
	return asError(err)
}

// add is Add for an alive entity and an exact id of alive elements.
func (w *World) add(e Entity, id store.ID) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeAdd, entity: e, id: w.elementsOf(id)})
	}
	return w.addNow(e, id)
}

func (w *World) addNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.st.Record(e)
	if w.ownsID(t, e.Index(), id) {
		return nil
	}
	traits := w.traitsOf(id.First())
	if traits&traitsOfAdd == 0 && id.First() != IsA.Index() && id != prefabTag {
		if err := w.checkRoom(t, 1); err != nil {
			return err
		}
		w.attach(e, t, id, 0)
		w.trim()
		return nil
	}
	return w.relate(e, t, id, traits)
}

// relate adds an id that the entity does not own and from which more may follow.
func (w *World) relate(e Entity, t store.Table, id store.ID, traits traits) *spec.Error {
	if err := w.checkAdd(e.Index(), id, traits); err != nil {
		return err
	}
	old := w.replacedBy(t, e.Index(), id, traits)
	if old != 0 && w.isOriginal(e.Index(), old) {
		return errReserved("lose what it has from the start")
	}
	more := 1 - bit(old != 0)
	if err := w.checkRoom(t, more); err != nil {
		return err
	}
	if e.Index() == id.First() && isProperty(id) {
		traits |= traitWith | traitSymmetric // what the id means for itself shows when it is there
	}
	copies := id.IsPair() && id.First() == IsA.Index() && w.givesCopies(id.Second())
	if copies && traits&(traitWith|traitSymmetric) == 0 {
		var buf [16]store.ID
		ids, plain := w.copiesFor(buf[:0], t, e.Index(), id.Second())
		if plain {
			if err := w.checkRoom(t, more+len(ids)); err != nil {
				return err
			}
			w.attachWith(e, id, old, ids)
			return nil
		}
	}
	if traits&(traitWith|traitSymmetric) == 0 && !copies && !w.spreads(e.Index(), id) {
		w.attach(e, t, id, old)
		return nil
	}
	mark := w.begin()
	if old != 0 && w.traitsOf(id.First())&(traitSymmetric|traitAcyclic) == traitSymmetric {
		// The old mirror goes first; that may take the old pair along. (A mirror of an Acyclic pair always fails.)
		if err := w.detach(e, old); err != nil {
			return w.end(mark, err)
		}
		old, t = 0, w.table(e.Index())
	}
	w.attach(e, t, id, old)
	return w.end(mark, w.consequences(e, id, copies))
}

// consequences are what adding an id adds besides.
func (w *World) consequences(e Entity, id store.ID, copies bool) *spec.Error {
	traits := w.traitsOf(id.First())
	if traits&traitWith != 0 {
		if err := w.addWith(e, id); err != nil {
			return err
		}
	}
	if traits&traitSymmetric != 0 && id.IsPair() && id.Second() != e.Index() {
		other := w.entity(id.Second())
		back := store.Pair(id.First(), e.Index())
		t := w.table(other.Index())
		if !w.ownsID(t, other.Index(), back) {
			if err := w.relate(other, t, back, w.traitsOf(id.First())); err != nil {
				return err
			}
		}
	}
	switch {
	case copies:
		return w.copyFromBase(e, id.Second())
	case w.spreads(e.Index(), id):
		return w.spread(e, id)
	}
	return nil
}

// addWith adds what (With, X) pairs of the first element ask for: X, or the pair of X with the same target (REL-231,
// REL-232).
func (w *World) addWith(e Entity, id store.ID) *spec.Error {
	t := w.table(id.First())
	column, count := w.st.Find(t, store.Pair(With.Index(), store.Wildcard))
	with := make([]uint32, count)
	for i, pair := range w.st.IDs(t)[column : column+count] {
		with[i] = pair.Second()
	}
	w.sortEntities(with)
	for _, x := range with {
		next := store.Single(x)
		if id.IsPair() {
			next = store.Pair(x, id.Second())
		}
		if err := w.addNow(e, next); err != nil {
			return err
		}
	}
	return nil
}

// replacedBy is the pair of an exclusive relationship that an entity of a table loses when it gets another one, 0 if
// none.
func (w *World) replacedBy(t store.Table, index uint32, id store.ID, traits traits) store.ID {
	if traits&traitExclusive == 0 || !id.IsPair() {
		return 0
	}
	column, count := w.st.Find(t, store.Pair(id.First(), store.Wildcard))
	if count == 0 {
		return 0
	}
	return w.actual(w.st.IDs(t)[column], index)
}

// attach adds an id that has been checked, dropping another in the same move.
func (w *World) attach(e Entity, t store.Table, id, drop store.ID) {
	index := e.Index()
	if drop != 0 {
		w.rawReplace(index, drop, id)
	} else {
		w.rawAdd(index, id)
	}
	if w.hasBases(t) {
		w.startValue(e, t, id)
	}
}

// startValue makes the new data of an entity of a table what the first of all its bases has that owns the id and does not
// keep it to itself (ruling 29).
func (w *World) startValue(e Entity, t store.Table, id store.ID) {
	to, typ, _ := w.st.Get(e, id)
	if to == nil || w.traitsOf(id.First())&(traitInherited|traitCopied) == 0 {
		return
	}
	var seen visits
	if base, ok := w.search(t, id, &seen); ok {
		from, _, _ := w.st.Get(w.entity(base), id)
		w.copyCell(typ, to, from)
	}
}
