package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// storages runs a test with an exclusive relationship stored inside and outside the tables.
func storages(t *testing.T, f func(t *testing.T, properties ...fast.Entity)) {
	t.Run("in tables", func(t *testing.T) { f(t, fast.Exclusive) })
	t.Run("beside tables", func(t *testing.T) { f(t, fast.Exclusive, fast.DontFragment) })
	t.Run("union", func(t *testing.T) { f(t, fast.Union) })
}

func TestExclusiveRelationshipInEveryStorage(t *testing.T) {
	storages(t, func(t *testing.T, properties ...fast.Entity) {
		w := fast.NewWorld()
		r := w.NewRelationship("R", properties...)
		likes := w.Relationship(r)
		x, y := w.Spawn(), w.Spawn()
		a, b := fast.Spawn1(w, position{1, 0}, fast.Pair(r, x)), fast.Spawn1(w, position{2, 0}, fast.Pair(r, x))
		c := fast.Spawn1(w, position{3, 0})
		require.NoError(t, likes.Add(c, y))
		require.NoError(t, likes.Add(b, y))

		require.Equal(t, []fast.Entity{x, y, y}, []fast.Entity{likes.Target(a), likes.Target(b), likes.Target(c)})
		require.True(t, likes.Has(b, y))
		require.False(t, likes.Has(b, x))
		require.True(t, w.Has(b, fast.Pair(fast.Wildcard, y)))
		require.True(t, w.Owns(b, fast.Pair(r, fast.Wildcard)))
		require.Contains(t, w.IDs(b), fast.Pair(r, y))
		require.Equal(t, []fast.Entity{b, c}, w.Sources(r, y))
		require.Equal(t, 2, w.Count(fast.Pair(r, y)))
		require.Equal(t, 2, w.Count(fast.Pair(fast.Wildcard, y)))
		require.Equal(t, 3, w.Count(fast.Pair(r, fast.Wildcard)))
		var sources []fast.Entity
		for e := range likes.Sources(y) {
			sources = append(sources, e)
		}
		require.ElementsMatch(t, []fast.Entity{b, c}, sources)

		targets := map[fast.Entity]fast.Entity{}
		for batch := range fast.NewQuery1[position](w, fast.Pair(r, fast.Variable(1))).Batches() {
			for _, e := range batch.Entities() {
				targets[e] = batch.Target(1)
			}
		}
		require.Equal(t, map[fast.Entity]fast.Entity{a: x, b: y, c: y}, targets)

		q := fast.NewQuery1[position](w, fast.Pair(r, fast.Wildcard))
		require.NoError(t, w.Delete(y))
		require.Equal(t, []fast.Entity{a}, found(q))
		require.Zero(t, likes.Target(b))
		snapshot := w.Snapshot()
		require.NoError(t, likes.Remove(a, x))
		require.Empty(t, found(q))
		w.Restore(snapshot)
		require.Equal(t, x, likes.Target(a))
		require.NoError(t, w.Delete(r))
		require.Empty(t, found(q))
	})
}

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

// A query for any target returns the same entities whether or not the relationship fragments, also
// if pairs are derived or disabled, before and after the first such pair.
func TestAnyTargetOfNonFragmentingRelationships(t *testing.T) {
	for _, properties := range [][]fast.Entity{
		nil,
		{fast.Transitive},
		{fast.Transitive, fast.Reflexive},
		{fast.Reflexive},
	} {
		var found [2][]int
		for i, more := range [][]fast.Entity{{fast.Exclusive}, {fast.Exclusive, fast.DontFragment}} {
			w := fast.NewWorld()
			r := w.NewRelationship("", append(more, properties...)...)
			tag := w.NewTag("")
			cached := fast.NewQuery0(w, fast.Pair(r, fast.Any))
			rule := fast.NewQuery0(w, fast.Pair(r, fast.Any), fast.Rule)
			without := fast.NewQuery0(w, tag, fast.Not(fast.Pair(r, fast.Any)))
			count := func() { found[i] = append(found[i], cached.Len(), rule.Len(), without.Len()) }
			var list []fast.Entity
			for n := range 6 {
				e := w.Spawn(tag)
				if list = append(list, e); n > 1 {
					require.NoError(t, w.AddPair(e, r, list[n-1]))
				}
				count()
			}
			require.NoError(t, w.AddPair(list[1], r, list[5])) // a cycle
			count()
			base := w.Spawn(fast.Pair(r, list[0]))
			w.Spawn(tag, fast.Pair(fast.IsA, base))
			count()
			require.NoError(t, w.DisableID(list[3], fast.Pair(r, list[2])))
			count()
			require.NoError(t, w.Delete(list[4]))
			count()
		}
		require.Equal(t, found[0], found[1])
		require.Positive(t, found[0][len(found[0])-3])
	}
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
