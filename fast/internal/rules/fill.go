package rules

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A world that was saved is read into a blank one beside it, as facts and not as operations:
// nothing follows from them, since everything that did follow was saved with them. The blank world
// then takes the place of the old one as a snapshot does. The functions of this file are called in
// their order: Blank, Adopt for every entity, SetOrder, FillComponent, FillTraits and FillRules,
// Fill for every set of ids, the Fill functions for names and the like, Settle, CheckFilled.

// Blank makes a world like another one that holds the reserved entities only.
func (w *World) Blank() *World {
	b := &World{}
	b.Init(Options{Profile: w.Profile, Compact: w.compact})
	b.Meter.Limits = w.Meter.Limits
	b.Store = w.Store.Blank()
	b.Store.SetTypeOf(b.typeOf)
	b.clock = 0
	b.bootBuiltins()
	b.Store.Subscribe(b.tableEvent)
	return b
}

// Floor is the least generation of new entities with which none is taken for one that the world has or had.
func (w *World) Floor() uint32 {
	minGeneration := w.floor
	for i := range uint32(w.Store.Indices()) {
		minGeneration = max(minGeneration, w.Store.Generation(i)+1)
	}
	return minGeneration
}

// Off are the ids of an entity that are off.
func (w *World) Off(index uint32) []store.ID {
	if w.Entities[index].Traits&TraitToggled == 0 {
		return nil
	}
	return w.Toggles.of(index).ids
}

// Adopt makes an entity of the file alive; its place in type order is given by [World.SetOrder]. False if it cannot be.
func (w *World) Adopt(e Entity) bool {
	if !w.Store.Adopt(e) {
		return false
	}
	w.cover(w.Store.Indices())
	w.Entities[e.Index()] = EntityInfo{Traits: w.plainTraits}
	return true
}

// cover makes room for the facts of a number of indices.
func (w *World) cover(indices int) {
	if missing := indices - len(w.Entities); missing > 0 {
		w.Entities = append(w.Entities, make([]EntityInfo, missing)...)
	}
}

// SetOrder gives the adopted entities their places in type order, the first one first.
func (w *World) SetOrder(sorted []Entity) {
	for _, e := range sorted {
		w.Entities[e.Index()].Order = w.nextOrder()
	}
}

// FillComponent makes an adopted entity the component that was declared: with members, or with a type of the storage.
func (w *World) FillComponent(index uint32, declared *Component) {
	c := &Component{Members: declared.Members, GoType: declared.GoType, Typ: declared.Typ}
	if len(c.Members) > 0 {
		l := layoutOf(c.Members)
		c.Typ, c.Offsets = store.RegisterType(w.Store, l.goType), l.offsets
	}
	w.SetComponent(w.Entity(index), c)
	if declared.Open {
		c.Open = true
		w.Entities[index].Traits &^= TraitDefaultFinal
	}
}

// FillTraits gives an entity the traits that follow from an id that it is going to own. It is called for all ids of all
// entities before the first [World.Fill], since types and storage of ids follow from traits.
func (w *World) FillTraits(index uint32, id store.ID) {
	if IsBuiltin(id.First()) {
		w.Entities[index].Traits |= traitOf(id)
		if id.IsPair() && id.First() == IsA.Index() {
			w.Instances = true
			w.Entities[id.Second()].Traits |= TraitBase
		}
	}
}

// FillRules adds the traits that follow from the other traits of an entity.
func (w *World) FillRules(index uint32) {
	w.Entities[index].Traits = w.withRule(index, w.Entities[index].Traits)
}

// Original are the ids that a reserved entity has from the start.
func (w *World) Original(index uint32) []store.ID { return w.original[index] }

// Grown reports whether a reserved entity has more ids than from the start and the mark that hides it.
func (w *World) Grown(e Entity) bool {
	return w.Store.Alive(e) && len(w.Store.IDs(w.Table(e.Index()))) > len(w.Original(e.Index()))+1
}

