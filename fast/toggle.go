package fast

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A toggle (P-43) switches one own id of one entity off for queries. The id stays owned: nothing but matching sees the
// difference. Toggles lie beside the tables, by entity; the traits of an entity say whether it has any. Queries that no
// toggled id can concern are answered as if there were none.

// toggles are the ids that are off.
type toggles struct {
	of      map[uint32]*switched
	firsts  map[uint32]int      // how many ids with a first element are off
	tables  map[store.Table]int // how many entities of a table have ids that are off
	changes uint64              // grows with every change
}

// switched are the ids of an entity that are off, at least one, and its table.
type switched struct {
	ids   []store.ID
	table store.Table
}

func (g *toggles) any() bool { return len(g.of) > 0 }

func (g *toggles) clone() toggles {
	c := toggles{maps.Clone(g.of), maps.Clone(g.firsts), maps.Clone(g.tables), g.changes}
	for index, s := range c.of {
		c.of[index] = &switched{slices.Clone(s.ids), s.table}
	}
	return c
}

// DisableID switches an id that an entity owns off: queries do not see it any more, while Has, Get, inheritance and
// everything else do (P-43). It goes on hiding what the bases have. Removing the id ends that. Errors have the code
// not_alive, or invalid for an id that the entity does not own, a wildcard, and what a reserved entity has from the
// start.
func (w *World) DisableID(e Entity, id ID) error { return asError(w.toggle(e, id.elements(), false)) }

// EnableID switches an id on again; errors are those of [World.DisableID].
func (w *World) EnableID(e Entity, id ID) error { return asError(w.toggle(e, id.elements(), true)) }

// IsEnabled reports whether an entity owns an id that is not switched off.
func (w *World) IsEnabled(e Entity, id ID) bool {
	t, _, alive := w.st.Record(e)
	sid, ok := w.patternID(id)
	return alive && ok && !sid.IsWildcard() && w.ownsID(t, e.Index(), sid) && !w.isOff(e.Index(), sid)
}

func (w *World) toggle(e Entity, id elements, on bool) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	sid, err := w.exact(id)
	switch {
	case err != nil:
	case !w.hooked():
		err = w.toggleNow(e, sid, on)
	case on:
		err = w.pass(change{kind: changeEnable, entity: e, id: id})
	default:
		err = w.pass(change{kind: changeDisable, entity: e, id: id})
	}
	return err
}

// toggleNow switches an exact id of alive elements.
func (w *World) toggleNow(e Entity, id store.ID, on bool) *spec.Error {
	index := e.Index()
	switch {
	case !w.ownsNow(e, id):
		return spec.Errorf(spec.CodeInvalid, "only an id that the entity owns can be switched on or off")
	case w.isOriginal(index, id):
		return errReserved("switch what it has from the start")
	case w.isOff(index, id) != on:
		return nil
	}
	if w.listener != nil {
		w.listener.Toggle(index, id)
	}
	if on {
		w.rawOn(index, id)
	} else {
		w.rawOff(index, id)
	}
	return nil
}

// isOff reports whether an id of an entity is off.
func (w *World) isOff(index uint32, id store.ID) bool {
	return w.entities[index].traits&traitToggled != 0 && slices.Contains(w.toggles.of[index].ids, id)
}

// rawOff switches an id off that is on.
func (w *World) rawOff(index uint32, id store.ID) {
	g := &w.toggles
	if g.of == nil {
		g.of, g.firsts, g.tables = map[uint32]*switched{}, map[uint32]int{}, map[store.Table]int{}
	}
	s := g.of[index]
	if s == nil {
		s = &switched{table: w.table(index)}
		g.of[index] = s
		g.tables[s.table]++
		w.entities[index].traits |= traitToggled
	}
	s.ids = append(s.ids, id)
	g.firsts[id.First()]++
	g.changes++
	w.touch(index)
}

