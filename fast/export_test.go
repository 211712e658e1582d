package fast

import (
	"fmt"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
)

// RequireWhole fails where something that a world keeps is not what it is made of.
func RequireWhole(t require.TestingT, w *World) {
	require.NoError(t, w.core.CheckInvariants())
}

// ValuesTaken is for how many values that went observers have room.
func ValuesTaken(w *World) int { return w.core.Observers.FreeCells() }

// ForgetQueries makes the world compile each query that is made from now on.
func ForgetQueries(w *World) {
	for i := range w.typed.made {
		w.typed.made[i].Store(nil)
	}
}

// WithRecycledIndices, WithoutFragmenting and WithTradingTables are options of worlds that change
// no answer, see package bridge.
func WithRecycledIndices(n int) Option { return bridge.RecycledIndices(n).(Option) }

func WithoutFragmenting() Option { return bridge.NotFragmenting().(Option) }

func WithTradingTables() Option { return bridge.TradingTables().(Option) }

// GoesOverTables reports whether the matches of a query that keeps none are found by whole tables now.
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

// SameQuery reports whether two queries have one compiled form.
func SameQuery(a, b Query0) bool { return a.typed == b.typed }

// MatchedTables is the number of whole tables that an edit of all that match changes, -1 if it goes entity by entity.
func MatchedTables(q Query0) int {
	m := q.matched()
	defer m.done()
	if m.tables != nil {
		return len(m.tables)
	}
	return -1
}

// UnknownColumns is how many columns of parts of a query are still to be looked up.
func UnknownColumns(q Query0) (unknown int) {
	for _, part := range q.parts(2) {
		for _, b := range part.list {
			for i := range part.set.width {
				if m := &part.set.Fields[b.at.first+i]; m.Set && m.Stored != 0 && m.Source == 0 &&
					m.Column == query.UnknownColumn {
					unknown++
				}
			}
		}
		part.each(func(Batch) bool { return true })
	}
	return unknown
}

// SpawnPath tells how entities with ids are made: "straight" in their table, "as instances" with so
// many values of their base, or "in the long way"; then whether several are made at once. It makes
// two.
func SpawnPath(w *World, ids ...ID) string {
	s := w.bareSpawner()
	path := "in the long way"
	_, plan, ok := s.targetTableWith(ids)
	switch {
	case ok && plan != nil:
		path = fmt.Sprintf("as instances with %d values", len(plan.copies))
	case ok:
		path = "straight"
	}
	e, at := s.spawn(ids)
	if w.finishSpawn(at); (at.table != store.NoTable) != ok && !w.core.Hooked() {
		return "otherwise than found out: " + path
	}
	if ok && w.core.Hooked() && at.table == store.NoTable {
		path = "in the long way, being heard"
	}
	if at.table != store.NoTable && w.core.Store.Entities(at.table)[at.row] != e {
		return "in another row"
	}
	if _, _, rows := s.spawnRows(1, ids); rows {
		path += ", many at once"
	}
	return path
}

// IsPlain reports whether an id comes to an entity by a move in the storage alone.
func IsPlain(w *World, e Entity, id ID) bool {
	exact, err := w.exactID(id)
	return err == nil && w.isPlain(e, exact)
}

// CheckObjects puts objects of so many types into the table of a world's objects, and fails where
// one is not in its place.
func CheckObjects(t require.TestingT, n int) {
	var objects typedWorld
	words := make([]uint64, n)
	for i := range words {
		objects.place(typedSlot{unsafe.Pointer(&words[i]), unsafe.Pointer(&words[i])})
		size := len(objects.slots)
		require.Zero(t, size&(size-1), "a power of two")
		require.LessOrEqual(t, 2*(i+1), size, "half of it is free")
		require.LessOrEqual(t, size, max(16, 4*(i+1)), "it is no larger than it needs")
		steps := 0
		for j := range words[:i+1] {
			word := unsafe.Pointer(&words[j])
			home := homeOf(word, objects.shift)
			require.Less(t, home, size, "the home is in the table")
			at := home
			for objects.slots[at&(size-1)].word != word {
				require.NotNil(t, objects.slots[at&(size-1)].word, "found before a free place")
				at++
			}
			require.Equal(t, word, objects.slots[at&(size-1)].object)
			steps += at - home
		}
		require.LessOrEqual(t, steps, 4*(i+1), "most are near their home")
	}
}

// KeysSwept counts the loops after which all values that queries are sorted by are compared.
func KeysSwept(w *World) uint64 { return w.core.SortKeys.Swept.Load() }

// NamesKept is how many names of deleted entities are kept for callbacks.
func NamesKept(w *World) int { return len(w.core.Departed) }
