package tecs

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Data outside the tables always agrees with the tables. When an entity is removed, so is the data
// about it (TECS-147).
func TestDataOutsideTheTablesAgreesWithThem(t *testing.T) {
	w := NewWorld()
	many, err := w.NewRelationship(Options{Name: "Many", Sparse: true, Fields: []string{"x"}})
	require.NoError(t, err)
	one, err := w.NewRelationship(Options{Name: "One", Sparse: true, Exclusive: true, Fields: []string{"x"}})
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 1))
	var list []Entity
	dead := 0
	for step := range 4_000 {
		if len(list) < 20 {
			e, err := w.Spawn()
			require.NoError(t, err)
			list = append(list, e)
		}
		i := random.IntN(len(list))
		e, target := list[i], list[random.IntN(len(list))]
		r := []*Relationship{many, one}[random.IntN(2)]
		switch random.IntN(10) {
		case 0:
			require.NoError(t, w.Despawn(e))
			list = append(list[:i], list[i+1:]...)
			dead++
		case 1:
			require.NoError(t, w.Clear(e))
		case 2:
			require.NoError(t, w.Remove(e, r.To(target)))
		case 3:
			require.NoError(t, w.Remove(e, r))
		default:
			require.NoError(t, w.Set(e, r.To(target, step)))
		}
		requireUntabled(t, w, many.edges.(*manySparse), one.edges.(*oneSparse))
	}
	require.Greater(t, dead, 100)
	for _, e := range list {
		require.NoError(t, w.Despawn(e))
	}
	require.Empty(t, many.edges.(*manySparse).forward)
	require.Empty(t, many.edges.(*manySparse).reverse)
	require.Empty(t, one.edges.(*oneSparse).values)
	require.Zero(t, w.Tables())
}

func requireUntabled(t *testing.T, w *World, many *manySparse, one *oneSparse) {
	t.Helper()
	edges, sources := 0, 0
	for e, list := range many.forward {
		require.True(t, w.Alive(e) && w.Has(e, many.r) && len(list) > 0)
		for i, edge := range list {
			require.True(t, w.Alive(edge.target))
			require.Contains(t, many.reverse[edge.target].at, e)
			require.True(t, i == 0 || w.order(list[i-1].target) < w.order(edge.target))
		}
		edges += len(list)
	}
	for _, s := range many.reverse {
		require.Len(t, s.at, len(s.list))
		sources += len(s.list)
	}
	require.Equal(t, edges, sources)
	for e, v := range one.values {
		require.True(t, w.Alive(e) && w.Target(e, one.r) == v.target)
	}
}
