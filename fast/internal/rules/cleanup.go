package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// DeleteNow deletes an entity and applies the cleanup policies.
func (w *World) DeleteNow(e Entity) *spec.Error {
	// This is checkUser. Calling it makes deleting random entities of 100,000 a fifth slower.
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if IsBuiltin(e.Index()) {
		return errReserved("be deleted")
	}
	if !w.Store.Mentioned(e.Index()) && w.TraitsOf(e.Index())&TraitOnDelete == 0 {
		w.rawDestroy(e.Index())
		w.Trim()
		return nil
	}
	return w.DeleteListNow([]Entity{e})
}

// DeleteWithNow deletes every entity that owns a match of a pattern. If it fails, it deletes none.
func (w *World) DeleteWithNow(pattern Elements) *spec.Error {
	if err := pattern.Check(); err != nil {
		return err
	}
	id, ok := w.RemovalPattern(pattern)
	if !ok {
		return nil
	}
	return w.DeleteListNow(w.Owners(id))
}

// DeleteListNow deletes the listed entities, and the entities that cleanup policies delete with
// them. It skips reserved entities. It first collects all entities to delete without changing
// anything, so that it deletes none if Panic refuses the deletion. Then it removes the pairs and
// deletes the entities.
func (w *World) DeleteListNow(list []Entity) *spec.Error {
	d := &w.deletion
	d.doomed.Clear()
	d.w, d.order, d.err = w, d.order[:0], nil
	for _, e := range list {
		d.mark(e.Index())
	}
	roots := len(d.order)
	for i := 0; i < len(d.order) && d.err == nil; i++ {
		d.ignorePanic = i >= roots && w.Profile.PanicIsDirect
		d.follow(d.order[i])
	}
	if d.err == nil {
		d.carryOut()
	}
	w.Trim()
	return d.err
}

// deletion is the plan of a deletion: the entities to delete, in order of discovery.
type deletion struct {
	w           *World
	order       []uint32
	doomed      Visits // the set of order
	drop        []store.ID
	err         *spec.Error
	ignorePanic bool // ignore Panic while following the policies of the current entity
}

func (d *deletion) mark(index uint32) {
	if IsBuiltin(index) || !d.doomed.Add(index) {
		return // a reserved entity only loses the pair; it is not deleted
	}
	d.order = append(d.order, index)
}

// follow marks the entities that policies delete together with an entity. It refuses the deletion
// if a policy is Panic.
func (d *deletion) follow(index uint32) {
	w := d.w
	switch w.policy(index, OnDelete) {
	case Panic:
		if !w.Profile.PanicsIfHeld || w.Store.CountOf(store.Single(index)) > 0 || w.hasPairs(index) {
			d.refuse("(OnDelete, Panic) of %s forbids deleting it; remove the policy first", w.textOf(index))
		}
	case Delete:
		w.EachSource(store.Single(index), d.mark)
		w.EachSource(store.Pair(index, store.Wildcard), d.mark)
	}
	if w.Profile.PanicKeepsRelationship && w.policy(index, OnDeleteTarget) == Panic && w.hasPairs(index) {
		d.refuse("(OnDeleteTarget, Panic) of %s forbids deleting it while it has pairs; remove the pairs first",
			w.textOf(index))
	}
	if !w.Store.Mentioned(index) {
		return
	}
	pattern := store.Pair(store.Wildcard, index)
	for _, p := range w.Store.Lookup(pattern) {
		sources := w.Store.Entities(p.Table)
		if len(sources) == 0 {
			continue
		}
		ids := w.Store.IDs(p.Table)
		for at := w.Store.Next(p.Table, pattern, 0); at >= 0; at = w.Store.Next(p.Table, pattern, at+1) {
			if d.deletesSources(ids[at].First(), index, sources[0].Index()) {
				for _, e := range sources {
					d.mark(e.Index())
				}
			}
		}
	}
	w.EachNonFragmentingTo(index, func(relationship uint32, sources []uint32) {
		if d.deletesSources(relationship, index, sources[0]) {
			for _, source := range sources {
				d.mark(source)
			}
		}
	})
}

// deletesSources reports whether the sources of a relationship are deleted with their target. If
// the policy is Panic, it refuses the deletion; source is only used in the message.
func (d *deletion) deletesSources(relationship, target, source uint32) bool {
	w := d.w
	policy := w.policy(relationship, OnDeleteTarget)
	if policy == Panic {
		d.refuse("%s has %s, and (OnDeleteTarget, Panic) of %s forbids deleting %s; remove the pair first",
			w.textOf(source), w.IDText(store.Pair(relationship, target)), w.textOf(relationship), w.textOf(target))
	}
	return policy == Delete
}

func (d *deletion) refuse(format string, names ...any) {
	if d.err == nil && !d.ignorePanic {
		d.err = spec.Errorf(spec.CodePolicy, format, names...)
	}
}

