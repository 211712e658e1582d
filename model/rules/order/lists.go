package order

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Lists maps each ordered pair to the user entities that own it, in order. The lists are replaced and
// never changed in place, so that a copy of the map is a snapshot.
type Lists map[rules.ID][]rules.Entity

// Follow updates the lists after an operation: an entity that lost the pair leaves the list, and an
// entity that got it is appended (ordered.sources). For example, if the children of a ship are mast
// and hull, and the mast moves to another ship and back, the order is hull, mast.
func (l Lists) Follow(w *rules.World) {
	for i := range l {
		l[i] = rules.Without(l[i], func(e rules.Entity) bool { return !w.Owns(e, i) })
	}
	for _, c := range w.Came {
		if ordered(w, c.ID) && w.Owns(c.Owner, c.ID) && !w.Entities[c.Owner].Builtin {
			l[c.ID] = append(l.without(c.ID, c.Owner), c.Owner)
		}
	}
	l.arrange(w)
}

// arrange orders the copied parts of a new instance like their originals (prefab.instantiate).
func (l Lists) arrange(w *rules.World) {
	for original, list := range maps.Clone(l) {
		if w.Parts[original.Second] == rules.None {
			continue
		}
		i := rules.ID{First: w.Part(original.First), Second: w.Part(original.Second)}
		for _, e := range list {
			if made := w.Parts[e]; slices.Contains(l[i], made) {
				l[i] = append(l.without(i, made), made)
			}
		}
	}
}

// ordered reports whether the sources of a pair have an order: the relationship is Ordered, or the
// pair is (ChildOf, e) and e has OrderedChildren (ordered.children).
func ordered(w *rules.World, i rules.ID) bool {
	ofChildren := i.IsPair() && w.Handle(i.First) == spec.ChildOf && w.Is(i.Second, spec.OrderedChildren)
	return i.IsPair() && w.Is(i.First, spec.Ordered) || ofChildren
}

// without returns the list of a pair without one entity.
func (l Lists) without(i rules.ID, e rules.Entity) []rules.Entity {
	return rules.Without(l[i], func(x rules.Entity) bool { return x == e })
}

// Sources lists the sources of a pair in their order (ordered.sources).
func (l Lists) Sources(w *rules.World, i rules.ID) ([]rules.Entity, *spec.Error) {
	if !ordered(w, i) {
		return nil, spec.Errorf(spec.CodeInvalid,
			"the sources of %s have no order: its relationship is not Ordered, and it is not (ChildOf, e) with OrderedChildren on e",
			w.SpecID(i))
	}
	return l[i], nil
}

// Move moves a source of a pair directly before or after its neighbour. If e is the neighbour
// itself, nothing changes (ordered.reorder). For example, moving the flag before the hull changes
// mast, hull, flag to mast, flag, hull.
func (l Lists) Move(
	w *rules.World, e rules.Entity, i rules.ID, neighbour rules.Entity, after bool,
) *spec.Error {
	list, err := l.Sources(w, i)
	if err != nil {
		return err
	}
	for _, x := range []rules.Entity{e, neighbour} {
		if !slices.Contains(list, x) {
			return spec.Errorf(spec.CodeInvalid, "%s is not a source of %s", w.Handle(x), w.SpecID(i))
		}
	}
	if e == neighbour {
		return nil
	}
	rest := l.without(i, e)
	at := slices.Index(rest, neighbour)
	if after {
		at++
	}
	l[i] = slices.Insert(rest, at, e)
	return nil
}
