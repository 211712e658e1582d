package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// Pairs of an exclusive relationship that is Union or DontFragment do not create a table per target
// (sparse.no-effect, union.one-target, REL-212). Of the reserved relationships, this applies only
// to ChildOf. Such pairs are called non-fragmenting. The table of an entity with such a pair has
// the id (R, NonFragmentingMark): each of its entities has some target. A column outside the
// tables, with a reverse index, stores the target of each entity. Changing the target is a write to
// that column. Only pairs without values are non-fragmenting; a pair that gets a type from its
// target is stored in the table like any other.
//
// So whether an entity owns a match of (R, *) or (*, *) depends only on its table. For (R, T) and
// (*, T), where the target matters, it depends on the entity, too.

// NonFragmentingMark is the target of a non-fragmenting pair in the ids of a table.
const NonFragmentingMark = Reserved - 2

// NonFragmentingTargets has the target columns of the relationships that ever had a non-fragmenting
// pair.
type NonFragmentingTargets struct {
	By   map[uint32]*store.Exclusive
	list []uint32 // the relationships, ascending
}

func (l *NonFragmentingTargets) clone() NonFragmentingTargets {
	return NonFragmentingTargets{By: cloned(l.By, (*store.Exclusive).Clone), list: slices.Clone(l.list)}
}

// Any reports whether there may be non-fragmenting pairs.
func (l *NonFragmentingTargets) Any() bool { return len(l.list) > 0 }

// Column returns the column of a relationship, and creates it if needed.
func (l *NonFragmentingTargets) Column(relationship uint32) *store.Exclusive {
	if x := l.By[relationship]; x != nil {
		return x
	}
	if l.By == nil {
		l.By = map[uint32]*store.Exclusive{}
	}
	x := store.NewExclusive()
	l.By[relationship] = x
	at, _ := slices.BinarySearch(l.list, relationship)
	l.list = slices.Insert(l.list, at, relationship)
	return x
}

// forget removes the column of a relationship that is deleted.
func (l *NonFragmentingTargets) forget(relationship uint32) {
	if at, ok := slices.BinarySearch(l.list, relationship); ok {
		delete(l.By, relationship)
		l.list = slices.Delete(l.list, at, at+1)
	}
}

// IsNonFragmenting reports whether an exact pair is stored outside the tables.
func (w *World) IsNonFragmenting(id store.ID) bool {
	return w.TableID(id) != id
}

// TableID returns the id that a table has for an exact id of its entities.
func (w *World) TableID(id store.ID) store.ID {
	if id.IsPair() && w.TraitsOf(id.First())&TraitNonFragmenting != 0 && w.TypedBy(id) == 0 {
		return store.Pair(id.First(), NonFragmentingMark)
	}
	return id
}

// IsMark reports whether an id of a table stands for non-fragmenting pairs.
func IsMark(id store.ID) bool { return id.IsPair() && id.Second() == NonFragmentingMark }

// Actual returns the id of an entity for an id of its table: a mark is replaced by the entity's own
// pair.
func (w *World) Actual(id store.ID, index uint32) store.ID {
	if !IsMark(id) {
		return id
	}
	target, _ := w.NonFragmenting.By[id.First()].Target(index)
	return store.Pair(id.First(), target)
}

// OwnsID reports whether an entity of a table owns an exact id or a match of a wildcard other than
// *.
func (w *World) OwnsID(t store.Table, index uint32, id store.ID) bool {
	return w.Store.Has(t, id) || w.NonFragmenting.Any() && id.IsPair() && w.ownsNonFragmenting(t, index, id)
}

// ownsNonFragmenting reports whether an entity has a non-fragmenting pair that is, or matches, (R,
// T) or (*, T).
func (w *World) ownsNonFragmenting(t store.Table, index uint32, id store.ID) bool {
	if id.First() != store.Wildcard {
		x := w.NonFragmenting.By[id.First()]
		if x == nil {
			return false
		}
		target, has := x.Target(index)
		return has && target == id.Second()
	}
	var buf [4]Held
	return len(w.collectNonFragmenting(buf[:0], t, index, id.Second())) > 0
}