// IsOrphan reports whether an entity that is to get a pair must be deleted, because the target is
// dead and the relationship deletes its sources with their target (deferral.dead-parent).
func (w *World) IsOrphan(e Entity, id Elements) bool {
	return id.Second != 0 && !IsPattern(id.Second) && !w.Store.Alive(id.Second) && w.Store.Alive(id.First) &&
		w.Store.Alive(e) && !IsBuiltin(e.Index()) && w.policy(id.First.Index(), OnDeleteTarget) == Delete
}

// policy returns the action of an entity for a condition, or Remove if there is none.
func (w *World) policy(index uint32, condition Entity) Entity {
	if w.TraitsOf(index)&pairTraits[condition.Index()] == 0 {
		return Remove
	}
	return store.MakeEntity(w.onlyPair(w.Table(index), index, condition.Index()).Second(), 0)
}

// carryOut deletes the marked entities, the last discovered first, so that dependent entities are
// deleted before the others. For example, a cockpit is deleted before the ship that the caller
// deleted.
func (d *deletion) carryOut() {
	w := d.w
	d.zero()
	quiet := w.diesQuietly()
	for i := len(d.order) - 1; i >= 0; i-- {
		index := d.order[i]
		if w.Store.Mentioned(index) {
			for _, id := range store.Mentions(index) {
				d.strip(id)
			}
		} else if quiet && w.TraitsOf(index) == w.plainTraits {
			w.must(true, w.Store.Delete(w.Entity(index)))
			continue
		}
		w.rawDestroy(index)
	}
}

// diesQuietly reports whether nothing outside the storage tracks entities without properties and
// names, so that deleting one needs no bookkeeping.
func (w *World) diesQuietly() bool {
	return w.Listener == nil && w.Scope == 0 && !w.UndoLog.On() && w.Touched == nil && !w.FollowsAny() &&
		!w.NonFragmenting.Any() && w.floor == 0 && len(w.later) == 0
}

// strip removes the matches of a look-up id from every entity, a table at a time.
func (d *deletion) strip(id store.ID) {
	w := d.w
	w.stripNonFragmenting(id)
	// No entity ends up in a table with a match, so the tables before position i stay empty. If t
	// loses the ids in place, it leaves the list, and the last table of the list takes its
	// position.
	for i := 0; i < len(w.Store.Lookup(id)); i++ {
		t := w.Store.Lookup(id)[i].Table
		if w.Store.Count(t) == 0 {
			continue
		}
		d.drop = d.drop[:0]
		for at := w.Store.Next(t, id, 0); at >= 0; at = w.Store.Next(t, id, at+1) {
			d.drop = append(d.drop, w.Store.IDs(t)[at])
		}
		if w.Listener != nil {
			w.Listener.Stripped(t, d.drop)
		}
		d.loseNames(t)
		if w.UndoLog.On() { // one by one: each position is that among the sources that remain
			for _, e := range slices.Clone(w.Store.Entities(t)) {
				for _, drop := range d.drop {
					w.rawRemove(e.Index(), drop)
				}
			}
			if list := w.Store.Lookup(id); i < len(list) && list[i].Table != t {
				i-- // as below
			}
			continue
		}
		to, from := t, 0
		if w.Store.StayWithout(t, d.drop...) {
			i-- // visit the table that has taken the position of t
		} else {
			to, from = w.MoveTable(t, nil, d.drop)
		}
		d.stripped(w.Store.Entities(to)[from:])
	}
}

// MoveTable adds and removes ids of all entities of a table. It returns their new table and the
// first of their rows. If nothing tracks entities by table and the new table is empty, the two
// tables may swap their ids instead of moving rows. The returned number can therefore be t itself.
func (w *World) MoveTable(t store.Table, add, drop []store.ID) (store.Table, int) {
	to, err := w.Store.TableAfter(t, add, drop)
	w.must(true, err)
	if w.Toggles.Any() || len(w.Locked) > 0 || w.Hooked() {
		row := w.Store.Count(to)
		w.must(true, w.Store.MoveAll(t, to))
		return to, row
	}
	to, row, err := w.Store.Merge(t, to)
	w.must(true, err)
	return to, row
}

// loseNames removes the names of entities that lose their parent. These entities will be deleted,
// because the policy of ChildOf cannot be changed.
func (d *deletion) loseNames(t store.Table) {
	for _, id := range d.drop {
		if !id.IsPair() || id.First() != ChildOf.Index() {
			continue
		}
		for _, e := range d.w.Store.Entities(t) {
			d.w.forgetName(e.Index())
		}
	}
}

// stripped updates what the world derives from the ids that entities have lost.
func (d *deletion) stripped(entities []Entity) {
	w := d.w
	for _, id := range d.drop {
		if w.Follows(id) || isProperty(id) {
			for _, e := range entities {
				w.lost(e.Index(), id)
			}
		}
	}
	if w.Touched == nil && !w.Instances && !w.Toggles.Any() {
		return // nothing tracks any of them
	}
	for _, e := range entities {
		w.Changed(e.Index())
	}
}

// DeleteEverything deletes the entities of the user and ignores policies. It never fails.
func (w *World) DeleteEverything() *spec.Error {
	d := deletion{w: w}
	all := w.UserEntities()
	w.SortByCreation(all)
	for _, e := range all {
		d.mark(e.Index())
	}
	d.carryOut()
	return nil
}
