package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// Nothing is below a dead entity or along a dead relationship, even if their indices are reused.
func TestNothingIsBelowTheDead(t *testing.T) {
	w := fast.NewWorld(fast.WithRecycledIndices(1))
	likes, parent := w.NewRelationship("Likes"), w.Spawn()
	child := w.Spawn(fast.Pair(fast.ChildOf, parent), fast.Pair(likes, parent))
	require.Equal(t, []fast.Entity{child}, w.Traverse(parent, likes, 0))
	check(w.Delete(likes))
	require.Empty(t, w.Traverse(parent, likes, 0))
	require.Empty(t, w.Traverse(likes, fast.ChildOf, 0))
	next := w.Spawn()
	require.Equal(t, likes.Index(), next.Index())
	check(w.AddPair(child, next, parent), w.AddPair(child, fast.ChildOf, next))
	require.Equal(t, []fast.Entity{child}, w.Traverse(parent, next, 0))
	require.Equal(t, []fast.Entity{child}, w.Traverse(next, fast.ChildOf, 0))
	require.Empty(t, w.Traverse(parent, likes, 0))
	require.Empty(t, w.Traverse(likes, fast.ChildOf, 0))
}
