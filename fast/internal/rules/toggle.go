package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A toggle (P-43) switches one own id of one entity off for queries. The id stays owned: nothing but matching sees the
// difference. Toggles lie beside the tables, by entity; the traits of an entity say whether it has any. Queries that no
// toggled id can concern are answered as if there were none.

// Toggles are the ids that are off.
type Toggles struct {
	of      map[uint32]*switched
	Firsts  map[uint32]int      // how many ids with a first element are off
	Tables  map[store.Table]int // how many entities of a table have ids that are off
	Changes uint64              // grows with every change
}

// switched are the ids of an entity that are off, at least one, and its table.
type switched struct {
	ids   []store.ID
	table store.Table
}

// Any reports whether some id is off.
func (g *Toggles) Any() bool { return len(g.of) > 0 }

func (g *Toggles) clone() Toggles {
	c := Toggles{maps.Clone(g.of), maps.Clone(g.Firsts), maps.Clone(g.Tables), g.Changes}
	for index, s := range c.of {
		c.of[index] = &switched{slices.Clone(s.ids), s.table}
	}
	return c
}

// ToggleNow switches an exact id of alive elements.
func (w *World) ToggleNow(e Entity, id store.ID, on bool) *spec.Error {
	index := e.Index()
	switch {
	case !w.ownsNow(e, id):
		return spec.Errorf(spec.CodeInvalid, "only an id that the entity owns can be switched on or off")
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

// IsOff reports whether an id of an entity is off.
func (w *World) IsOff(index uint32, id store.ID) bool {
	return w.Entities[index].Traits&TraitToggled != 0 && slices.Contains(w.Toggles.of[index].ids, id)
}

// rawOff switches an id off that is on.
func (w *World) rawOff(index uint32, id store.ID) {
	g := &w.Toggles
	if g.of == nil {
		g.of, g.Firsts, g.Tables = map[uint32]*switched{}, map[uint32]int{}, map[store.Table]int{}
	}
	s := g.of[index]
	if s == nil {
		s = &switched{table: w.Table(index)}
		g.of[index] = s
		g.Tables[s.table]++
		w.Entities[index].Traits |= TraitToggled
	}
	s.ids = append(s.ids, id)
	g.Firsts[id.First()]++
	g.Changes++
	w.Touch(index)
}

// rawOn switches an id on that is off.
func (w *World) rawOn(index uint32, id store.ID) {
	g := &w.Toggles
	s := g.of[index]
	s.ids = slices.DeleteFunc(s.ids, func(off store.ID) bool { return off == id })
	decrease(g.Firsts, id.First())
	if len(s.ids) == 0 {
		delete(g.of, index)
		decrease(g.Tables, s.table)
		w.Entities[index].Traits &^= TraitToggled
	}
	g.Changes++
	w.Touch(index)
}

func decrease[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] == 0 {
		delete(counts, key)
	}
}

// toggledMoved follows an entity with toggles to another table, and ends those of ids that it has lost.
func (w *World) toggledMoved(index uint32) {
	g := &w.Toggles
	s := g.of[index]
	if t := w.Table(index); t != s.table {
		decrease(g.Tables, s.table)
		s.table = t
		g.Tables[t]++
		g.Changes++
	}
	if w.UndoLog.Undoing {
		return // the ids come back
	}
	for i := len(s.ids) - 1; i >= 0; i-- {
		if id := s.ids[i]; !w.OwnsID(s.table, index, id) {
			if w.UndoLog.On() {
				w.UndoLog.entries = append(w.UndoLog.entries, undoEntry{kind: undoOff, index: index, id: id})
			}
			w.rawOn(index, id)
		}
	}
}

// forgetToggles ends the toggles of an entity that is deleted.
func (w *World) forgetToggles(index uint32) {
	ids := w.Toggles.of[index].ids
	for i := len(ids) - 1; i >= 0; i-- {
		w.rawOn(index, ids[i])
	}
}

// HidesFirst reports whether ids of a first element, or of something that inherits from it, may be off.
func (g *Toggles) HidesFirst(w *World, first Entity, subclasses bool) bool {
	return g.Firsts[first.Index()] > 0 || subclasses && w.Store.Alive(first) && w.TraitsOf(first.Index())&TraitBase != 0
}

// CollectSeen is collect for queries: without ids that are off, which go on hiding others. An IsA pair that is off goes on
// making an instance: inheritance does not change.
func (w *World) CollectSeen(to []Held, t store.Table, index uint32, pattern store.ID, allow Traits, own bool) []Held {
	if own {
		from := len(to)
		to = w.CollectOwn(to, t, index, pattern)
		to = w.dropOff(to, from, index)
	}
	if !w.HasBases(t) {
		return to
	}
	if first := pattern.First(); own && first != store.Wildcard {
		traits := w.TraitsOf(first)
		if traits&TraitExclusive != 0 && pattern.IsPair() && w.Store.Has(t, store.Pair(first, store.Wildcard)) {
			return to
		}
	}
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: tables[:0], to: to, seen: Visits{}, toggled: true}
	if own {
		c.tables = append(c.tables, t)
	}
	c.visit(t)
	return c.to
}

// dropOff drops from a place on the ids that are off on an entity.
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
