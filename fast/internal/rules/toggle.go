package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A toggle (toggle.hides) disables an owned id of an entity for queries. The entity still owns the
// id; only matching is affected. Toggles are stored outside the tables, by entity. The traits of an
// entity say whether it has any. Queries that no disabled id can affect run as if there were none.

// Toggles has the disabled ids.
type Toggles struct {
	heads   []uint32   // by entity: 1 plus the position in list of its last disabled id, 0 for none
	list    []disabled // with gaps
	gap     uint32     // 1 plus the position of the first gap, 0 for none
	off     int        // the number of disabled ids
	firsts  []int32    // by entity: how many disabled ids have it as first element
	tables  []int32    // by table: how many of its entities have disabled ids
	Changes uint64     // grows with every change
}

// disabled is a disabled id of an entity, or a gap.
type disabled struct {
	id    store.ID
	next  uint32      // 1 plus the position of the entity's next disabled id, or of the next gap; 0 at the end
	table store.Table // table of the entity
}

// Any reports whether any id is disabled.
func (g *Toggles) Any() bool { return g.off > 0 }

// Hides reports whether any id with a given first element is disabled.
func (g *Toggles) Hides(first Entity) bool {
	return int(first.Index()) < len(g.firsts) && g.firsts[first.Index()] > 0
}

// In returns how many entities of a table have disabled ids.
func (g *Toggles) In(t store.Table) int32 {
	if int(t) < len(g.tables) {
		return g.tables[t]
	}
	return 0
}

// has reports whether an id of an entity is disabled. The entity must have disabled ids.
func (g *Toggles) has(index uint32, id store.ID) bool {
	for at := g.heads[index]; at != 0; at = g.list[at-1].next {
		if g.list[at-1].id == id {
			return true
		}
	}
	return false
}

// add records that an enabled id is now disabled.
func (g *Toggles) add(index uint32, id store.ID, t store.Table) {
	at := g.gap
	if at != 0 {
		g.gap = g.list[at-1].next
	} else {
		g.list = append(g.list, disabled{})
		at = uint32(len(g.list))
	}
	g.list[at-1] = disabled{id, g.heads[index], t}
	g.heads[index] = at
	g.off++
}

// remove removes the record of a disabled id.
func (g *Toggles) remove(index uint32, id store.ID) {
	link := &g.heads[index]
	for g.list[*link-1].id != id {
		link = &g.list[*link-1].next
	}
	at := *link
	d := &g.list[at-1]
	*link, *d = d.next, disabled{next: g.gap}
	g.gap = at
	if g.off--; g.off == 0 {
		g.list, g.gap = g.list[:0], 0
	}
}

func (g *Toggles) count(t store.Table, more int32) {
	g.tables = lengthened(g.tables, int(t))
	g.tables[t] += more
}

// lengthened extends a list with zeros so that it has a slot.
func lengthened[T int32 | uint32](list []T, slot int) []T {
	if more := slot + 1 - len(list); more > 0 {
		return append(list, make([]T, more)...)
	}
	return list
}

func (g *Toggles) clone() Toggles {
	c := *g
	c.heads, c.list = slices.Clone(g.heads), slices.Clone(g.list)
	c.firsts, c.tables = slices.Clone(g.firsts), slices.Clone(g.tables)
	return c
}

// renumbered updates the toggles after Shrink has renumbered the tables.
func (g *Toggles) renumbered(w *World) {
	if !g.Any() {
		*g = Toggles{Changes: g.Changes}
		return
	}
	clear(g.tables)
	for index, at := range g.heads {
		if at == 0 {
			continue
		}
		t := w.Table(uint32(index))
		g.count(t, 1)
		for ; at != 0; at = g.list[at-1].next {
			g.list[at-1].table = t
		}
	}
	g.Changes++
}

