package fast

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Matching is a typed query, [Query0] and its relatives, for [SetAll].
type Matching interface {
	// matched lists the entities that match, each once, in the order of a loop. If they are all
	// rows of tables, these too. The lists are in room of the world until done is called.
	matched() *matching
	world() *World
}

func (q anyQuery) world() *World { return q.typed.w }

// matching is what a query matches.
type matching struct {
	w      *World
	list   []Entity
	tables []store.Table // nil if the entities are not all rows of tables
	spare  []store.Table
}

// maxReused is up to how many entities a world keeps room for between two edits.
const maxReused = 1 << 12

// done gives the room back, and the number of entities.
func (m *matching) done() int {
	n := len(m.list)
	if cap(m.list) <= maxReused {
		m.w.typed.matching = m
	}
	return n
}

func (q anyQuery) matched() *matching {
	m := q.typed.w.typed.matching
	if q.typed.w.typed.matching = nil; m == nil {
		m = &matching{w: q.typed.w}
	}
	list, tables := m.list[:0], m.spare[:0]
	set := q.typed.peek(&q.bound)
	if set.pooled {
		set.watched, set.split, set.each = false, false, false // the batches are not given to the program
	}
	w, whole := walk{set: set}, true
	var first rules.Visits
	for b, ok := w.advance(); ok; b, ok = w.advance() {
		whole = whole && b.rows.From == 0 && b.Len() == q.typed.w.core.Store.Count(b.at.table)
		if !first.Add(uint32(b.at.table)) && whole {
			continue // another match of the same entities
		}
		tables, list = append(tables, b.at.table), append(list, b.Entities()...)
	}
	set.close()
	m.list, m.tables, m.spare = list, tables, tables
	if whole {
		return m
	}
	var seen rules.Visits
	once := list[:0]
	for _, e := range list {
		if seen.Add(e.Index()) {
			once = append(once, e)
		}
	}
	m.list, m.tables = once, nil
	return m
}

// AddAll gives every entity that matches the ids, as [Query0.ExchangeAll] says. A pair of an
// exclusive relationship replaces the one that an entity has: it sends all of them to another
// target.
func (q anyQuery) AddAll(ids ...AnyID) (int, error) { return q.ExchangeAll(ids, nil) }

// RemoveAll takes the matches of patterns from every entity that matches, as [Query0.ExchangeAll] says.
func (q anyQuery) RemoveAll(patterns ...AnyID) (int, error) { return q.ExchangeAll(nil, patterns) }

// ExchangeAll does [World.Exchange] with every entity that matches when it begins, each once and in
// the order of a loop, and gives their number. It is one operation: if one of them errs, with its
// error, nothing has changed; observers hear of the differences afterwards, of each once. Changes
// of the world while a loop runs are refused with code locked. Deferred, the changes of each entity
// wait.
//
// Where nothing else follows from the ids (of the properties, Exclusive does not matter, nor
// Acyclic while nothing has the entities as targets), no observer hears of them, and the query
// matches whole tables, it is one move for each table, of columns or of the table as it is, and
// costs a few nanoseconds for each entity; otherwise as much as the calls one by one.
func (q anyQuery) ExchangeAll(add, remove []AnyID) (int, error) {
	w := q.typed.w
	edit, err := w.makeEdit(add, remove)
	if err == nil {
		err = w.core.CheckHooks(true)
	}
	if err != nil {
		return 0, err
	}
	m := q.matched()
	err = w.core.EditAll(m.list, m.tables, edit, func() {})
	n := m.done()
	if err != nil {
		return 0, err
	}
	return n, nil
}

// DeleteAll deletes every entity that matches when it begins, and gives their number, as one
// operation: all go, with those that policies name, or none, as with [World.DeleteWith]. Errors are
// those of [World.Delete] and [Query0.ExchangeAll].
func (q anyQuery) DeleteAll() (int, error) {
	w := q.typed.w
	if err := w.core.CheckHooks(true); err != nil {
		return 0, err
	}
	m := q.matched()
	err := w.core.DeleteAll(m.list)
	n := m.done()
	if err != nil {
		return 0, err
	}
	return n, nil
}

// SetAll gives every entity that matches a value of its own for an id, as [SetID] does, adding the
// id to those that do not own it, and gives their number. It is one operation, as
// [Query0.ExchangeAll] is, and costs a write for each entity besides. Errors are those of AddAll,
// and invalid if values of the id are not of type T. A value with slices, maps or pointers is
// shared by all, as Go assigns it. For example, if the value is a Cargo with a slice of crates,
// writing the first crate of one ship writes that of all.
func SetAll[T any](q Matching, id AnyID, value T) (int, error) {
	if q == nil {
		return 0, spec.Errorf(spec.CodeInvalid, "the query of SetAll is nil; pass a query")
	}
	w := q.world()
	sid, err := w.exactID(idOf(id))
	if err == nil {
		err = w.core.CheckType(sid, reflect.TypeFor[T]())
	}
	if err == nil {
		err = w.core.CheckHooks(true)
	}
	if err != nil {
		return 0, err
	}
	m := q.matched()
	list, tables := m.list, m.tables
	defer m.done()
	if w.IsDeferred() {
		for _, e := range list {
			if err := change.SetHooked(&w.core, e, sid, value); err != nil {
				return 0, err
			}
		}
		return len(list), nil
	}
	edit, err := w.core.MakeEdit([]rules.Elements{idOf(id).elements()}, nil)
	if err == nil {
		err = w.core.EditAll(list, tables, edit, func() {
			for _, e := range list {
				if p := store.Value[T](w.core.Store, e, sid); p != nil { // a pair that came later may have replaced it
					*p = value
					w.core.Wrote(e, sid)
				}
			}
		})
	}
	if err != nil {
		return 0, err
	}
	return len(list), nil
}

// SpawnMany makes n entities with ids, pairs among them, straight in their final table, as
// [SpawnMany2] does for values as well. It gives them as a batch; their values are zero. It panics
// where [World.Spawn] does.
func (w *World) SpawnMany(n int, ids ...AnyID) Batch {
	return w.bareSpawner().spawnMany(n, ids)
}

// bareSpawner is the spawner of entities without values.
func (w *World) bareSpawner() *spawner {
	if w.typed.bare == nil {
		w.typed.bare = &spawner{}
		w.typed.bare.init(w)
	}
	return w.typed.bare
}
