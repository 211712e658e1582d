package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Prefab spreads down ChildOf (prefab.spreads). If an entity becomes a child of a prefab, or its
// parent becomes a prefab, the entity becomes a prefab, too. The same then applies to its children,
// except below entities that already were prefabs. For example, if a cockpit with a seat becomes a
// child of a prefab ship, the cockpit and the seat become prefabs.

var prefabTag = store.Single(Prefab.Index())

// spreads reports whether Prefab spreads because of an id that an entity gets or has just got.
func (w *World) spreads(index uint32, id store.ID) bool {
	switch {
	case w.Profile.PrefabChildrenPlain:
		return false
	case id == prefabTag:
		return w.Store.Mentioned(index)
	case id.IsPair() && id.First() == ChildOf.Index():
		return w.OwnsTag(id.Second(), Prefab)
	}
	return false
}

// spread adds Prefab after an entity got an id. If the id is a pair with a parent, the entity gets
// Prefab. If the id is Prefab, the entities below get it.
func (w *World) spread(e Entity, id store.ID) *spec.Error {
	if id != prefabTag {
		return w.AddNow(e, prefabTag)
	}
	todo := w.prefabsToBe(nil, e)
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.OwnsTag(next.Index(), Prefab) {
			continue
		}
		if err := w.becomePrefab(next); err != nil {
			return err
		}
		todo = w.prefabsToBe(todo, next)
	}
	return nil
}

// prefabsToBe appends the children of an entity in reverse type order.
func (w *World) prefabsToBe(to []Entity, e Entity) []Entity {
	children := w.Owners(store.Pair(ChildOf.Index(), e.Index()))
	slices.Reverse(children)
	return append(to, children...)
}

// becomePrefab adds Prefab, and the ids that With adds, to one entity.
func (w *World) becomePrefab(e Entity) *spec.Error {
	t := w.Table(e.Index())
	if err := w.checkIDLimit(t, 1); err != nil {
		return err
	}
	w.attach(e, t, prefabTag, 0)
	if w.TraitsOf(Prefab.Index())&TraitWith != 0 {
		return w.addWith(e, prefabTag)
	}
	return nil
}
