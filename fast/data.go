package fast

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// cellOf is the address of the value of an id that an entity owns or inherits, nil if it has none; errors are those of
// get (P-10).
func (w *World) cellOf(e Entity, id store.ID) (unsafe.Pointer, *component, *spec.Error) {
	by := w.typedBy(id)
	if by == 0 {
		return nil, nil, errNoType
	}
	t, row, _ := w.st.Record(e)
	cell, _, ok := w.st.Cell(t, row, id)
	if !ok && w.hasBases(t) {
		base, found := w.inheritedFrom(t, id)
		if !found {
			return nil, nil, nil
		}
		cell, _, _ = w.st.Get(w.entity(base), id)
	}
	return cell, w.components[by], nil
}

// firstTyped is the first id in type order that an entity owns or inherits of a pair (C, *) or (C, _) that C gives a type
// (P-8); false if it has none. Other patterns have no type.
func (w *World) firstTyped(e Entity, pattern elements) (store.ID, bool, *spec.Error) {
	first := pattern.first
	switch {
	case !isPattern(pattern.second) || isPattern(first):
		return 0, false, errWildcard
	case !w.st.Alive(first):
		return 0, false, nil
	case w.typedBy(store.Pair(first.Index(), store.Wildcard)) != first.Index():
		return 0, false, errWildcard
	}
	var buf [16]held
	found := w.collect(buf[:0], w.table(e.Index()), e.Index(), store.Pair(first.Index(), store.Wildcard), traitInherited)
	if len(found) == 0 {
		return 0, false, nil
	}
	least := slices.MinFunc(found, func(a, b held) int { return w.compareIDs(a.id, b.id) })
	return least.id, true, nil
}

// ownCell makes sure that an entity owns an id with a type, adding it with every consequence, and gives its cell.
func (w *World) ownCell(e Entity, id store.ID) (unsafe.Pointer, *component, *spec.Error) {
	by := w.typedBy(id)
	if by == 0 {
		return nil, nil, errNoType
	}
	t, row, _ := w.st.Record(e)
	cell, _, ok := w.st.Cell(t, row, id)
	if !ok {
		if err := w.checkHooks(true); err != nil {
			return nil, nil, err
		}
		if err := w.addNow(e, id); err != nil {
			return nil, nil, err
		}
		cell, _, _ = w.st.Get(e, id)
	}
	return cell, w.components[by], nil
}

// Modified announces that the value of an id which the entity owns has been written (P-10).
func (w *World) Modified(e Entity, id ID) error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err != nil {
		return err
	}
	return asError(w.modified(e, sid))
}

func (w *World) modified(e Entity, id store.ID) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeModified, entity: e, id: w.elementsOf(id)})
	}
	return w.modifiedNow(e, id)
}

func (w *World) modifiedNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.st.Record(e)
	if !w.ownsID(t, e.Index(), id) {
		return spec.Errorf(spec.CodeInvalid, "the entity does not own the id whose value was written")
	}
	w.wrote(e, id)
	return nil
}
