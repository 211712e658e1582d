package rules

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// CellOf returns the address of the value of an id that an entity owns or inherits, or nil if the
// entity does not have the id. It returns an error if the id has no type (data.set-refused).
func (w *World) CellOf(e Entity, id store.ID) (unsafe.Pointer, *Component, *spec.Error) {
	by := w.TypedBy(id)
	if by == 0 {
		return nil, nil, w.ErrNoType(id)
	}
	t, row, _ := w.Store.Record(e)
	cell, _, ok := w.Store.Cell(t, row, id)
	if !ok && w.HasBases(t) {
		base, found := w.InheritedFrom(t, id)
		if !found {
			return nil, w.Components[by], nil
		}
		cell, _, _ = w.Store.Get(w.Entity(base), id)
	}
	return cell, w.Components[by], nil
}

// FirstTyped returns the pair whose value a get of (C, *) or (C, _) returns: the first match in
// type order that the entity owns or inherits (data.wildcard-get). It returns false if there is no
// match or C is dead. It returns an error if C does not determine the type of its pairs, and for
// all other patterns.
func (w *World) FirstTyped(e Entity, pattern Elements) (store.ID, bool, *spec.Error) {
	first := pattern.First
	switch {
	case !IsPattern(pattern.Second) || IsPattern(first):
		return 0, false, ErrWildcard
	case !w.Store.Alive(first):
		return 0, false, nil
	case w.TypedBy(store.Pair(first.Index(), store.Wildcard)) != first.Index():
		return 0, false, ErrWildcard
	}
	var buf [16]Held
	found := w.Collect(buf[:0], w.Table(e.Index()), e.Index(), store.Pair(first.Index(), store.Wildcard),
		TraitInherited)
	if len(found) == 0 {
		return 0, false, nil
	}
	lowest := slices.MinFunc(found, func(a, b Held) int { return w.CompareIDs(a.ID, b.ID) })
	return lowest.ID, true, nil
}

// OwnCell returns the address of the value that an entity owns. If the entity does not own the id,
// OwnCell adds it with all consequences. The address is nil if a consequence has removed the id
// again (data.set-replaced).
func (w *World) OwnCell(e Entity, id store.ID) (unsafe.Pointer, *Component, *spec.Error) {
	by := w.TypedBy(id)
	if by == 0 {
		return nil, nil, w.ErrNoType(id)
	}
	t, row, _ := w.Store.Record(e)
	cell, _, ok := w.Store.Cell(t, row, id)
	if !ok {
		if err := w.CheckHooks(true); err != nil {
			return nil, nil, err
		}
		if err := w.AddNow(e, id); err != nil {
			return nil, nil, err
		}
		cell, _, _ = w.Store.Get(e, id)
	}
	return cell, w.Components[by], nil
}
