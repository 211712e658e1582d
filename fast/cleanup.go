package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Delete ends an entity. Policies decide what happens to whatever mentions it (ruling 20): OnDelete of the entity for
// those that have it or a pair of it, OnDeleteTarget of each relationship for those that have a pair with it; the ids
// are removed, or the entities deleted too, or the deletion is refused with code policy, and nothing changes. The
// cost is proportional to what mentions the entity, and to what is deleted with it.
func (w *World) Delete(e Entity) error { return asError(w.delete(e)) }

func (w *World) delete(e Entity) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeDelete, entity: e})
	}
	return w.deleteNow(e)
}

func (w *World) deleteNow(e Entity) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if isBuiltin(e.Index()) {
		return errReserved("be deleted")
	}
	if !w.st.Mentioned(e.Index()) && w.traitsOf(e.Index())&traitOnDelete == 0 {
		w.rawDestroy(e.Index())
		return nil
	}
	return w.deleteList([]uint32{e.Index()})
}

// DeleteWith deletes every entity that owns a match of a pattern, as Delete does, or none of them.
func (w *World) DeleteWith(pattern ID) error {
	if w.hooked() {
		return asError(w.pass(change{kind: changeDeleteWith, id: pattern.elements()}))
	}
	return asError(w.deleteWithNow(pattern.elements()))
}

func (w *World) deleteWithNow(pattern elements) *spec.Error {
	if err := pattern.check(); err != nil {
		return err
	}
	id, ok := w.removalPattern(pattern)
	if !ok {
		return nil
	}
	var list []uint32
	for _, e := range w.owners(id) {
		if !isBuiltin(e.Index()) {
			list = append(list, e.Index())
		}
	}
	return w.deleteList(list)
}

// deleteList deletes entities and what goes with them: first it finds everything that a policy concerns, without any
// change, so that Panic can refuse; then it removes and deletes.
func (w *World) deleteList(list []uint32) *spec.Error {
	d := w.deletion
	w.deletion = deletion{}
	d.w, d.err = w, nil
	for _, index := range list {
		d.mark(index)
	}
	for i := 0; i < len(d.order) && d.err == nil; i++ {
		d.follow(d.order[i])
	}
	if d.err == nil {
		d.carryOut()
	}
	for _, index := range d.order {
		w.entities[index].traits &^= traitDoomed
	}
	err := d.err
	d.order, d.drop = d.order[:0], d.drop[:0]
	w.deletion = d // its room is used again
	return err
}

// deletion is a deletion being planned: the entities to delete in the order of discovery.
type deletion struct {
	w     *World
	order []uint32
	drop  []store.ID
	err   *spec.Error
}

func (d *deletion) mark(index uint32) {
	info := &d.w.entities[index]
	if isBuiltin(index) || info.traits&traitDoomed != 0 {
		return // what concerns a reserved entity is removed from it
	}
	info.traits |= traitDoomed
	d.order = append(d.order, index)
}

// follow applies the policies that the deletion of one entity concerns.
func (d *deletion) follow(index uint32) {
	w := d.w
	if w.traitsOf(index)&traitOnDelete != 0 {
		switch w.policy(index, OnDelete) {
		case Panic:
			d.refuse()
		case Delete:
			d.markOwners(store.Single(index))
			d.markOwners(store.Pair(index, store.Wildcard))
		}
	}
	if !w.st.Mentioned(index) {
		return
	}
	for _, p := range w.st.Lookup(store.Pair(store.Wildcard, index)) {
		if w.st.Count(p.Table) > 0 {
			d.followPairs(p, index)
		}
	}
	w.targetedLoosely(index, func(relationship uint32, sources []uint32) {
		d.followTarget(relationship, sources)
	})
}

// followTarget applies the OnDeleteTarget policy of a relationship whose loose pairs have a deleted target.
func (d *deletion) followTarget(relationship uint32, sources []uint32) {
	if d.w.traitsOf(relationship)&traitOnDeleteTarget == 0 {
		return
	}
	switch d.w.policy(relationship, OnDeleteTarget) {
	case Panic:
		d.refuse()
	case Delete:
		for _, source := range sources {
			d.mark(source)
		}
	}
}

// followPairs applies the OnDeleteTarget policies of the relationships that a table has with a deleted target.
func (d *deletion) followPairs(p store.Posting, index uint32) {
	w := d.w
	ids := w.st.IDs(p.Table)
	pattern := store.Pair(store.Wildcard, index)
	for at, n := int(p.Column), int(p.Count); n > 0; at++ {
		if !ids[at].Matches(pattern) {
			continue
		}
		n--
		relationship := ids[at].First()
		if w.traitsOf(relationship)&traitOnDeleteTarget == 0 {
			continue
		}
		switch w.policy(relationship, OnDeleteTarget) {
		case Panic:
			d.refuse()
		case Delete:
			for _, e := range w.st.Entities(p.Table) {
				d.mark(e.Index())
			}
		}
	}
}

