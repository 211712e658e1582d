package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Adding or removing most ids only moves the entity to another table. The functions of this file
// make such changes directly, or report whether a change is that simple. Single calls, edits and
// the creation of entities use them.

const (
	// notPlain are the traits of ids that AddPlain does not add, because adding them has
	// consequences or needs checks that it does not make.
	notPlain = rules.TraitsOfAdd &^ (rules.TraitExclusive | rules.TraitAcyclic)
	// notMovedIn and notMovedOut are the traits of ids that an entity does not get or lose by a
	// move alone: there are consequences, checks, or pairs stored outside the tables.
	notMovedIn  = rules.TraitNonFragmenting | notPlain
	notMovedOut = rules.TraitNonFragmenting | rules.TraitSymmetric | rules.TraitProperty
)

// IsPlain reports whether adding or removing an id only moves the entity, and no observer or other
// hook must be notified. It does not check the traits of the id; the caller does.
func (w *World) IsPlain(e Entity, id store.ID) bool { return w.Unobserved(id) && w.movesAlone(e, id) }

// movesAlone is like IsPlain but ignores observers and other hooks. It returns false if the undo log
// is on, if the world derives something from the id, or if the entity is reserved or a number, has
// bases, or already has the maximum number of ids. It repeats the code of isUnderived, because
// calling that makes adding and removing a tag 9 % slower.
func (w *World) movesAlone(e Entity, id store.ID) bool {
	if w.UndoLog.On() || w.IsNoValue(e.Index()) || w.Follows(id) || w.Orders(e.Index(), id) ||
		w.Meter.On && len(w.Store.IDs(w.Table(e.Index()))) >= w.Meter.Limits.IDs {
		return false
	}
	if rules.IsBuiltin(id.First()) && (!w.isPlainParent(id) || w.isNamed(e)) {
		return false
	}
	return !w.Instances || !w.Store.HasID(e, rules.AnyBase)
}

// isUnderived reports whether the world derives nothing from an id, whichever entity has it. The
// relationship must have no reachability index and no order of sources. A reserved first element is
// allowed only in pairs of ChildOf, and the parent must not be a prefab.
func (w *World) isUnderived(id store.ID) bool {
	return !w.Follows(id) && (!rules.IsBuiltin(id.First()) || w.isPlainParent(id))
}

// isPlainParent reports whether an id is a pair of ChildOf and its target is not a prefab.
func (w *World) isPlainParent(id store.ID) bool {
	return id.IsPair() && id.First() == rules.ChildOf.Index() && (w.Prefabs == 0 || !w.OwnsTag(id.Second(), rules.Prefab))
}

// isNamed reports whether an entity, which may be dead, has a name.
func (w *World) isNamed(e Entity) bool {
	return w.Covers(e.Index()) && w.TraitsOf(e.Index())&rules.TraitNamed != 0
}

// someDerive reports whether the pair id, on one of the entities, determines more than the ids of
// that entity: the depth of entities below it (for queries with cascade), or the parent under which
// its name is registered.
func (w *World) someDerive(entities []Entity, id store.ID) bool {
	reserved := rules.IsBuiltin(id.First())
	return (len(w.Cascaded) > 0 || reserved) && slices.ContainsFunc(entities, func(e Entity) bool {
		return w.Orders(e.Index(), id) || reserved && w.isNamed(e)
	})
}

// IsPlainBirth reports whether a new entity can have an id without a check that may fail and
// without consequences.
func (w *World) IsPlainBirth(id store.ID) bool {
	return w.TraitsOfID(id)&notPlain == 0 && w.isUnderived(id)
}

// mayCloseCycle reports whether a pair of an Acyclic relationship may lead back to its source.
func (w *World) mayCloseCycle(e Entity, id store.ID, traits rules.Traits) bool {
	return traits&rules.TraitAcyclic != 0 && id.IsPair() &&
		(id.Second() == e.Index() || w.Store.Mentioned(e.Index()))
}

