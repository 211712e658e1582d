package rules

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// When (IsA, base) is added, the entity also gets copies of ids: those with the rule Override that
// the base or one of its bases owns, and those that are marked on one of them (inheritance.copies,
// inheritance.override-mark).

// GivesCopies reports whether instances of a base may get copies.
func (w *World) GivesCopies(base uint32) bool {
	return w.Profile.Instantiation == spec.Override || w.mayHaveMarks(base)
}

// mayHaveMarks reports whether a base or one of its bases may have marks.
func (w *World) mayHaveMarks(base uint32) bool {
	return len(w.Marks) > 0 && (w.TraitsOf(base)&TraitMarked != 0 || w.HasBases(w.Table(base)))
}

// copiesOf appends the ids that instances of a base get, each id once, in no particular order.
func (w *World) copiesOf(to []store.ID, base uint32) []store.ID {
	from := len(to)
	if w.Profile.Instantiation == spec.Override {
		to = w.overriddenBy(w.overriddenBy(to, base, store.AnySingle), base, store.AnyPair)
	}
	if !w.mayHaveMarks(base) {
		return to
	}
	var buf [16]uint32
	for _, marked := range w.Ancestors(append(buf[:0], base), base) {
		for _, id := range w.Marks[marked] {
			if !slices.Contains(to[from:], id) {
				to = append(to, id)
			}
		}
	}
	return to
}

// overriddenBy appends the ids with the rule Override that match a pattern and that a base or one
// of its bases owns. If a base owns a target of an exclusive relationship, the targets of its bases
// are left out.
func (w *World) overriddenBy(to []store.ID, base uint32, pattern store.ID) []store.ID {
	var found [16]Held
	for _, h := range w.Collect(found[:0], w.Table(base), base, pattern, TraitCopied) {
		if w.TraitsOf(h.ID.First())&TraitCopied != 0 {
			to = append(to, h.ID)
		}
	}
	return to
}

// CopiesFor appends the ids that an entity of a table gets as an instance of a base. plain is true
// if they have no consequences, so that their order does not matter.
func (w *World) CopiesFor(to []store.ID, t store.Table, index, base uint32) (ids []store.ID, plain bool) {
	from := len(to)
	to, plain = w.copiesOf(to, base), true
	saved := to[:from]
	for _, id := range to[from:] {
		if w.takesCopy(t, index, id) {
			saved = append(saved, id)
			plain = plain && w.TraitsOfID(id)&TraitsOfAdd == 0 && !IsBuiltin(id.First())
		}
	}
	return saved, plain
}

// takesCopy reports whether an entity of a table gets a copy of an id: it owns neither the id nor
// another target of the exclusive relationship.
func (w *World) takesCopy(t store.Table, index uint32, id store.ID) bool {
	return !w.OwnsID(t, index, id) && w.replacedBy(t, index, id, w.TraitsOf(id.First())) == 0
}

// copyFromBase adds the copies to a new instance one by one in type order. The list is fixed at the
// start; an id that the instance owns by the time it is reached is skipped.
func (w *World) copyFromBase(e Entity, base uint32) *spec.Error {
	ids := w.copiesOf(nil, base)
	w.SortIDs(ids)
	for _, id := range ids {
		if !w.takesCopy(w.Table(e.Index()), e.Index(), id) {
			continue
		}
		if err := w.AddNow(e, id); err != nil {
			return err
		}
		w.copied(e, id)
	}
	return nil
}

// attachWith adds (IsA, base) and copies without consequences, in one move.
func (w *World) attachWith(e Entity, isA, drop store.ID, copies []store.ID) {
	var buf [17]store.ID
	var dropped [1]store.ID
	remove := dropped[:0]
	if drop != 0 {
		remove = append(remove, drop)
	}
	w.rawChange(e.Index(), append(append(buf[:0], isA), copies...), remove)
	t := w.Table(e.Index())
	for _, id := range copies {
		w.startValue(e, t, id)
		w.copied(e, id)
	}
}

// copied notes that an instance got a copy of the value of an id. A tag has no value.
func (w *World) copied(e Entity, id store.ID) {
	if w.Listener != nil && w.TypedBy(id) != 0 {
		w.Listener.Wrote(e.Index(), id)
	}
}

// A mark (inheritance.override-mark) is an id of a base. Each entity that gets (IsA, base) from
// then on gets its own copy of the id. Marks are stored outside the tables. The traits of an entity
// say whether it has marks, and whether it is an element of a mark.

// Marks has the marked ids by base, in no particular order.
type Marks map[uint32][]store.ID

// OverrideNow marks an exact id of alive elements on a base (inheritance.override-mark).
func (w *World) OverrideNow(base Entity, id store.ID) *spec.Error {
	index := base.Index()
	switch {
	case IsBuiltin(index):
		return errReserved("be a base whose instances get copies")
	case w.TraitsOf(id.First())&TraitProperty != 0:
		return spec.Errorf(spec.CodeInvalid,
			"the id is a property, and instances get no copies of properties; add it to each instance")
	case slices.Contains(w.Marks[index], id):
		return nil
	}
	w.setMarks(index, append(slices.Clip(w.Marks[index]), id))
	return nil
}

// setMarks replaces the marks of an entity.
func (w *World) setMarks(index uint32, ids []store.ID) {
	if ids := w.Marks[index]; w.UndoLog.On() {
		w.UndoLog.note(undoEntry{kind: undoMarks, index: index, value: unsafe.Pointer(&ids)})
	}
	w.OutsideTables++
	w.TraitChanges++ // invalidates plans for instances
	if len(ids) == 0 {
		delete(w.Marks, index)
		w.dropTraits(index, TraitMarked)
		return
	}
	if w.Marks == nil {
		w.Marks = Marks{}
	}
	w.Marks[index] = ids
	w.AddTraits(index, TraitMarked)
	for _, id := range ids {
		w.AddTraits(id.First(), TraitInMark)
		if id.IsPair() {
			w.AddTraits(id.Second(), TraitInMark)
		}
	}
}

// clearMarks removes the marks of an entity, with an entry in the undo log.
func (w *World) clearMarks(index uint32) {
	if w.TraitsOf(index)&TraitMarked != 0 {
		w.setMarks(index, nil)
	}
}

// forgetMarks removes the marks of a deleted entity, and the marks of bases that mention it.
func (w *World) forgetMarks(index uint32, t Traits) {
	w.clearMarks(index)
	if t&TraitInMark == 0 {
		return
	}
	var bases []uint32
	for base, ids := range w.Marks {
		if slices.ContainsFunc(ids, func(id store.ID) bool { return mentionsIndex(id, index) }) {
			bases = append(bases, base)
		}
	}
	for _, base := range bases {
		left := slices.Clone(w.Marks[base])
		w.setMarks(base, slices.DeleteFunc(left, func(id store.ID) bool { return mentionsIndex(id, index) }))
	}
}

func mentionsIndex(id store.ID, index uint32) bool {
	return id.First() == index || id.IsPair() && id.Second() == index
}
