package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A number as a target, as in (Level, @3), has an index like an entity, so the pair is an id like
// any other (pairs.numbers). Number takes a new index when the number is first used. The number
// keeps this index even if the operation fails or is undone, and no entity ever gets it. The index
// has only the id HiddenMark, so no query finds it. It can only be used as a target.

// numberOrder is the position in type order of @0: after all entities.
const numberOrder = 1 << 63

// Number returns the target of pairs with a number. It changes the world if the number is new.
func (w *World) Number(n uint32) Entity {
	index, known := w.numbers[n]
	if !known {
		e := w.Store.CreateAnew(w.hiddenTable())
		index = e.Index()
		w.placeNumber(n, index)
	}
	return w.Entity(index)
}

// hiddenTable returns the table of reserved entities without ids.
func (w *World) hiddenTable() store.Table {
	t, err := w.Store.Table(store.Single(HiddenMark))
	w.must(true, err)
	return t
}

func (w *World) placeNumber(n, index uint32) {
	if w.numbers == nil {
		w.numbers = map[uint32]uint32{}
	}
	w.numbers[n] = index
	w.entities.cover(w.Store.Indices())
	w.setCreation(index, numberOrder|uint64(n))
	w.setTraits(index, w.withRule(index, TraitNumber))
}

// IsNumber reports whether an index is that of a number.
func (w *World) IsNumber(index uint32) bool {
	return w.numbers != nil && w.TraitsOf(index)&TraitNumber != 0
}

// NumberAt returns the number with an index.
func (w *World) NumberAt(index uint32) (n uint32, is bool) {
	if !w.IsNumber(index) {
		return 0, false
	}
	return uint32(w.CreationOf(index)), true
}

// IsNoValue reports whether an index belongs to a reserved entity or a number. Variables of queries
// never have such values.
func (w *World) IsNoValue(index uint32) bool { return IsBuiltin(index) || w.IsNumber(index) }

// Numbers lists the numbers that have an index.
func (w *World) Numbers() []uint32 { return slices.Sorted(maps.Keys(w.numbers)) }

// FillNumber gives a number of a file its index. It returns false if that is impossible.
func (w *World) FillNumber(n, index uint32) bool {
	_, known := w.numbers[n]
	if known || !w.Profile.NumberTargets || !w.Adopt(store.MakeEntity(index, 0)) {
		return false
	}
	w.placeNumber(n, index)
	w.Store.Place(w.hiddenTable(), []Entity{w.Entity(index)})
	return true
}

// keepNumbers gives the numbers that were known before a restore their indices again, so that the
// targets and queries of the program stay valid. If the index of a number is taken in the restored
// world, the number gets a new index.
func (w *World) keepNumbers(before map[uint32]uint32) {
	for _, n := range slices.Sorted(maps.Keys(before)) {
		if _, known := w.numbers[n]; known {
			continue
		}
		e := store.MakeEntity(before[n], 0)
		if _, taken := w.Store.At(e.Index()); taken {
			w.Number(n)
			continue
		}
		w.Store.Revive(e)
		w.Store.Place(w.hiddenTable(), []Entity{e})
		w.placeNumber(n, e.Index())
	}
}

var errNumber = spec.Errorf(spec.CodeInvalid, "a number is not an entity; use it only as the target of a pair")

// checkNumber returns an error if the relationship of a pair cannot have a number as target
// (pairs.numbers).
func (w *World) checkNumber(id store.ID) *spec.Error {
	if first := id.First(); IsBuiltin(first) || w.TraitsOf(first)&noNumbers != 0 {
		return spec.Errorf(spec.CodeInvalid,
			"%s has a number as its target, and %s is reserved, Acyclic, Symmetric, Transitive or Traversable; use an entity",
			w.IDText(id), w.textOf(first))
	}
	return nil
}

// noNumbers are the properties that exclude numbers as targets: with them, a target can also be a
// source, which a number cannot be.
const noNumbers = TraitAcyclic | TraitTraversable | TraitSymmetric | TraitTransitive

// checkNoNumbers returns an error if an entity owns a pair of the relationship with a number.
func (w *World) checkNoNumbers(relationship uint32) *spec.Error {
	for _, n := range w.Numbers() {
		if id := store.Pair(relationship, w.numbers[n]); len(w.Owners(id)) > 0 {
			return spec.Errorf(spec.CodeInUse,
				"%s has a number as its target, so the relationship cannot get the property; remove the pair first", w.IDText(id))
		}
	}
	return nil
}

// checkFilledNumbers returns an error if a file uses a number as a tag, as a relationship, or as
// the target of a relationship that cannot have numbers.
func (w *World) checkFilledNumbers() *spec.Error {
	for _, n := range w.Numbers() {
		index := w.numbers[n]
		if w.Store.CountOf(store.Single(index)) > 0 || w.hasPairs(index) {
			return errFilled("@%d is not the target of a pair", n)
		}
		for _, e := range w.Owners(store.Pair(store.Wildcard, index)) {
			for _, id := range w.OwnIDs(w.Table(e.Index()), e.Index()) {
				if err := w.checkNumber(id); id.Second() == index && err != nil {
					return errFilled("%s", err.Message)
				}
			}
		}
	}
	return nil
}
