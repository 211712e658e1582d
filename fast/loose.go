package fast

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// The pairs of an exclusive relationship that is Union or DontFragment make no table per target (P-40, P-41, REL-212).
// Such a pair is called loose: the table of its entity has (R, looseMark), which says that each of its entities has
// some target, and a column beside the tables, with a reverse index, says which. Another target is a write to that
// column. Only pairs without data are loose; those that a target with data types lie in tables as any other pair.
//
// What entities of a table have then depends on the entity where targets matter, and on the table alone where they do
// not: for (R, *) and (*, *).

// looseMark is the target of a loose pair in the ids of a table.
const looseMark = reserved - 2

// looseTargets are the columns of the relationships that ever had a loose pair.
type looseTargets struct {
	by   map[uint32]*store.Exclusive
	list []uint32 // the relationships, ascending
}

func (l *looseTargets) clone() looseTargets {
	c := looseTargets{by: maps.Clone(l.by), list: slices.Clone(l.list)}
	for relationship, x := range c.by {
		c.by[relationship] = x.Clone()
	}
	return c
}

// any reports whether there may be loose pairs.
func (l *looseTargets) any() bool { return len(l.list) > 0 }

// column finds or makes the column of a relationship.
func (l *looseTargets) column(relationship uint32) *store.Exclusive {
	if x := l.by[relationship]; x != nil {
		return x
	}
	if l.by == nil {
		l.by = map[uint32]*store.Exclusive{}
	}
	x := store.NewExclusive()
	l.by[relationship] = x
	at, _ := slices.BinarySearch(l.list, relationship)
	l.list = slices.Insert(l.list, at, relationship)
	return x
}

// forget drops the column of a relationship that is deleted.
func (l *looseTargets) forget(relationship uint32) {
	if at, ok := slices.BinarySearch(l.list, relationship); ok {
		delete(l.by, relationship)
		l.list = slices.Delete(l.list, at, at+1)
	}
}

// isLoose reports whether an exact pair lies beside the tables.
func (w *World) isLoose(id store.ID) bool {
	return id.IsPair() && w.traitsOf(id.First())&traitLoose != 0 && w.typedBy(id) == 0
}

// tableID is the id that a table has for an exact id of its entities.
func (w *World) tableID(id store.ID) store.ID {
	if w.isLoose(id) {
		return store.Pair(id.First(), looseMark)
	}
	return id
}

// isMark reports whether an id of a table stands for loose pairs.
func isMark(id store.ID) bool { return id.IsPair() && id.Second() == looseMark }

// actual is what an id of its table means for an entity.
func (w *World) actual(id store.ID, index uint32) store.ID {
	if !isMark(id) {
		return id
	}
	target, _ := w.loose.by[id.First()].Target(index)
	return store.Pair(id.First(), target)
}

// ownsID reports whether an entity of a table owns an exact id or a match of a wildcard other than *.
func (w *World) ownsID(t store.Table, index uint32, id store.ID) bool {
	return w.st.Has(t, id) || w.loose.any() && id.IsPair() && w.ownsLoose(t, index, id)
}

// ownsLoose reports whether an entity has a loose pair that is, or matches, (R, T) or (*, T).
func (w *World) ownsLoose(t store.Table, index uint32, id store.ID) bool {
	if id.First() != store.Wildcard {
		x := w.loose.by[id.First()]
		if x == nil {
			return false
		}
		target, has := x.Target(index)
		return has && target == id.Second()
	}
	column, count := w.st.Find(t, store.Pair(store.Wildcard, looseMark))
	for p := column; count > 0; p++ {
		if mark := w.st.IDs(t)[p]; isMark(mark) {
			if w.actual(mark, index).Second() == id.Second() {
				return true
			}
			count--
		}
	}
	return false
}

// targetedLoosely is for the relationships with loose pairs to a target.
func (w *World) targetedLoosely(target uint32, f func(relationship uint32, sources []uint32)) {
	if !w.loose.any() || !w.st.Mentioned(target) {
		return
	}
	for _, relationship := range w.loose.list {
		if sources := w.loose.by[relationship].Sources(target); len(sources) > 0 {
			f(relationship, sources)
		}
	}
}

// looseSources is for the loose pairs that match a look-up id (R, T) or (*, T); other ids match tables.
func (w *World) looseSources(id store.ID, f func(relationship uint32, sources []uint32)) {
	switch {
	case !w.loose.any() || !id.IsPair() || id.Second() == store.Wildcard:
	case id.First() == store.Wildcard:
		w.targetedLoosely(id.Second(), f)
	default:
		if x := w.loose.by[id.First()]; x != nil {
			if sources := x.Sources(id.Second()); len(sources) > 0 {
				f(id.First(), sources)
			}
		}
	}
}