func (d *deletion) refuse() {
	if d.err == nil {
		d.err = spec.Errorf(spec.CodePolicy, "a Panic policy forbids the deletion")
	}
}

func (d *deletion) markOwners(id store.ID) {
	for _, p := range d.w.st.Lookup(id) {
		for _, e := range d.w.st.Entities(p.Table) {
			d.mark(e.Index())
		}
	}
}

// policy is the action that an entity has for a condition, Remove if none.
func (w *World) policy(index uint32, condition Entity) Entity {
	t := w.table(index)
	column, count := w.st.Find(t, store.Pair(condition.Index(), store.Wildcard))
	if count == 0 {
		return Remove
	}
	return store.MakeEntity(w.st.IDs(t)[column].Second(), 0)
}

// carryOut deletes what is marked, the last discovered first, so that what depends on others goes before them.
func (d *deletion) carryOut() {
	w := d.w
	quiet := w.diesQuietly()
	for i := len(d.order) - 1; i >= 0; i-- {
		index := d.order[i]
		if w.st.Mentioned(index) {
			for _, id := range mentions(index) {
				d.strip(id)
			}
		} else if quiet && w.entities[index].traits&^traitDoomed == w.plainTraits {
			w.must(true, w.st.Delete(w.entity(index)))
			continue
		}
		w.rawDestroy(index)
	}
}

// diesQuietly reports whether nobody keeps anything about entities without properties and names, so that such a one ends in
// the storage alone.
func (w *World) diesQuietly() bool {
	return w.listener == nil && w.scope == 0 && w.touched == nil && len(w.forests) == 0 &&
		!w.loose.any() && w.floor == 0
}

// mentions are the look-up ids of everything that mentions an index.
func mentions(index uint32) [3]store.ID {
	return [3]store.ID{store.Single(index), store.Pair(index, store.Wildcard), store.Pair(store.Wildcard, index)}
}

// strip removes the matches of a look-up id from every entity, a table at a time.
func (d *deletion) strip(id store.ID) {
	w := d.w
	w.stripLoose(id)
	// The tables that entities go to have no match, so that the list stays as it is.
	for i := 0; i < len(w.st.Lookup(id)); i++ {
		t := w.st.Lookup(id)[i].Table
		if w.st.Count(t) == 0 {
			continue
		}
		d.drop = d.drop[:0]
		for _, have := range w.st.IDs(t) {
			if have.Matches(id) {
				d.drop = append(d.drop, have)
			}
		}
		to, err := w.st.TableAfter(t, nil, d.drop)
		w.must(true, err)
		if w.listener != nil {
			w.listener.Stripped(t, d.drop)
		}
		d.loseNames(t)
		to, from := w.moveAll(t, to)
		w.factsStripped(w.st.Entities(to)[from:], d.drop)
		d.lost(w.st.Entities(to)[from:])
	}
}

// moveAll moves the entities of a table to another, and gives the table and the first row where they are then. That may
// be the number of the table that they come from: where nobody keeps track of entities by table, an empty table trades
// places with it, whatever the number of entities.
func (w *World) moveAll(t, to store.Table) (store.Table, int) {
	if w.toggles.any() || len(w.locked) > 0 || w.hooked() {
		row := w.st.Count(to)
		w.must(true, w.st.MoveAll(t, to))
		return to, row
	}
	to, row, err := w.st.Merge(t, to)
	w.must(true, err)
	return to, row
}

// loseNames takes the names from entities that lose their parent: they are going to be deleted, as ChildOf cannot get
// another policy.
func (d *deletion) loseNames(t store.Table) {
	for _, id := range d.drop {
		if !id.IsPair() || id.First() != ChildOf.Index() {
			continue
		}
		for _, e := range d.w.st.Entities(t) {
			d.w.forgetName(e.Index())
		}
	}
}

// lost keeps current what depends on the ids that entities have lost.
func (d *deletion) lost(entities []Entity) {
	properties := false
	for _, id := range d.drop {
		properties = properties || isBuiltin(id.First()) && isProperty(id)
	}
	if w := d.w; !properties && w.touched == nil && !w.instances && !w.toggles.any() {
		return // nobody keeps anything about any of them
	}
	for _, e := range entities {
		if properties {
			d.w.refreshTraits(e.Index())
		}
		d.w.changed(e.Index())
	}
}
