package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func tablesInUse(s *Store) (n int) {
	for t := range Table(s.Tables()) {
		if s.InUse(t) {
			n++
		}
	}
	return n
}

// An entity that gets many pairs one by one, in any order, stays in one table with all of them.
func TestManyPairsStayInOneTable(t *testing.T) {
	const pairs = 2000
	s := newWorld(t, Options{})
	targets := fill(t, s, pairs)
	e, random := create(t, s, Single(10)), rand.New(rand.NewPCG(1, 2))
	random.Shuffle(pairs, func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	for i, target := range targets {
		added, err := s.Add(e, Pair(30, target.Index()))
		require.NoError(t, err)
		require.True(t, added)
		if i%500 == 499 {
			require.NoError(t, s.Check())
		}
	}
	require.Less(t, tablesInUse(s), 2*wideTargets)
	_, count := s.Find(tableOf(s, e), Pair(30, Wildcard))
	require.Equal(t, pairs, count)
	before := tablesInUse(s)
	for i, target := range targets {
		require.NotEmpty(t, s.Lookup(Pair(Wildcard, target.Index())))
		removed, err := s.Remove(e, Pair(30, target.Index()))
		require.NoError(t, err)
		require.True(t, removed)
		if i%500 == 499 {
			require.NoError(t, s.Check())
		}
	}
	require.Less(t, tablesInUse(s)-before, 2*wideTargets)
	require.NoError(t, s.Delete(e))
	require.NoError(t, s.Check())
}

// Entities that get the same pairs one by one share tables, up to a number of ids.
func TestEntitiesShareIntermediateTables(t *testing.T) {
	s := newWorld(t, Options{})
	targets := fill(t, s, 60)
	for i := range 20 {
		e := create(t, s)
		for _, target := range targets {
			_, err := s.Add(e, Pair(30, target.Index()))
			require.NoError(t, err)
		}
		if i > 1 {
			require.Equal(t, tableOf(s, e), s.Lookup(Pair(30, targets[59].Index()))[0].Table)
		}
	}
	require.Less(t, tablesInUse(s), 80)
	require.NoError(t, s.Check())
}

// If all entities of a table lose ids, the table keeps its number, rows and values, unless a table
// with the remaining ids exists.
func TestATableStaysIfAllItsEntitiesLoseIDs(t *testing.T) {
	s := newWorld(t, Options{WideTargets: 1})
	entities := fill(t, s, 5, Single(10), Single(12), Pair(30, 40), Pair(30, 41), Pair(30, 42), Pair(31, 40))
	table := tableOf(s, entities[0])
	for i, e := range entities {
		*Value[vector](s, e, Single(10)) = vector{float64(i), 1}
		*Value[string](s, e, Single(12)) = "kept"
	}
	require.True(t, s.StayWithout(table, Pair(30, 40), Pair(31, 40)))
	require.NoError(t, s.Check())
	require.Equal(t, []ID{Single(10), Single(12), Pair(30, 41), Pair(30, 42)}, s.IDs(table))
	for i, e := range entities {
		require.Equal(t, table, tableOf(s, e))
		require.Equal(t, vector{float64(i), 1}, *Value[vector](s, e, Single(10)))
		require.Equal(t, "kept", *Value[string](s, e, Single(12)))
	}
	create(t, s, Single(10), Single(12), Pair(30, 41))
	require.False(t, s.StayWithout(table, Pair(30, 42)), "a table with these ids exists")
	create(t, s, Single(10), Pair(30, 42))
	require.False(t, s.StayWithout(table, Single(12), Pair(30, 41)), "a table with these ids exists")
	require.False(t, s.StayWithout(Root, Pair(30, 42)))
	require.NoError(t, s.Check())
}