// SwitchNow is like ToggleNow, but in some profiles it requires CanToggle (toggle.trait). Calls of
// the program use it; loading a file does not.
func (w *World) SwitchNow(e Entity, id store.ID, on bool) *spec.Error {
	if w.Profile.UsageTraits && w.TraitsOf(id.First())&TraitCanToggle == 0 {
		return spec.Errorf(spec.CodeInvalid, "%s cannot be enabled or disabled; add CanToggle to its first element", w.IDText(id))
	}
	return w.ToggleNow(e, id, on)
}

// ToggleNow enables or disables an exact id of alive elements.
func (w *World) ToggleNow(e Entity, id store.ID, on bool) *spec.Error {
	index := e.Index()
	off := w.IsOff(index, id)
	switch {
	case !off && !w.ownsNow(e, id):
		return spec.Errorf(spec.CodeInvalid, "the entity does not own the id; add it before you enable or disable it")
	case w.IsOriginal(index, id):
		return errReserved("enable or disable an id that it has from the start")
	case off != on:
		return nil
	}
	if w.Listener != nil {
		w.Listener.Toggle(index, id)
	}
	if on {
		w.rawOn(index, id)
	} else {
		w.rawOff(index, id)
	}
	return nil
}

// IsOff reports whether an id of an entity is disabled.
func (w *World) IsOff(index uint32, id store.ID) bool {
	return w.TraitsOf(index)&TraitToggled != 0 && w.Toggles.has(index, id)
}

// Off returns the disabled ids of an entity, the most recently disabled first.
func (w *World) Off(index uint32) (ids []store.ID) {
	if w.TraitsOf(index)&TraitToggled == 0 {
		return nil
	}
	g := &w.Toggles
	for at := g.heads[index]; at != 0; at = g.list[at-1].next {
		ids = append(ids, g.list[at-1].id)
	}
	return ids
}

// rawOff disables an enabled id.
func (w *World) rawOff(index uint32, id store.ID) {
	w.UndoLog.note(undoEntry{kind: undoOn, index: index, id: id})
	g, t := &w.Toggles, w.Table(index)
	g.heads = lengthened(g.heads, int(index))
	if g.heads[index] == 0 {
		w.AddTraits(index, TraitToggled)
		g.count(t, 1)
	}
	g.add(index, id, t)
	g.firsts = lengthened(g.firsts, int(id.First()))
	g.firsts[id.First()]++
	g.Changes++
}

// rawOn enables a disabled id.
func (w *World) rawOn(index uint32, id store.ID) {
	w.UndoLog.note(undoEntry{kind: undoOff, index: index, id: id})
	g := &w.Toggles
	t := g.list[g.heads[index]-1].table
	g.remove(index, id)
	if g.heads[index] == 0 {
		g.count(t, -1)
		w.dropTraits(index, TraitToggled)
	}
	g.firsts[id.First()]--
	g.Changes++
}

// toggledMoved updates the toggles of an entity that moved to another table. It removes the toggles
// of ids that the entity lost.
func (w *World) toggledMoved(index uint32) {
	g, t := &w.Toggles, w.Table(index)
	if from := g.list[g.heads[index]-1].table; t != from {
		g.count(from, -1)
		g.count(t, 1)
		for at := g.heads[index]; at != 0; at = g.list[at-1].next {
			g.list[at-1].table = t
		}
		g.Changes++
	}
	if w.UndoLog.Undoing {
		return // the ids will be added back
	}
	for at := g.heads[index]; at != 0; {
		id := g.list[at-1].id
		at = g.list[at-1].next
		if !w.OwnsID(t, index, id) {
			w.rawOn(index, id)
		}
	}
}

// forgetToggles removes the toggles of a deleted entity.
func (w *World) forgetToggles(index uint32) {
	for g := &w.Toggles; g.heads[index] != 0; {
		w.rawOn(index, g.list[g.heads[index]-1].id)
	}
}

// HidesFirst reports whether any id with a given first element may be disabled. If subclasses is
// set, it includes ids whose first element inherits from the given one.
func (g *Toggles) HidesFirst(w *World, first Entity, subclasses bool) bool {
	return g.Hides(first) || subclasses && w.Store.Alive(first) && w.TraitsOf(first.Index())&TraitBase != 0
}
