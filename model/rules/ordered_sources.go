package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// FollowOrders updates World.Orders after an operation: an entity that lost an ordered pair leaves
// the list of the pair, and an entity that got the pair is appended (ordered.sources). For example,
// if the children of a ship are mast and hull, and the mast moves to another ship and back, the
// order is hull, mast.
func (w *World) FollowOrders() {
	l := w.Orders
	for i := range l {
		l[i] = Without(l[i], func(e Entity) bool { return !w.Owns(e, i) })
	}
	for _, c := range w.Came {
		if w.isOrdered(c.ID) && w.Owns(c.Owner, c.ID) && !w.Entities[c.Owner].Builtin {
			l[c.ID] = append(w.orderWithout(c.ID, c.Owner), c.Owner)
		}
	}
	w.arrangeParts()
}

// arrangeParts orders the copied parts of a new instance like their originals (prefab.instantiate).
func (w *World) arrangeParts() {
	l := w.Orders
	for original, list := range maps.Clone(l) {
		if w.Parts[original.Second] == None {
			continue
		}
		i := ID{First: w.Part(original.First), Second: w.Part(original.Second)}
		for _, e := range list {
			if made := w.Parts[e]; slices.Contains(l[i], made) {
				l[i] = append(w.orderWithout(i, made), made)
			}
		}
	}
}

// isOrdered reports whether the sources of a pair have an order. They have if the relationship is
// Ordered, or if the pair is (ChildOf, e) and e has OrderedChildren (ordered.children).
func (w *World) isOrdered(i ID) bool {
	ofChildren := i.IsPair() && w.Handle(i.First) == spec.ChildOf && w.Is(i.Second, spec.OrderedChildren)
	return i.IsPair() && w.Is(i.First, spec.Ordered) || ofChildren
}

// orderWithout returns the sources of a pair without one entity.
func (w *World) orderWithout(i ID, e Entity) []Entity {
	return Without(w.Orders[i], func(x Entity) bool { return x == e })
}

// Sources lists the sources of a pair in their order (ordered.sources).
func (w *World) Sources(i ID) ([]Entity, *spec.Error) {
	if !w.isOrdered(i) {
		return nil, spec.Errorf(spec.CodeInvalid,
			"the sources of %s have no order: its relationship is not Ordered, and it is not (ChildOf, e) with OrderedChildren on e",
			w.SpecID(i))
	}
	return w.Orders[i], nil
}

// Move moves a source of a pair directly before or after its neighbour. If e is the neighbour
// itself, nothing changes (ordered.reorder). For example, moving the flag before the hull changes
// mast, hull, flag to mast, flag, hull.
func (w *World) Move(e Entity, i ID, neighbour Entity, after bool) *spec.Error {
	list, err := w.Sources(i)
	if err != nil {
		return err
	}
	for _, x := range []Entity{e, neighbour} {
		if !slices.Contains(list, x) {
			return spec.Errorf(spec.CodeInvalid, "%s is not a source of %s", w.Handle(x), w.SpecID(i))
		}
	}
	if e == neighbour {
		return nil
	}
	rest := w.orderWithout(i, e)
	at := slices.Index(rest, neighbour)
	if after {
		at++
	}
	w.Orders[i] = slices.Insert(rest, at, e)
	return nil
}
