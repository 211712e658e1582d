package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestClosureFollowsDeletionsAndRestores(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	places := make([]fast.Entity, 50)
	for i := range places {
		if places[i] = w.Spawn(); i > 0 {
			require.NoError(t, w.AddPair(places[i], in, places[i-1]))
		}
	}
	c := w.Closure(in)
	require.True(t, c.Has(places[49], places[0]))
	require.False(t, c.Has(places[0], places[49]))
	require.False(t, c.Has(places[0], places[0]))
	require.Zero(t, testing.AllocsPerRun(100, func() { c.Has(places[49], places[0]) }))
	s := w.Snapshot()
	require.NoError(t, w.Delete(places[20]))
	require.False(t, c.Has(places[49], places[0]))
	require.False(t, c.Has(places[49], places[20]))
	w.Restore(s)
	require.True(t, c.Has(places[49], places[0]))
	require.NoError(t, w.Delete(in))
	require.False(t, c.Has(places[49], places[0]))
	require.Panics(t, func() { w.Closure(in) })
}

// A Closure also finds disabled entities and prefabs, and must not change the queries of a program.
func TestClosureDoesNotChangeEqualQueries(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	port := w.Spawn()
	w.Spawn(fast.Pair(in, port))
	w.Spawn(fast.Pair(in, port), fast.Prefab)
	inside := func() fast.Query0 { return fast.NewQuery0(w, fast.Pair(in, fast.Variable(1)), fast.Rule) }
	q := inside()
	require.Equal(t, 1, q.Len())
	w.Closure(in)
	require.Equal(t, 1, q.Len())
	require.Equal(t, 1, inside().Len())
}