// looseAdd, looseRemove and looseSet change a loose pair of an entity that has none, the given one, or any.
func (w *World) looseAdd(index uint32, id store.ID) {
	w.must(w.st.Add(w.entity(index), store.Pair(id.First(), looseMark)))
	w.looseSet(index, id)
}

func (w *World) looseSet(index uint32, id store.ID) {
	w.loose.column(id.First()).Set(index, id.Second())
	w.st.Mention(id.Second())
}

func (w *World) looseRemove(index uint32, id store.ID) {
	w.must(w.st.Remove(w.entity(index), store.Pair(id.First(), looseMark)))
	w.loose.by[id.First()].Remove(index)
}

// looseLost takes a deleted entity out of the columns, as source and as relationship.
func (w *World) looseLost(index uint32) {
	if !w.loose.any() {
		return
	}
	for _, id := range w.st.IDs(w.table(index)) {
		if isMark(id) {
			w.loose.by[id.First()].Remove(index)
		}
	}
	w.loose.forget(index)
}

// countLoosely is how many of the user's entities match (R, T) or (*, T) by loose pairs alone.
func (w *World) countLoosely(id store.ID) int {
	n := 0
	var seen visits
	w.looseSources(id, func(_ uint32, sources []uint32) {
		for _, index := range sources {
			if !isBuiltin(index) && !w.st.Has(w.table(index), id) && seen.add(index) {
				n++
			}
		}
	})
	return n
}

// collectLoose appends the loose pairs of an entity of a table with a target.
func (w *World) collectLoose(to []held, t store.Table, index, target uint32) []held {
	column, count := w.st.Find(t, store.Pair(store.Wildcard, looseMark))
	for p := column; count > 0; p++ {
		if mark := w.st.IDs(t)[p]; isMark(mark) {
			if id := w.actual(mark, index); id.Second() == target {
				to = append(to, held{id, 0})
			}
			count--
		}
	}
	return to
}

// stripLoose removes the loose pairs that match a look-up id (R, *), (R, T) or (*, T) from every entity.
func (w *World) stripLoose(id store.ID) {
	if !w.loose.any() || !id.IsPair() {
		return
	}
	if x := w.loose.by[id.First()]; x != nil && id.Second() == store.Wildcard {
		for _, target := range x.Targets(nil) {
			w.stripLoose(store.Pair(id.First(), target))
		}
		return
	}
	for _, relationship := range w.loose.list {
		if id.First() != store.Wildcard && id.First() != relationship {
			continue
		}
		for x := w.loose.by[relationship]; ; {
			sources := x.Sources(id.Second())
			if len(sources) == 0 {
				break
			}
			w.rawRemove(sources[len(sources)-1], store.Pair(relationship, id.Second()))
		}
	}
}

// reportsAnyTarget reports whether a term for any target of a relationship that is Union now has one match, reported as (R, *)
// (REL-228, ruling 31).
func (w *World) reportsAnyTarget(t *term) bool {
	return w.profile.UnionWildcard && t.second.kind == elementStar && t.first.kind == elementConst &&
		w.st.Alive(t.first.entity) && w.traitsOf(t.first.entity.Index())&traitUnion != 0
}

// isLooseTerm reports whether what matches a term may depend on loose pairs of its source, subclasses left aside.
func (w *World) isLooseTerm(t *term) bool {
	if t.traversal.climbs() && w.st.Alive(t.traversal.relation) &&
		w.traitsOf(t.traversal.relation.Index())&traitLoose != 0 {
		return true
	}
	if t.second.kind == elementNone {
		return false
	}
	return t.first.kind != elementConst || w.st.Alive(t.first.entity) && w.traitsOf(t.first.entity.Index())&traitLoose != 0
}

// addPlainLoose is addPlain for a relationship with loose pairs: another target is a write beside the tables.
func (w *World) addPlainLoose(e Entity, id store.ID, traits traits) error {
	if traits&traitsOfAdd&^traitExclusive != 0 || !w.isPlain(e, id) || !w.st.Alive(e) || w.typedBy(id) != 0 {
		return w.addAny(e, id)
	}
	x := w.loose.column(id.First())
	if old, has := x.Target(e.Index()); !has || old == id.Second() {
		return w.addAny(e, id)
	}
	x.Set(e.Index(), id.Second())
	w.st.Mention(id.Second())
	w.changed(e.Index())
	return nil
}
