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
	// matched lists the entities that match, each once, in the order of a loop. If they are all rows of tables, these too.
	matched() (list []Entity, tables []store.Table)
	world() *World
}

func (q anyQuery) world() *World { return q.typed.w }

func (q anyQuery) matched() (list []Entity, tables []store.Table) {
	set := q.typed.peek(&q.bound)
	if set.pooled {
		set.watched, set.split, set.each = false, false, false // the batches are not given to the program
	}
	w, whole := walk{set: set}, true
	first := map[store.Table]bool{}
	for b, ok := w.advance(); ok; b, ok = w.advance() {
		whole = whole && b.rows.from == 0 && b.Len() == q.typed.w.core.Store.Count(b.at.table)
		if whole && first[b.at.table] {
			continue // another match of the same entities
		}
		first[b.at.table] = true
		tables, list = append(tables, b.at.table), append(list, b.Entities()...)
	}
	set.close()
	if whole {
		return list, tables
	}
	var seen rules.Visits
	once := list[:0]
	for _, e := range list {
		if seen.Add(e.Index()) {
			once = append(once, e)
		}
	}
	return once, nil
}

// AddAll gives every entity that matches the ids, as [Query0.ExchangeAll] says. A pair of an exclusive relationship replaces the one
// that an entity has: it sends all of them to another target.
func (q anyQuery) AddAll(ids ...ID) (int, error) { return q.ExchangeAll(ids, nil) }

// RemoveAll takes the matches of patterns from every entity that matches, as [Query0.ExchangeAll] says.
func (q anyQuery) RemoveAll(patterns ...ID) (int, error) { return q.ExchangeAll(nil, patterns) }

// ExchangeAll does [World.Exchange] with every entity that matches when it begins, each once and in the order of a loop, and gives
// their number. It is one operation: if one of them errs, with its error, nothing has changed; observers hear of the
// differences afterwards, of each once. Changes of the world while a loop runs are refused with code locked. Deferred, the
// changes of each entity wait.
//
// Where nothing else follows from the ids (of the properties, Exclusive does not matter, nor Acyclic while nothing has the
// entities as targets), no observer hears of them, and the query matches whole tables, it is one move for each table, of columns
// or of the table as it is, and costs a few nanoseconds for each entity; otherwise as much as the calls one by one.
func (q anyQuery) ExchangeAll(add, remove []ID) (int, error) {
	w := q.typed.w
	edit, err := w.core.MakeEdit(elementsOfAll(add), elementsOfAll(remove))
	if err == nil {
		err = w.core.CheckHooks(true)
	}
	if err != nil {
		return 0, err
	}
	list, tables := q.matched()
	if err := w.core.EditAll(list, tables, edit, func() {}); err != nil {
		return 0, err
	}
	return len(list), nil
}

// DeleteAll deletes every entity that matches when it begins, and gives their number, as one operation: all go, with those
// that policies name, or none, as with [World.DeleteWith]. Errors are those of [World.Delete] and [Query0.ExchangeAll].
func (q anyQuery) DeleteAll() (int, error) {
	w := q.typed.w
	if err := w.core.CheckHooks(true); err != nil {
		return 0, err
	}
	list, _ := q.matched()
	if err := w.core.DeleteAll(list); err != nil {
		return 0, err
	}
	return len(list), nil
}

// SetAll gives every entity that matches a value of its own for an id, as [SetID] does, adding the id to those that do not own
// it, and gives their number. It is one operation, as [Query0.ExchangeAll] is, and costs a write for each entity besides.
// Errors are those of AddAll, and invalid if values of the id are not of type T. A value with slices, maps or pointers is
// shared by all, as Go assigns it. For example, if the value is a Cargo with a slice of crates, writing the first crate of
// one ship writes that of all.
func SetAll[T any](q Matching, id ID, value T) (int, error) {
	if q == nil {
		return 0, spec.Errorf(spec.CodeInvalid, "SetAll needs a query")
	}
	w := q.world()
	sid, err := w.exactID(id)
	if err == nil {
		err = w.core.CheckType(sid, reflect.TypeFor[T]())
	}
	if err == nil {
		err = w.core.CheckHooks(true)
	}
	if err != nil {
		return 0, err
	}
	list, tables := q.matched()
	if w.IsDeferred() {
		for _, e := range list {
			if err := change.SetHooked(&w.core, e, sid, value); err != nil {
				return 0, err
			}
		}
		return len(list), nil
	}
	edit, err := w.core.MakeEdit([]rules.Elements{id.elements()}, nil)
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

// SpawnMany makes n entities with ids, pairs among them, straight in their final table, as [SpawnMany2] does for values as well. It
// gives them as a batch; their values are zero. It panics where [World.Create] would give an error.
func (w *World) SpawnMany(n int, ids ...ID) Batch {
	return w.bareSpawner().spawnMany(n, ids)
}

// bareSpawner is the spawner of entities without values.
func (w *World) bareSpawner() *spawner {
	if w.typed.bare == nil {
		w.typed.bare = &spawner{}
		w.typed.bare.init(w, nil)
	}
	return w.typed.bare
}
