package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// spreadPrefab: every child of an entity that comes to own Prefab owns it too, and so on down to those that own it
// already (ruling 28).
func (w *World) spreadPrefab(e entity) *spec.Error {
	for _, child := range w.owning(id{w.handles[spec.ChildOf], e}) {
		if err := w.becomePrefab(child, e); err != nil {
			return err
		}
	}
	return nil
}

// becomePrefab makes a child of a prefab one (ruling 28).
func (w *World) becomePrefab(child, parent entity) *spec.Error {
	prefab := id{first: w.handles[spec.Prefab]}
	if !w.owns(child, prefab) {
		w.because(nil, "%s is a child of the prefab %s: it gets %s", child, parent, prefab)
	}
	return w.add(child, prefab)
}

// startingValue is what data starts as that e comes to own without setting it: the value of the first of all its bases that
// owns it, whether its rule is Inherit or Override, else zero; nil for a tag (ruling 29, REL-167).
func (w *World) startingValue(e entity, i id) spec.Value {
	if w.rule(i) != spec.DontInherit {
		for _, base := range w.bases(e) {
			if f, ok := w.owned(base, i); ok && f.value != nil {
				w.because(nil, "%s starts with the value that %s of its base %s has", e, i, base)
				return f.value
			}
		}
	}
	return w.zero(i)
}

// bases lists everything that e is an instance of, depth first in type order, each once (ruling 14).
func (w *World) bases(e entity) []entity {
	var out []entity
	var visit func(x entity)
	visit = func(x entity) {
		for _, base := range w.targets(x, w.handles[spec.IsA]) {
			if !slices.Contains(out, base) {
				out = append(out, base)
				visit(base)
			}
		}
	}
	visit(e)
	return out
}

// instantiate adds to e, which has become an instance of base, what is to be overridden, in type order; never what it owns,
// and never a second target of an exclusive relationship (rulings 14 and 29, P-21, P-42).
func (w *World) instantiate(e, base entity) *spec.Error {
	for _, i := range w.overridden(base) {
		if _, owned := w.owned(e, i); owned || i.isPair() && w.isExclusive(i.first) && len(w.targets(e, i.first)) > 0 {
			continue
		}
		w.because(nil, "%s gets %s of its own, which its base %s has to be overridden", e, i, base)
		if err := w.add(e, i); err != nil {
			return err
		}
		w.copied = append(w.copied, holding{i, e})
	}
	return nil
}

// overridden lists in type order what instances of base get: each id with the rule Override that base or one of its bases
// owns, of an exclusive relationship the target of the first holder, and each id that one of them marks.
func (w *World) overridden(base entity) []id {
	var out []id
	held := map[entity]bool{} // exclusive relationships of nearer bases
	for _, x := range append([]entity{base}, w.bases(base)...) {
		out = append(out, w.entities[x].overrides...)
		for _, f := range w.entities[x].own {
			if w.rule(f.id) != spec.Override {
				continue
			}
			if f.isPair() && w.isExclusive(f.first) {
				if held[f.first] {
					continue
				}
				held[f.first] = true
			}
			out = append(out, f.id)
		}
	}
	slices.SortFunc(out, compareIDs)
	return slices.Compact(out)
}
