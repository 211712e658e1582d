package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// The functions of this file fill a blank world with the contents of a saved one. They put ids into
// tables without the consequences of an add, because the file already has these. The filled world
// then replaces the old one, as [World.Restore] does with a snapshot. The order of the calls is:
// Blank; Adopt for every entity; BornAll; FillNumber; FillComponent; FillTraits for every id;
// FillImpliedTraits; Fill for every set of ids; FillTarget; Settle; FillOrders and FillOrder;
// CheckFilled.

// Blank returns a world with the same options that has only the reserved entities.
func (w *World) Blank() *World {
	b := &World{}
	b.boot(Options{Profile: w.Profile, Compact: w.compact}, w.Store.Blank())
	b.Meter.Limits = w.Meter.Limits
	return b
}

// Floor returns a generation that no entity of the world has or had. New entities with at least this
// generation differ from all of them.
func (w *World) Floor() uint32 {
	return floorOf(w.Store, w.floor)
}

// floorOf is like Floor, for a storage and a minimum generation.
func floorOf(st *store.Store, minGeneration uint32) uint32 {
	for i := range uint32(st.Indices()) {
		minGeneration = max(minGeneration, st.Generation(i)+1)
	}
	return minGeneration
}

// Adopt makes an entity of the file alive. It returns false if its index is reserved or in
// use. [World.BornAll] sets the position of the entity in type order.
func (w *World) Adopt(e Entity) bool {
	if !w.Store.Adopt(e) {
		return false
	}
	w.entities.cover(w.Store.Indices())
	return true
}

// FillComponent makes an alive entity a component.
func (w *World) FillComponent(index uint32, declared *Component) {
	c := *declared
	w.SetComponent(w.Entity(index), &c)
	if c.Open {
		w.dropTraits(index, TraitDefaultFinal)
	}
}

// FillTraits adds the traits that an entity gets from an id, which the entity will own. Call it for
// all ids of all entities before the first [World.Fill], because traits decide which ids have values
// and where they are stored.
func (w *World) FillTraits(index uint32, id store.ID) {
	if IsBuiltin(id.First()) {
		w.AddTraits(index, traitOf(id))
		if id.IsPair() && id.First() == IsA.Index() {
			w.Instances = true
			w.AddTraits(id.Second(), TraitBase)
		}
	}
}

// FillImpliedTraits adds the traits that follow from other traits of the entity. For example, Union
// implies Exclusive.
func (w *World) FillImpliedTraits(index uint32) {
	w.setTraits(index, w.withRule(index, w.TraitsOf(index)))
}

// Original returns the ids that a reserved entity owns in every world.
func (w *World) Original(index uint32) []store.ID { return w.original[index] }

// Grown reports whether a reserved entity owns ids that [World.Original] does not list.
func (w *World) Grown(e Entity) bool {
	return w.Store.Alive(e) && len(w.Store.IDs(w.Table(e.Index()))) > len(w.Original(e.Index()))+1
}

// Fill adds entities to the table of their ids. It returns the table and the row of the first
// entity.
func (w *World) Fill(ids []store.ID, entities []Entity) (store.Table, int, *spec.Error) {
	limit := w.Meter.Limits.IDs
	if len(entities) > 0 && IsBuiltin(entities[0].Index()) {
		limit = max(limit, len(w.original[entities[0].Index()])+1) // plus HiddenMark
	}
	if len(ids) > limit {
		return 0, 0, errIDs(limit)
	}
	t, err := w.Store.Table(ids...)
	if err != nil {
		return 0, 0, StorageError(err)
	}
	return t, w.Store.Place(t, entities), nil
}

// FillTarget sets the target of an entity's non-fragmenting pair. The table of the entity must have
// the placeholder of the relationship, the id (R, NonFragmentingMark).
func (w *World) FillTarget(index, relationship, target uint32) {
	w.setNonFragmenting(index, store.Pair(relationship, target))
}

// Settle ends the filling of tables. From then on the world has at least this number of indices, and
// new entities have generations of at least minGeneration.
func (w *World) Settle(indices int, minGeneration uint32) {
	w.Store.Settle(indices, minGeneration)
	w.entities.cover(w.Store.Indices())
	w.floor = minGeneration
}

// CheckFilled returns an error if the world breaks a rule that every operation preserves, for example
// that an Acyclic relationship has no cycle. Such a file was not written by Save. CheckFilled does
// not check rules that hold only when an id is added, such as OneOf: OneOf may be added later, so a
// valid world can have targets that it forbids.
func (w *World) CheckFilled() *spec.Error {
	relationships := map[uint32]bool{}
	for t := range store.Table(w.Store.Tables()) {
		if !w.Store.InUse(t) || w.Store.Count(t) == 0 {
			continue
		}
		ids := w.Store.IDs(t)
		for i, id := range ids {
			if !id.IsPair() {
				continue
			}
			first := w.TraitsOf(id.First())
			if first&TraitExclusive != 0 && i > 0 && ids[i-1].IsPair() && ids[i-1].First() == id.First() {
				return errFilled("an entity has two targets of the exclusive relationship %s",
					w.textOf(id.First()))
			}
			relationships[id.First()] = true
			if id.First() == ChildOf.Index() && IsBuiltin(w.Store.Entities(t)[0].Index()) {
				return errFilled("a reserved entity has a parent")
			}
		}
	}
	if err := w.checkFilledNumbers(); err != nil {
		return err
	}
	for _, r := range slices.Sorted(maps.Keys(relationships)) {
		if w.TraitsOf(r)&TraitAcyclic != 0 && w.hasCycle(r) {
			return errFilled("the Acyclic relationship %s has a cycle", w.textOf(r))
		}
	}
	return nil
}

func errFilled(format string, args ...any) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "the file has a world that cannot exist: "+format, args...)
}

// FillID adds an id of alive elements to an entity without checks and consequences.
func (w *World) FillID(index uint32, id store.ID) {
	if !w.OwnsID(w.Table(index), index, id) {
		w.rawAdd(index, id)
	}
}

// SortByCreation sorts entities of the user, the oldest first.
func (w *World) SortByCreation(list []Entity) {
	slices.SortFunc(list, func(a, b Entity) int { return w.CompareEntities(a.Index(), b.Index()) })
}

// AddFact adds an exact id of alive elements to an alive entity without its consequences. If the
// entity already has another target of an exclusive relationship, AddFact returns an error instead
// of replacing it. Its other errors are those of an add.
func (w *World) AddFact(e Entity, id store.ID) *spec.Error {
	t, index := w.Table(e.Index()), e.Index()
	if w.OwnsID(t, index, id) {
		return nil
	}
	traits := w.TraitsOfID(id)
	if err := w.checkAdd(index, id, traits); err != nil {
		return err
	}
	if w.replacesTag(e, id) {
		return spec.Errorf(spec.CodeInvalid, "an entity cannot own %s both as a tag and in a pair; keep one",
			w.textOf(id.First()))
	}
	if w.replacedBy(t, index, id, traits) != 0 {
		return spec.Errorf(spec.CodeInvalid, "an entity cannot have two targets of the exclusive relationship %s; keep one",
			w.textOf(id.First()))
	}
	if err := w.checkIDLimit(t, 1); err != nil {
		return err
	}
	w.rawAdd(index, id)
	w.Trim()
	return nil
}