// Fill puts entities into the table of their ids, and gives it and the row of the first.
func (w *World) Fill(ids []store.ID, entities []Entity) (store.Table, int, *spec.Error) {
	limit := w.Meter.Limits.IDs
	if len(entities) > 0 && IsBuiltin(entities[0].Index()) {
		limit = max(limit, len(w.original[entities[0].Index()])+1) // with the mark that hides it
	}
	if len(ids) > limit {
		return 0, 0, spec.Errorf(spec.CodeLimit, "an entity has at most %d ids", limit)
	}
	t, err := w.Store.Table(ids...)
	if err != nil {
		return 0, 0, spec.Errorf(spec.CodeInvalid, "%v", err)
	}
	return t, w.Store.Place(t, entities), nil
}

// FillTarget gives an entity whose table has the mark of a relationship the target of its pair.
func (w *World) FillTarget(index, relationship, target uint32) {
	w.setNonFragmenting(index, store.Pair(relationship, target))
}

// FillMarks marks ids of which instances get copies.
func (w *World) FillMarks(index uint32, ids []store.ID) *spec.Error {
	for _, id := range ids {
		if err := w.OverrideNow(w.Entity(index), id); err != nil {
			return err
		}
	}
	return nil
}

// Settle ends the filling.
func (w *World) Settle(indices int, minGeneration uint32) {
	w.Store.Settle(indices, minGeneration)
	w.cover(w.Store.Indices())
	w.floor = minGeneration
}

// CheckFilled refuses a filled world that no operations lead to and that would lead operations astray: of a file that
// another program has made. Rules that operations check at their time only, such as OneOf, may be broken since.
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
					w.EntityText(w.Entity(id.First())))
			}
			relationships[id.First()] = true
			if id.First() == ChildOf.Index() && IsBuiltin(w.Store.Entities(t)[0].Index()) {
				return errFilled("a reserved entity has a parent")
			}
		}
	}
	for _, r := range slices.Sorted(maps.Keys(relationships)) {
		if w.TraitsOf(r)&TraitAcyclic != 0 && w.hasCycle(r) {
			return errFilled("the Acyclic relationship %s has a cycle", w.EntityText(w.Entity(r)))
		}
	}
	return nil
}

func errFilled(format string, args ...any) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "the file has a world that cannot exist: "+format, args...)
}

// FillName names an entity whose ids are in place.
func (w *World) FillName(index uint32, name string) *spec.Error {
	if IsBuiltin(index) {
		return errReserved("be named")
	}
	if err := CheckName(name); err != nil {
		return err
	}
	if w.NameOf(index) != "" || w.Taken(w.ParentOf(index), name, index) {
		return w.errTaken(w.ParentOf(index), name)
	}
	w.RawName(index, name)
	return nil
}

// ByOrder sorts entities of the user by creation.
func (w *World) ByOrder(list []Entity) {
	slices.SortFunc(list, func(a, b Entity) int {
		return cmp.Compare(w.Entities[a.Index()].Order, w.Entities[b.Index()].Order)
	})
}

// RawAdd gives an entity of a world that nobody has seen an id that it does not own, unchecked.
func (w *World) RawAdd(index uint32, id store.ID) {
	w.rawAdd(index, id)
	w.Trim()
}

// PlaceNow gives an alive entity an exact id of alive elements as a fact: nothing follows from it,
// and no other target of an exclusive relationship gives way to it. It has the refusals of the
// world.
func (w *World) PlaceNow(e Entity, id store.ID) *spec.Error {
	t, index := w.Table(e.Index()), e.Index()
	if w.OwnsID(t, index, id) {
		return nil
	}
	traits := w.TraitsOf(id.First())
	if err := w.checkAdd(index, id, traits); err != nil {
		return err
	}
	if w.replacedBy(t, index, id, traits) != 0 || w.isAlone(e, id) {
		return spec.Errorf(spec.CodeInvalid, "an entity cannot have two targets of the exclusive relationship %s",
			w.EntityText(w.Entity(id.First())))
	}
	if err := w.checkIDLimit(t, 1); err != nil {
		return err
	}
	w.rawAdd(index, id)
	w.Trim()
	return nil
}
