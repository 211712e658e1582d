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
	slot    []int32    // by entity: its position in list plus 1, 0 if it has none
	list    []switched // unordered; elements beyond its length keep their allocations
	firsts  []int32    // by entity: how many disabled ids have it as first element
	tables  []int32    // by table: how many of its entities have disabled ids
	Changes uint64     // grows with every change
}

// switched has the disabled ids of an entity, at least one, and its table.
type switched struct {
	ids   []store.ID
	index uint32
	table store.Table
}

// Any reports whether any id is disabled.
func (g *Toggles) Any() bool { return len(g.list) > 0 }

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

// of returns the disabled ids of an entity, or nil if there are none. The result is valid until
// open or end is called for another entity.
func (g *Toggles) of(index uint32) *switched {
	if int(index) >= len(g.slot) || g.slot[index] == 0 {
		return nil
	}
	return &g.list[g.slot[index]-1]
}

// open adds an entry for an entity that has none.
func (g *Toggles) open(w *World, index uint32) *switched {
	w.Entities[index].Traits |= TraitToggled
	n := len(g.list)
	if n == cap(g.list) {
		g.list = append(g.list, switched{})
	}
	g.list = g.list[:n+1]
	s := &g.list[n]
	s.ids, s.index, s.table = s.ids[:0], index, w.Table(index)
	g.slot = lengthened(g.slot, int(index))
	g.slot[index] = int32(n) + 1 //nolint:gosec // entities are fewer than 1<<31
	g.count(s.table, 1)
	return s
}

// end removes the entry of an entity.
func (g *Toggles) end(w *World, s *switched) {
	g.count(s.table, -1)
	w.Entities[s.index].Traits &^= TraitToggled
	at := g.slot[s.index] - 1
	g.slot[s.index] = 0
	last := len(g.list) - 1
	if int(at) != last {
		g.list[at], g.list[last] = g.list[last], g.list[at]
		g.slot[g.list[at].index] = at + 1
	}
	g.list = g.list[:last]
}

func (g *Toggles) count(t store.Table, more int32) {
	g.tables = lengthened(g.tables, int(t))
	g.tables[t] += more
}

// lengthened returns the list, extended so that it has the slot.
func lengthened(list []int32, slot int) []int32 {
	if more := slot + 1 - len(list); more > 0 {
		return append(list, make([]int32, more)...)
	}
	return list
}

func (g *Toggles) clone() Toggles {
	c := Toggles{slices.Clone(g.slot), slices.Clone(g.list), slices.Clone(g.firsts), slices.Clone(g.tables), g.Changes}
	for i := range c.list {
		c.list[i].ids = slices.Clone(c.list[i].ids)
	}
	return c
}

// SwitchNow is ToggleNow for users. In some profiles it requires CanToggle (toggle.trait).
func (w *World) SwitchNow(e Entity, id store.ID, on bool) *spec.Error {
	if w.Profile.UsageTraits && w.TraitsOf(id.First())&TraitCanToggle == 0 {
		return spec.Errorf(spec.CodeInvalid, "%s cannot be switched; add CanToggle to its first element", w.IDText(id))
	}
	return w.ToggleNow(e, id, on)
}

// ToggleNow enables or disables an exact id of alive elements.
func (w *World) ToggleNow(e Entity, id store.ID, on bool) *spec.Error {
	index := e.Index()
	switch {
	case !w.ownsNow(e, id):
		return spec.Errorf(spec.CodeInvalid, "the entity does not own the id; add it before you enable or disable it")
	case w.IsOriginal(index, id):
		return errReserved("switch what it has from the start")
	case w.IsOff(index, id) != on:
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
	return w.Entities[index].Traits&TraitToggled != 0 && slices.Contains(w.Toggles.of(index).ids, id)
}

// rawOff disables an enabled id.
func (w *World) rawOff(index uint32, id store.ID) {
	w.UndoLog.note(undoEntry{kind: undoOn, index: index, id: id})
	g := &w.Toggles
	s := g.of(index)
	if s == nil {
		s = g.open(w, index)
	}
	s.ids = append(s.ids, id)
	g.firsts = lengthened(g.firsts, int(id.First()))
	g.firsts[id.First()]++
	g.Changes++
	w.Touch(index)
}

// rawOn enables a disabled id.
func (w *World) rawOn(index uint32, id store.ID) {
	w.UndoLog.note(undoEntry{kind: undoOff, index: index, id: id})
	g := &w.Toggles
	s := g.of(index)
	s.ids = slices.DeleteFunc(s.ids, func(off store.ID) bool { return off == id })
	g.firsts[id.First()]--
	if len(s.ids) == 0 {
		g.end(w, s)
	}
	g.Changes++
	w.Touch(index)
}

// toggledMoved updates the toggles of an entity that moved to another table, and removes those of
// ids that it lost.
func (w *World) toggledMoved(index uint32) {
	g := &w.Toggles
	s := g.of(index)
	if t := w.Table(index); t != s.table {
		g.count(s.table, -1)
		g.count(t, 1)
		s.table = t
		g.Changes++
	}
	if w.UndoLog.Undoing {
		return // the ids will be added back
	}
	ids, t := s.ids, s.table
	for i := len(ids) - 1; i >= 0; i-- {
		if id := ids[i]; !w.OwnsID(t, index, id) {
			w.rawOn(index, id)
		}
	}
}

// forgetToggles removes the toggles of a deleted entity.
func (w *World) forgetToggles(index uint32) {
	ids := w.Toggles.of(index).ids
	for i := len(ids) - 1; i >= 0; i-- {
		w.rawOn(index, ids[i])
	}
}

// HidesFirst reports whether ids with a given first element, or with one that inherits from it, may
// be disabled.
func (g *Toggles) HidesFirst(w *World, first Entity, subclasses bool) bool {
	return g.Hides(first) || subclasses && w.Store.Alive(first) && w.TraitsOf(first.Index())&TraitBase != 0
}

// CollectSeen is Collect for queries. It skips disabled ids, which still hide ids of bases. A
// disabled IsA pair still makes an instance: inheritance does not change.
func (w *World) CollectSeen(to []Held, t store.Table, index uint32, pattern store.ID, allow Traits, own bool) []Held {
	if own {
		from := len(to)
		to = w.CollectOwn(to, t, index, pattern)
		to = w.dropOff(to, from, index)
	}
	if !w.HasBases(t) {
		return to
	}
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: tables[:0], to: to, seen: Visits{}, toggled: true}
	if own {
		c.tables = append(c.tables, t)
	}
	c.visit(t)
	return c.to
}

// dropOff removes the ids of list[from:] that are disabled on an entity.
func (w *World) dropOff(list []Held, from int, index uint32) []Held {
	saved := from
	for _, h := range list[from:] {
		if !w.IsOff(index, h.ID) {
			list[saved] = h
			saved++
		}
	}
	return list[:saved]
}
