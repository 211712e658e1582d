package fast

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Matching is implemented by [Query0] to [Query8], for [SetAll].
type Matching interface {
	// matched lists the matching entities, each once, in the order of a loop. If the matches are
	// whole tables, it also lists the tables. The caller must call done, which returns the memory
	// of the lists to the world.
	matched() *matching
	world() *World
}

func (q anyQuery) world() *World { return q.typed.w }

// matching is the result of matched.
type matching struct {
	w      *World
	list   []Entity
	tables []store.Table // nil if the matches are not whole tables
	spare  []store.Table
}

// maxReused is the length up to which a world reuses the list of entities.
const maxReused = 1 << 12

// done lets the world reuse the memory. It returns the number of entities, or err if it is not nil.
func (m *matching) done(err *spec.Error) (int, error) {
	if cap(m.list) <= maxReused {
		m.w.typed.matching = m
	}
	if err != nil {
		return 0, err
	}
	return len(m.list), nil
}

func (q anyQuery) matched() *matching {
	m := q.typed.w.typed.matching
	if q.typed.w.typed.matching = nil; m == nil {
		m = &matching{w: q.typed.w}
	}
	list, tables := m.list[:0], m.spare[:0]
	set := q.typed.peek(&q.bound)
	if set.pooled {
		set.watched, set.split, set.each = false, false, false // the batches are not passed to the program
	}
	w, whole := walk{set: set}, true
	var first rules.Visits
	for b, ok := w.advance(); ok; b, ok = w.advance() {
		whole = whole && b.rows.From == 0 && b.Len() == q.typed.w.core.Store.Count(b.at.Table)
		if !first.Add(uint32(b.at.Table)) && whole {
			continue // another match of the same entities
		}
		tables, list = append(tables, b.at.Table), append(list, b.Entities()...)
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

// AddAll adds ids to every entity that matches, as [Query0.ExchangeAll] does. A pair of an
// exclusive relationship replaces the one that an entity has.
func (q anyQuery) AddAll(ids ...AnyID) (int, error) { return q.ExchangeAll(ids, nil) }

// RemoveAll removes the ids that match the patterns from every entity that matches, as
// [Query0.ExchangeAll] does.
func (q anyQuery) RemoveAll(patterns ...AnyID) (int, error) { return q.ExchangeAll(nil, patterns) }

// ExchangeAll does what [World.Exchange] does, for every entity that matches at the start, each
// once, in the order of a loop. It returns the number of these entities. It is one operation: if a
// change fails, ExchangeAll returns its error and nothing has changed; observers are notified at
// the end. While a loop runs, ExchangeAll returns an error with code locked. If changes are
// deferred, each removal and each addition of each entity is a deferred change of its own, so some
// may fail later.
//
// If the ids have no consequences and no observers, and the query matches whole tables, ExchangeAll
// moves each table at once and costs a few nanoseconds for each entity. [Exclusive] does not count
// as a consequence here, nor does [Acyclic] if none of the entities is a target. In other cases
// ExchangeAll costs as much as the single calls.
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
	return m.done(w.core.EditAll(m.list, m.tables, edit, func() {}))
}

// DeleteAll deletes every entity that matches at the start and returns the number of these
// entities. It is one operation, as [World.DeleteWith] is: it deletes all of them, and the entities
// that policies add, or none. Errors are those of [World.Delete] and [Query0.ExchangeAll].
func (q anyQuery) DeleteAll() (int, error) {
	w := q.typed.w
	if err := w.core.CheckHooks(true); err != nil {
		return 0, err
	}
	m := q.matched()
	return m.done(w.core.DeleteAll(m.list))
}

// SetAll gives every entity that matches its own value for an id, as [SetID] does, and adds the id
// where it is missing. It returns the number of entities. It is one operation, as
// [Query0.ExchangeAll] is, and costs one more write for each entity. Errors are those of
// [Query0.AddAll], and invalid if the id has no values or values of another type.
//
// The value is assigned as in Go, so all entities share its slices, maps and pointers. For example,
// if the value is a Cargo with a slice of crates and the program writes a crate of one ship, the
// crate of every ship changes.
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
	if w.IsDeferred() {
		for i := 0; err == nil && i < len(m.list); i++ {
			err = change.SetHooked(&w.core, m.list[i], sid, value)
		}
		return m.done(err)
	}
	edit, err := w.core.MakeEdit([]rules.Elements{idOf(id).elements()}, nil)
	if err == nil {
		err = w.core.EditAll(m.list, m.tables, edit, func() {
			for _, e := range m.list {
				if p := store.Value[T](w.core.Store, e, sid); p != nil { // a later pair may have replaced this one
					w.core.Writing(e.Index(), sid)
					*p = value
					w.core.Wrote(e, sid)
				}
			}
		})
	}
	return m.done(err)
}

// SpawnMany makes n entities with ids directly in their final table and returns them as a batch. If
// ids have values, these are zero. Panics are those of [SpawnMany2].
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
