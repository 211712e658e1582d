package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestWalksAlongTheWildcardFollowEveryRelationship(t *testing.T) {
	w := fast.NewWorld()
	likes, a, b := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(a, likes, b))
	up, err := w.WalkUp(a, fast.Wildcard, 0)
	require.NoError(t, err)
	require.Equal(t, []fast.Entity{b}, up)
	depth, err := w.Depth(a, fast.Wildcard)
	require.NoError(t, err)
	require.Equal(t, 1, depth)
	require.Equal(t, []fast.Entity{a}, w.Traverse(b, fast.Wildcard, 0))
}
