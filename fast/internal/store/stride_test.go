package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadersOverManyTables reads every table through the flat arrays, whose strides depend on the
// machine.
func TestReadersOverManyTables(t *testing.T) {
	const targets = 3 * smallestFlat
	s := newWorld(t, Options{})
	reader, relation, dropped := s.Reader(10), s.Relation(30), s.Relation(31)
	gone := create(t, s)
	s.dropKeys(31) // its reader still covers all tables
	var sources, aims []Entity
	for range targets {
		aims = append(aims, create(t, s))
		sources = append(sources, create(t, s, Single(10), Pair(30, aims[len(aims)-1].Index())))
	}
	for i, source := range sources {
		*(*vector)(reader.Cell(source)) = vector{float64(i), 1}
	}
	for i, source := range sources {
		require.Equal(t, vector{float64(i), 1}, *(*vector)(reader.Cell(source)))
		require.Equal(t, aims[i].Index(), relation.Target(source))
		require.Nil(t, reader.Cell(aims[i]))
		require.Zero(t, relation.Target(aims[i]))
		require.Zero(t, dropped.Target(source))
	}
	require.Zero(t, dropped.Target(gone))
}
