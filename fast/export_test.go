package fast

import (
	"fmt"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
)

// RequireWhole fails if the internal data of a world is inconsistent.
func RequireWhole(t require.TestingT, w *World) {
	require.NoError(t, w.core.CheckInvariants())
}

// ValuesTaken returns the number of removed values for which observers have memory.
func ValuesTaken(w *World) int { return w.core.Observers.FreeCells() }

// ForgetQueries makes the world compile every new query.
func ForgetQueries(w *World) {
	for i := range w.typed.made {
		w.typed.made[i].Store(nil)
	}
}

// WithRecycledIndices, WithoutFragmenting and WithTradingTables are options that do not change
// answers; see package bridge.
func WithRecycledIndices(n int) Option { return bridge.RecycledIndices(n).(Option) }

func WithoutFragmenting() Option { return bridge.NotFragmenting().(Option) }

func WithTradingTables() Option { return bridge.TradingTables().(Option) }

// GoesOverTables reports whether the matches of an uncached query are now found by whole tables.
func GoesOverTables(q Query0) bool {
	x, set := q.typed.q.NewExec(), q.typed.newSet()
	if q.typed.preset(x, &q.bound) {
		x.Run(&set.Matches)
	}
	is := x.Scanned
	x.Release()
	set.release()
	return is
}

// SameQuery reports whether two queries share their compiled form.
func SameQuery(a, b Query0) bool { return a.typed == b.typed }

// MatchedTables returns the number of whole tables that a bulk edit changes, or -1 if it works
// entity by entity.
func MatchedTables(q Query0) int {
	m, n := q.matched(), -1
	if m.tables != nil {
		n = len(m.tables)
	}
	_, _ = m.done(nil)
	return n
}

// UnknownColumns returns the number of unresolved columns of a query's parts.
func UnknownColumns(q Query0) (unknown int) {
	for _, part := range q.parts(2) {
		for _, b := range part.list {
			for i := range part.set.width {
				if m := &part.set.Fields[b.at.First+i]; m.Set && m.Stored != 0 && m.Source == 0 &&
					m.Column == query.UnknownColumn {
					unknown++
				}
			}
		}
		part.each(func(Batch) bool { return true })
	}
	return unknown
}

// SpawnPath returns the path that creates entities with ids: "direct", "as instances with n values" or
// "general", and whether several are created at once. It creates two entities.
func SpawnPath(w *World, ids ...ID) string {
	s := w.bareSpawner()
	path := "general"
	_, plan, ok := s.targetTableWith(ids)
	switch {
	case ok && plan != nil:
		path = fmt.Sprintf("as instances with %d values", len(plan.copies))
	case ok:
		path = "direct"
	}
	e, at := s.spawn(ids)
	if w.finishSpawn(at); (at.table != store.NoTable) != ok && !w.core.Hooked() {
		return "another path than predicted: " + path
	}
	if ok && w.core.Hooked() && at.table == store.NoTable {
		path = "general, observed"
	}
	if at.table != store.NoTable && w.core.Store.Entities(at.table)[at.row] != e {
		return "in another row"
	}
	if _, _, rows := s.spawnRows(1, ids); rows {
		path += ", many at once"
	}
	return path
}

// IsPlain reports whether adding an id only moves the entity in the store.
func IsPlain(w *World, e Entity, id ID) bool {
	exact, err := w.exactID(id)
	return err == nil && w.core.IsPlain(e, exact)
}

// CheckObjects adds objects of n types to the table of a world's objects, and fails if one cannot
// be found.
func CheckObjects(t require.TestingT, n int) {
	var objects typedWorld
	words := make([]uint64, n)
	for i := range words {
		objects.place(typedSlot{unsafe.Pointer(&words[i]), unsafe.Pointer(&words[i])})
		size := len(objects.slots)
		require.Zero(t, size&(size-1), "the size is not a power of two")
		require.LessOrEqual(t, 2*(i+1), size, "less than half of the table is free")
		require.LessOrEqual(t, size, max(16, 4*(i+1)), "the table is too large")
		steps := 0
		for j := range words[:i+1] {
			word := unsafe.Pointer(&words[j])
			home := homeOf(word, objects.shift)
			require.Less(t, home, size, "the home slot is out of range")
			at := home
			for objects.slots[at&(size-1)].word != word {
				require.NotNil(t, objects.slots[at&(size-1)].word, "a free slot comes before the object")
				at++
			}
			require.Equal(t, word, objects.slots[at&(size-1)].object)
			steps += at - home
		}
		require.LessOrEqual(t, steps, 4*(i+1), "the objects are too far from their home slots")
	}
}

// KeysSwept counts the loops after which all sort keys were compared.
func KeysSwept(w *World) uint64 { return w.core.SortKeys.Swept.Load() }

// NamesKept returns the number of names of deleted entities that are kept for callbacks.
func NamesKept(w *World) int { return len(w.core.Departed) }
