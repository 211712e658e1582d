package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A saved world is loaded into a blank world as facts, not by operations: the file already has all
// consequences, so none are added. The blank world then replaces the old one as a snapshot does.
// Call the functions in this order: Blank; Adopt for every entity; BornAll; FillNumber;
// FillComponent; FillTraits; FillRules; Fill for every set of ids; FillTarget; Settle;
// FillOrders and FillOrder; CheckFilled. FillID is for parts that are saved.

// Blank returns a world with the same options that has only the reserved entities.
func (w *World) Blank() *World {
	b := &World{}
	b.boot(Options{Profile: w.Profile, Compact: w.compact}, w.Store.Blank())
	b.Meter.Limits = w.Meter.Limits
	return b
}

// Floor returns the smallest generation that makes new entities differ from all that the world has
// or had.
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

// Adopt makes an entity of the file alive. It returns false if that is impossible. [World.BornAll]
// sets its position in type order.
func (w *World) Adopt(e Entity) bool {
	if !w.Store.Adopt(e) {
		return false
	}
	w.entities.cover(w.Store.Indices())
	return true
}

// FillComponent makes an alive entity a component with the given type.
func (w *World) FillComponent(index uint32, declared *Component) {
	c := *declared
	w.SetComponent(w.Entity(index), &c)
	if c.Open {
		w.dropTraits(index, TraitDefaultFinal)
	}
}

// FillTraits adds the traits that an entity gets from an id. It must be called for all ids of all
// entities before the first [World.Fill], because types and storage of ids depend on traits.
func (w *World) FillTraits(index uint32, id store.ID) {
	if IsBuiltin(id.First()) {
		w.AddTraits(index, traitOf(id))
		if id.IsPair() && id.First() == IsA.Index() {
			w.Instances = true
			w.AddTraits(id.Second(), TraitBase)
		}
	}
}

// FillRules adds the traits that follow from the other traits of an entity.
func (w *World) FillRules(index uint32) {
	w.setTraits(index, w.withRule(index, w.TraitsOf(index)))
}

// Original returns the ids that a reserved entity has from the start.
func (w *World) Original(index uint32) []store.ID { return w.original[index] }

// Grown reports whether a reserved entity has ids that it did not have from the start.
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
// the id (R, NonFragmentingMark).
func (w *World) FillTarget(index, relationship, target uint32) {
	w.setNonFragmenting(index, store.Pair(relationship, target))
}

// Settle ends the filling of tables. Afterwards the world has at least the given number of indices,
// and new entities have generations of at least minGeneration.
func (w *World) Settle(indices int, minGeneration uint32) {
	w.Store.Settle(indices, minGeneration)
	w.entities.cover(w.Store.Indices())
	w.floor = minGeneration
}

// CheckFilled returns an error if a filled world could not result from operations and would break
// later ones, for example because another program wrote the file. It does not check rules that
// operations check only once, such as OneOf, because a valid world may violate them.
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

// ByOrder sorts entities of the user in the order of their creation.
func (w *World) ByOrder(list []Entity) {
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
	if w.replacedBy(t, index, id, traits) != 0 || w.replacesTag(e, id) {
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
