package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// REL-228, wildcard.union: a term for any target of a Union relationship reports (R, *), a term for
// one target reports that target.
func TestAnyTargetOfAUnion(t *testing.T) {
	for name, option := range map[string][]fast.Term{"cached": nil, "uncached": {fast.Uncached}, "rule": {fast.Rule}} {
		t.Run(name, func(t *testing.T) {
			w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
			r := w.NewRelationship("R", fast.Union)
			x := w.Spawn()
			fast.Spawn1(w, position{}, fast.Pair(r, x))
			got := func(term fast.Term) (ids []fast.ID) {
				for batch := range fast.NewQuery1[position](w, append(option, term)...).Batches() {
					ids = append(ids, batch.ID(1))
				}
				return ids
			}
			require.Equal(t, []fast.ID{fast.Pair(r, fast.Wildcard)}, got(fast.Pair(r, fast.Wildcard)))
			require.Equal(t, []fast.ID{fast.Pair(r, x)}, got(fast.Pair(r, x)))
			require.Equal(t, []fast.ID{fast.Pair(r, x)}, got(fast.Pair(fast.Wildcard, x)))
		})
	}
}

func TestTargetsBesideTablesMakeNoTables(t *testing.T) {
	w := fast.NewWorld()
	r := w.NewRelationship("R", fast.Exclusive, fast.DontFragment)
	e := fast.Spawn1(w, position{})
	tables := func() int { return len(w.Tables()) }
	require.NoError(t, w.AddPair(e, r, w.Spawn()))
	before := tables()
	for range 100 {
		require.NoError(t, w.AddPair(e, r, w.Spawn()))
	}
	require.Equal(t, before, tables())
	table, ok := w.TableOf(e)
	require.True(t, ok)
	require.Contains(t, table.IDs, fast.Pair(r, fast.Wildcard))
}

// The field of a pair stored in tables is right also in a world with pairs outside the tables.
func TestFieldsOfPairsBesideNonFragmentingOnes(t *testing.T) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	near, docks := w.NewRelationship("Near"), w.NewRelationship("Docks", fast.Exclusive, fast.DontFragment)
	e := fast.Spawn1(w, position{1, 2}, fast.Pair(docks, near))
	require.NoError(t, fast.SetID(w, e, fast.Pair(near, m.Entity()), mass{4}))
	q := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Pair(near, m.Entity())))
	require.Equal(t, 1, q.Len())
	for batch := range q.Batches() {
		_, values := batch.Fields()
		require.Equal(t, []mass{{4}}, values)
	}
}

// If parents are stored outside the tables, AddPair refuses a parent below the child, and moves a
// leaf by a write.
func TestParentsBesideTablesCloseNoCycle(t *testing.T) {
	w := fast.NewWorld()
	require.NoError(t, w.Add(fast.ChildOf, fast.DontFragment))
	top, other := w.Spawn(), w.Spawn()
	mid := w.Spawn(fast.Below(other))
	low := w.Spawn(fast.Below(mid))
	require.ErrorContains(t, w.AddPair(mid, fast.ChildOf, low), "cycle")
	require.Equal(t, other, w.Parent(mid))
	require.NoError(t, w.AddPair(low, fast.ChildOf, top))
	require.Equal(t, []fast.Entity{low}, w.Children(top))
	require.Empty(t, w.Children(mid))
}