// rawOn switches an id on that is off.
func (w *World) rawOn(index uint32, id store.ID) {
	g := &w.toggles
	s := g.of[index]
	s.ids = slices.DeleteFunc(s.ids, func(off store.ID) bool { return off == id })
	decrease(g.firsts, id.First())
	if len(s.ids) == 0 {
		delete(g.of, index)
		decrease(g.tables, s.table)
		w.entities[index].traits &^= traitToggled
	}
	g.changes++
	w.touch(index)
}

func decrease[K comparable](counts map[K]int, key K) {
	if counts[key]--; counts[key] == 0 {
		delete(counts, key)
	}
}

// toggledMoved follows an entity with toggles to another table, and ends those of ids that it has lost.
func (w *World) toggledMoved(index uint32) {
	g := &w.toggles
	s := g.of[index]
	if t := w.table(index); t != s.table {
		decrease(g.tables, s.table)
		s.table = t
		g.tables[t]++
		g.changes++
	}
	if w.journal.undoing {
		return // the ids come back
	}
	for i := len(s.ids) - 1; i >= 0; i-- {
		if id := s.ids[i]; !w.ownsID(s.table, index, id) {
			if w.journal.on() {
				w.journal.entries = append(w.journal.entries, undo{kind: undoOff, index: index, id: id})
			}
			w.rawOn(index, id)
		}
	}
}

// forgetToggles ends the toggles of an entity that is deleted.
func (w *World) forgetToggles(index uint32) {
	ids := w.toggles.of[index].ids
	for i := len(ids) - 1; i >= 0; i-- {
		w.rawOn(index, ids[i])
	}
}

// hides reports whether an id that is off may concern a query.
func (g *toggles) hides(q *prepared) bool {
	if !g.any() {
		return false
	}
	hidden := false
	q.each(func(n *node, t *term) {
		switch {
		case hidden || t.compares:
		case n.kind == nodeList || t.first.kind != elementConst:
			hidden = true
		default:
			hidden = g.hidesFirst(q.w, t.first.entity, q.subclasses) ||
				t.traversal != nil && t.traversal.up && g.firsts[t.traversal.relation.Index()] > 0
		}
	})
	return hidden
}

// hidesFirst reports whether ids of a first element, or of something that inherits from it, may be off.
func (g *toggles) hidesFirst(w *World, first Entity, subclasses bool) bool {
	return g.firsts[first.Index()] > 0 || subclasses && w.st.Alive(first) && w.traitsOf(first.Index())&traitBase != 0
}

// collectSeen is collect for queries: without ids that are off, which go on hiding others. An IsA pair that is off goes on
// making an instance: inheritance does not change.
func (w *World) collectSeen(to []held, t store.Table, index uint32, pattern store.ID, allow traits, own bool) []held {
	if own {
		from := len(to)
		to = w.collectOwn(to, t, index, pattern)
		to = w.dropOff(to, from, index)
	}
	if !w.hasBases(t) {
		return to
	}
	if first := pattern.First(); own && first != store.Wildcard {
		traits := w.traitsOf(first)
		if traits&traitExclusive != 0 && pattern.IsPair() && w.st.Has(t, store.Pair(first, store.Wildcard)) {
			return to
		}
	}
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: tables[:0], to: to, seen: visits{}, toggled: true}
	if own {
		c.tables = append(c.tables, t)
	}
	c.visit(t)
	return c.to
}

// dropOff drops from a place on what is off on an entity.
func (w *World) dropOff(list []held, from int, index uint32) []held {
	kept := from
	for _, h := range list[from:] {
		if !w.isOff(index, h.id) {
			list[kept] = h
			kept++
		}
	}
	return list[:kept]
}

// seenHolder is holder where ids may be off.
func (x *exec) seenHolder(m *match, t store.Table, index uint32, id store.ID) (base uint32, ok bool) {
	from := len(x.held)
	x.held = x.w.collectSeen(x.held, t, index, id, m.allow, !m.skipOwn)
	if ok = len(x.held) > from; ok {
		base = x.held[from].base
	}
	x.held = x.held[:from]
	return base, ok
}

// mixed reports whether entities of a table may match differently because of ids that are off.
func (x *exec) mixed(t store.Table) bool { return x.toggled && x.w.toggles.tables[t] > 0 }
