package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// When (IsA, base) is added, the entity also gets copies of ids: those that the base or one of its
// bases owns and whose rule is Override, and those that are marked there (inheritance.copies,
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

// overriddenBy appends the matches of a pattern that a base or one of its bases owns and whose rule
// is Override. If a base owns a target of an exclusive relationship, targets of its bases are
// hidden.
func (w *World) overriddenBy(to []store.ID, base uint32, pattern store.ID) []store.ID {
	var found [16]Held
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: TraitCopied, tables: tables[:0], to: found[:0]}
	t := w.Table(base)
	c.take(t, base)
	if w.HasBases(t) {
		c.tables = append(c.tables, t)
		c.visit(t)
	}
	for _, h := range c.to {
		to = append(to, h.ID)
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