// addsOnlyItself reports whether adding an id to entities without bases has no consequences and
// cannot be refused.
func (w *World) addsOnlyItself(id store.ID, entities []Entity) bool {
	traits := w.TraitsOfID(id)
	if traits&notMovedIn != 0 || !w.isUnderived(id) || w.someDerive(entities, id) {
		return false
	}
	return traits&rules.TraitAcyclic == 0 ||
		!slices.ContainsFunc(entities, func(e Entity) bool { return w.mayCloseCycle(e, id, traits) })
}

// removesOnlyItself reports whether removing an id from entities without bases has no consequences
// and cannot be refused.
func (w *World) removesOnlyItself(id store.ID, entities []Entity) bool {
	return w.TraitsOf(id.First())&notMovedOut == 0 && !rules.IsMark(id) && w.isUnderived(id) && !w.someDerive(entities, id)
}

// AddPlain adds an id and notifies its observers, if adding it only moves the entity, or only
// replaces the target of a non-fragmenting pair. In all other cases, and if the entity is dead or
// cannot have more ids, AddPlain does nothing and returns false.
func (w *World) AddPlain(e Entity, id store.ID) bool {
	if !w.Unobserved(id) {
		return w.changeObserved(e, id, true)
	}
	traits := w.TraitsOfID(id) & (rules.TraitsOfAdd | rules.TraitNonFragmenting)
	if traits&notPlain != 0 || !w.movesAlone(e, id) {
		return false
	}
	if traits != 0 && id.IsPair() {
		if w.mayCloseCycle(e, id, traits) {
			return false
		}
		if traits&rules.TraitNonFragmenting != 0 {
			return w.retarget(e, id)
		}
		if traits&rules.TraitExclusive != 0 {
			if old, has := w.Store.Target(e, id.First()); has {
				pair := store.Pair(id.First(), old)
				if len(w.Sequences) > 0 && w.Follows(pair) { // the children of the old parent may have an order
					return false
				}
				changed, err := w.Store.Replace(e, pair, id)
				return w.settle(e, changed, err)
			}
		}
	}
	changed, err := w.Store.Add(e, id)
	return w.settle(e, changed, err)
}

// RemovePlain is AddPlain for an id to remove.
func (w *World) RemovePlain(e Entity, id store.ID) bool {
	if !w.Unobserved(id) {
		return w.changeObserved(e, id, false)
	}
	if w.TraitsOf(id.First())&notMovedOut != 0 || !w.movesAlone(e, id) {
		return false
	}
	changed, err := w.Store.Remove(e, id)
	return w.settle(e, changed, err)
}

// retarget replaces the target of a non-fragmenting pair, which moves no entity. It does nothing and
// returns false if the entity is dead, if it has no pair of the relationship or already has this
// target, and if the pair has a value or the old pair has a reachability index or an order.
func (w *World) retarget(e Entity, id store.ID) bool {
	if !w.Store.Alive(e) || w.TypedBy(id) != 0 {
		return false
	}
	x := w.NonFragmenting.Column(id.First())
	if old, has := x.Target(e.Index()); !has || old == id.Second() || w.Follows(store.Pair(id.First(), old)) {
		return false
	}
	x.Set(e.Index(), id.Second())
	w.OutsideTables++
	w.Store.Mention(id.Second())
	w.Changed(e.Index())
	return true
}

// settle is called after the storage has moved an entity or refused to. If the entity moved, settle
// reports the change and trims the tables. It returns false if the storage refused.
func (w *World) settle(e Entity, changed bool, err error) bool {
	if changed && err == nil {
		w.Changed(e.Index())
		w.Trim()
	}
	return err == nil
}

// ChangePlain adds and removes ids in one move of the entity. The caller has checked that these
// changes have no consequences.
func (w *World) ChangePlain(e Entity, add, remove []store.ID) *spec.Error {
	changed, err := w.Store.Change(e, add, remove)
	if !w.settle(e, changed, err) {
		return rules.StorageError(err)
	}
	return nil
}
