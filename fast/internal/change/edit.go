package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Edit has patterns of ids to remove from entities, and ids to add afterwards.
type Edit struct {
	adds, removes []rules.Elements
	add, remove   []store.ID // exact ids to add, patterns to remove
	moves         []move     // scratch
}

// MakeEdit returns an edit of exact ids to add and of patterns to remove. [World.EditAll] and
// [World.EditOne] end it and reuse its allocations.
func (w *World) MakeEdit(add, remove []rules.Elements) (*Edit, *spec.Error) {
	e := w.freeEdit
	if w.freeEdit = nil; e == nil {
		e = &Edit{}
	}
	e.adds, e.removes = append(e.adds[:0], add...), append(e.removes[:0], remove...)
	e.add, e.remove = e.add[:0], e.remove[:0]
	for _, el := range remove {
		if err := el.Check(); err != nil {
			return nil, err
		}
		if id, ok := w.RemovalPattern(el); ok {
			e.remove = append(e.remove, id)
		}
	}
	for _, el := range add {
		id, err := w.Exact(el)
		if err != nil {
			return nil, err
		}
		e.add = append(e.add, id)
	}
	return e, nil
}

// EditAll applies an edit to entities, one after the other, as one operation. If it fails, nothing
// changes. If tables is not empty, list must have exactly the rows of these tables. If the edit
// then has no consequences, EditAll moves each table as a whole. EditAll calls write at the end of
// the operation, except while changes are deferred: then it only queues the edit.
func (w *World) EditAll(list []Entity, tables []store.Table, edit *Edit, write func()) *spec.Error {
	err := w.editAll(list, tables, edit, write)
	w.freeEdit = edit
	return err
}

func (w *World) editAll(list []Entity, tables []store.Table, edit *Edit, write func()) *spec.Error {
	if err := w.CheckHooks(true); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		return w.editLater(list, edit)
	}
	if moves, ok := w.planMoves(tables, edit); ok && len(tables) > 0 {
		for i := range moves {
			w.moveTable(&moves[i])
		}
		w.Trim()
		write()
		return nil
	}
	return w.Operate(func() *spec.Error {
		mark := w.Begin()
		err := w.editEach(list, edit)
		if err == nil {
			write()
		}
		return w.End(mark, err)
	})
}

// EditOne is like EditAll, for one alive entity.
func (w *World) EditOne(e Entity, edit *Edit) *spec.Error {
	if w.CheckHooks(true) == nil && w.Deferral.Depth == 0 {
		var m move
		one := [1]Entity{e}
		if w.planInto(&m, w.Table(e.Index()), one[:], edit) {
			w.freeEdit = edit
			return w.ChangePlain(e, m.add, m.remove)
		}
	}
	return w.EditAll([]Entity{e}, nil, edit, func() {})
}

// DeleteAll deletes the listed entities, and the entities that cleanup policies delete with them,
// as one operation. If it fails, it deletes none.
func (w *World) DeleteAll(list []Entity) *spec.Error {
	if err := w.CheckHooks(true); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		for _, e := range list {
			if err := w.Pass(Change{Kind: ChangeDelete, Entity: e}); err != nil {
				return err
			}
		}
		return nil
	}
	return w.Operate(func() *spec.Error { return w.DeleteListNow(list) })
}

// editLater queues the changes of each entity.
func (w *World) editLater(list []Entity, edit *Edit) *spec.Error {
	for _, e := range list {
		for _, el := range edit.removes {
			if err := w.Pass(Change{Kind: ChangeRemove, Entity: e, ID: el}); err != nil {
				return err
			}
		}
		for _, el := range edit.adds {
			if err := w.Pass(Change{Kind: ChangeAdd, Entity: e, ID: el}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *World) editEach(list []Entity, edit *Edit) *spec.Error {
	for _, e := range list {
		for _, id := range edit.remove {
			if err := w.RemoveNow(e, id); err != nil {
				return err
			}
		}
		for _, id := range edit.add {
			if err := w.AddNow(e, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// move has the exact ids that the entities of a table lose and get.
type move struct {
	table       store.Table
	add, remove []store.ID
}

// planMoves converts an edit to moves of tables. It returns false if the edit may have consequences
// or be refused.
func (w *World) planMoves(tables []store.Table, edit *Edit) ([]move, bool) {
	n := 0
	for _, t := range tables {
		if n == len(edit.moves) {
			edit.moves = append(edit.moves, move{})
		}
		m := &edit.moves[n]
		if !w.planInto(m, t, w.Store.Entities(t), edit) {
			return nil, false
		}
		if len(m.add)+len(m.remove) > 0 {
			n++
		}
	}
	return edit.moves[:n], true
}

// planInto is planMoves for entities of one table. It reuses the allocations of m.
func (w *World) planInto(m *move, t store.Table, entities []Entity, edit *Edit) bool {
	m.table, m.add, m.remove = t, m.add[:0], m.remove[:0]
	if w.UndoLog.On() || len(w.Locked) > 0 || !w.MayBeUnobserved() || w.Store.Has(t, store.Single(rules.HiddenMark)) ||
		w.Instances && w.HasBases(t) {
		return false
	}
	have := w.Store.IDs(t)
	for _, pattern := range edit.remove {
		if w.NonFragmenting.Any() && pattern.IsPair() {
			return false // which pairs match depends on the entities
		}
		if !pattern.IsWildcard() && w.TraitsOf(pattern.First())&rules.TraitUnion != 0 {
			return false // another pair may be removed
		}
		for at := w.Store.Next(t, pattern, 0); at >= 0; at = w.Store.Next(t, pattern, at+1) {
			if slices.Contains(m.remove, have[at]) {
				continue
			}
			if !w.Unobserved(have[at]) || !w.removesOnlyItself(have[at], entities) {
				return false
			}
			m.remove = append(m.remove, have[at])
		}
	}
	removed := len(m.remove)
	for i, id := range edit.add {
		switch {
		case slices.Contains(m.remove, id):
			return false // the id would be removed and added back without its value
		case w.Store.Has(t, id) || slices.Contains(edit.add[:i], id):
			if !w.Unobserved(id) {
				return false // write may set its value, and observers may need to know
			}
			continue
		case !w.Unobserved(id) || !w.addsOnlyItself(id, entities):
			return false
		}
		if w.TraitsOf(id.First())&rules.TraitExclusive != 0 && id.IsPair() {
			if slices.ContainsFunc(edit.add[:i],
				func(o store.ID) bool { return o.IsPair() && o.First() == id.First() }) {
				return false
			}
			if old, has := w.pairOf(t, id.First()); has && !slices.Contains(m.remove[:removed], old) {
				if !w.Unobserved(old) || !w.removesOnlyItself(old, entities) {
					return false
				}
				m.remove = append(m.remove, old)
			}
		}
		m.add = append(m.add, id)
	}
	return len(have)+len(m.add)-len(m.remove) <= w.Meter.Limits.IDs
}

// pairOf returns the first pair of a relationship that a table has.
func (w *World) pairOf(t store.Table, relationship uint32) (store.ID, bool) {
	column, count := w.Store.Find(t, store.Pair(relationship, store.Wildcard))
	if count == 0 {
		return 0, false
	}
	return w.Store.IDs(t)[column], true
}

// moveTable applies a move to all entities of a table.
func (w *World) moveTable(m *move) {
	to, row := w.MoveTable(m.table, m.add, m.remove)
	if w.Touched == nil && !w.Instances && !w.Toggles.Any() {
		return // nothing tracks changes of these entities
	}
	for _, e := range w.Store.Entities(to)[row:] {
		w.Changed(e.Index())
	}
}