// EachNonFragmentingTo calls f for each relationship that has non-fragmenting pairs with a target.
func (w *World) EachNonFragmentingTo(target uint32, f func(relationship uint32, sources []uint32)) {
	if !w.NonFragmenting.Any() || !w.Store.Mentioned(target) {
		return
	}
	for _, relationship := range w.NonFragmenting.list {
		if sources := w.NonFragmenting.By[relationship].Sources(target); len(sources) > 0 {
			f(relationship, sources)
		}
	}
}

// eachNonFragmenting calls f for the non-fragmenting pairs that match a look-up id (R, T) or (*,
// T). Other ids match tables.
func (w *World) eachNonFragmenting(id store.ID, f func(relationship uint32, sources []uint32)) {
	switch {
	case !id.IsPair() || id.Second() == store.Wildcard:
	case id.First() == store.Wildcard:
		w.EachNonFragmentingTo(id.Second(), f)
	default:
		if x := w.NonFragmenting.By[id.First()]; x != nil {
			if sources := x.Sources(id.Second()); len(sources) > 0 {
				f(id.First(), sources)
			}
		}
	}
}

// setNonFragmenting sets the target of an entity's non-fragmenting pair. The table of the entity
// has or gets the mark.
func (w *World) setNonFragmenting(index uint32, id store.ID) {
	w.NonFragmenting.Column(id.First()).Set(index, id.Second())
	w.OutsideTables++
	w.Store.Mention(id.Second())
}

// forgetNonFragmenting removes a deleted entity from the columns, as source and as relationship.
func (w *World) forgetNonFragmenting(index uint32) {
	if !w.NonFragmenting.Any() {
		return
	}
	for _, id := range w.Store.IDs(w.Table(index)) {
		if IsMark(id) {
			w.NonFragmenting.By[id.First()].Remove(index)
		}
	}
	w.NonFragmenting.forget(index)
}

// CountNonFragmenting returns how many of the user's entities match (R, T) or (*, T) only by
// non-fragmenting pairs.
func (w *World) CountNonFragmenting(id store.ID) int {
	n := 0
	var seen Visits
	w.eachNonFragmenting(id, func(_ uint32, sources []uint32) {
		for _, index := range sources {
			if !IsBuiltin(index) && !w.Store.Has(w.Table(index), id) && seen.Add(index) {
				n++
			}
		}
	})
	return n
}

// collectNonFragmenting appends the non-fragmenting pairs with a given target that an entity of a
// table has.
func (w *World) collectNonFragmenting(to []Held, t store.Table, index, target uint32) []Held {
	marks := store.Pair(store.Wildcard, NonFragmentingMark)
	for p := w.Store.Next(t, marks, 0); p >= 0; p = w.Store.Next(t, marks, p+1) {
		if id := w.Actual(w.Store.IDs(t)[p], index); id.Second() == target {
			to = append(to, Held{id, 0})
		}
	}
	return to
}

// stripNonFragmenting removes the non-fragmenting pairs that match (R, *) or (*, T) from every
// entity.
func (w *World) stripNonFragmenting(id store.ID) {
	switch {
	case !w.NonFragmenting.Any() || !id.IsPair():
	case id.First() == store.Wildcard:
		for _, relationship := range w.NonFragmenting.list {
			w.stripTarget(relationship, id.Second())
		}
	case w.NonFragmenting.By[id.First()] != nil:
		for _, target := range w.NonFragmenting.By[id.First()].Targets() {
			w.stripTarget(id.First(), target)
		}
	}
}

func (w *World) stripTarget(relationship, target uint32) {
	for x := w.NonFragmenting.By[relationship]; ; {
		sources := x.Sources(target)
		if len(sources) == 0 {
			return
		}
		source := sources[len(sources)-1]
		if relationship == ChildOf.Index() {
			w.forgetName(source) // it is going to be deleted, see loseNames
		}
		w.rawRemove(source, store.Pair(relationship, target))
	}
}
