package order

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Lists has, for each pair of an Ordered relationship, the entities of the user that own it, in
// their order. The lists are replaced and never changed in place, so that a copy of the map is a
// snapshot.
type Lists map[rules.ID][]rules.Entity

// Follow takes note of an operation: who owns a pair no longer leaves its list, and who came to own
// it stands at the end, after those to whom it came before (ordered.sources). If the mast is a
// child of the ship and the hull becomes one, the order is mast, hull; if the mast goes to another
// ship and comes back, it is hull, mast.
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

// arrange puts the sources of the copies that an instance was made with into the order of their originals
// (prefab.instantiate).
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

// ordered reports whether the sources of a pair have an order: its relationship is Ordered, or they are
// the children of an entity with OrderedChildren (ordered.children).
func ordered(w *rules.World, i rules.ID) bool {
	ofChildren := i.IsPair() && w.Handle(i.First) == spec.ChildOf && w.Is(i.Second, spec.OrderedChildren)
	return i.IsPair() && w.Is(i.First, spec.Ordered) || ofChildren
}

// without is the list of a pair but for one entity.
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

// Move puts a source of a pair right before or after another one; where it is that one itself,
// nothing moves (ordered.reorder). With the order mast, hull, flag the flag moved before the hull
// gives mast, flag, hull.
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
