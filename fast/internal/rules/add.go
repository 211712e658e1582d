package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// AddNow adds an exact id of alive elements to an alive entity, with all its consequences.
func (w *World) AddNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.Store.Record(e)
	if w.OwnsID(t, e.Index(), id) {
		return nil
	}
	traits := w.TraitsOfID(id)
	if traits&TraitsOfAdd == 0 && id.First() != IsA.Index() && id != prefabTag {
		if err := w.checkIDLimit(t, 1); err != nil {
			return err
		}
		w.attach(e, t, id, 0)
		w.Trim()
		return nil
	}
	return w.relate(e, t, id, traits)
}

// relate adds an id that the entity does not own and that may have consequences.
func (w *World) relate(e Entity, t store.Table, id store.ID, traits Traits) *spec.Error {
	if err := w.checkAdd(e.Index(), id, traits); err != nil {
		return err
	}
	old := w.replacedBy(t, e.Index(), id, traits)
	if old != 0 && w.IsOriginal(e.Index(), old) {
		return errReserved("lose its built-in properties")
	}
	more := 1 - Bit(old != 0) - Bit(w.replacesTag(e, id))
	if err := w.checkIDLimit(t, more); err != nil {
		return err
	}
	if e.Index() == id.First() {
		traits |= TraitWith | TraitSymmetric // the id's own traits may apply once it is added
	}
	copies := id.IsPair() && id.First() == IsA.Index() && w.GivesCopies(id.Second())
	if copies && traits&(TraitWith|TraitSymmetric) == 0 {
		var buf [16]store.ID
		ids, plain := w.CopiesFor(buf[:0], t, e.Index(), id.Second())
		if plain {
			if err := w.checkIDLimit(t, more+len(ids)); err != nil {
				return err
			}
			w.attachWith(e, id, old, ids)
			return nil
		}
	}
	if traits&(TraitWith|TraitSymmetric) == 0 && !copies && !w.spreads(e.Index(), id) {
		w.removeReplacedTag(e, id)
		w.attach(e, t, id, old)
		return nil
	}
	mark := w.Begin()
	w.removeReplacedTag(e, id)
	if old != 0 && w.TraitsOf(id.First())&(TraitSymmetric|TraitAcyclic) == TraitSymmetric {
		// Remove the old pair and its mirror before adding the new pair. (If the relationship is
		// also Acyclic, this is not needed: adding the new mirror fails, so everything is undone.)
		if err := w.detach(e, old); err != nil {
			return w.End(mark, err)
		}
		old, t = 0, w.Table(e.Index())
	}
	w.attach(e, t, id, old)
	return w.End(mark, w.consequences(e, id, copies))
}

// consequences adds the ids that follow from an added id. copies is set if the instance gets copies
// from its base.
func (w *World) consequences(e Entity, id store.ID, copies bool) *spec.Error {
	traits := w.TraitsOf(id.First())
	if traits&TraitWith != 0 {
		if err := w.addWith(e, id); err != nil {
			return err
		}
	}
	if traits&TraitSymmetric != 0 && id.IsPair() && id.Second() != e.Index() {
		other := w.Entity(id.Second())
		back := store.Pair(id.First(), e.Index())
		t := w.Table(other.Index())
		if !w.OwnsID(t, other.Index(), back) {
			if err := w.relate(other, t, back, w.TraitsOfID(back)); err != nil {
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

// addWith adds the ids that the (With, X) pairs of the first element require: X, or the pair of X
// with the same target (REL-231, REL-232). For example, with (With, Knows) on Likes, the pair
// (Likes, Alice) adds (Knows, Alice); with (With, Crew) on Sailor, the tag Sailor adds Crew.
func (w *World) addWith(e Entity, id store.ID) *spec.Error {
	var buf [8]uint32
	for _, x := range w.OwnTargets(buf[:0], w.Table(id.First()), id.First(), With.Index()) {
		next := store.Single(x)
		if id.IsPair() {
			next = store.Pair(x, id.Second())
		}
		if err := w.AddNow(e, next); err != nil {
			return err
		}
	}
	return nil
}

// replacedBy returns the pair that an entity of a table loses when it gets id, because the
// relationship is exclusive. It returns 0 if there is none.
func (w *World) replacedBy(t store.Table, index uint32, id store.ID, traits Traits) store.ID {
	if traits&TraitExclusive == 0 || !id.IsPair() {
		return 0
	}
	return w.onlyPair(t, index, id.First())
}

// attach adds an id that has been checked. If drop is not 0, it removes drop in the same move.
func (w *World) attach(e Entity, t store.Table, id, drop store.ID) {
	index := e.Index()
	if drop != 0 {
		w.rawChange(index, []store.ID{id}, []store.ID{drop})
	} else {
		w.rawAdd(index, id)
	}
	if w.HasBases(t) {
		w.startValue(e, t, id)
	}
}

// startValue sets the value of an id that an entity just got. If instances inherit or copy the id,
// the value is that of the first base that owns it (inheritance.starting-value). For example, a
// frigate that gets a Hull starts with the value of its base's Hull.
func (w *World) startValue(e Entity, t store.Table, id store.ID) {
	to, typ, _ := w.Store.Get(e, id)
	if to == nil || w.TraitsOf(id.First())&(TraitInherited|TraitCopied) == 0 {
		return
	}
	var seen Visits
	if base, ok := w.search(t, id, &seen); ok {
		from, _, _ := w.Store.Get(w.Entity(base), id)
		w.Store.DuplicateCell(typ, to, from)
	}
}
