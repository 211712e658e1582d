package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestMisuseOfToggles(t *testing.T) {
	w := fast.NewWorld()
	tag, e := w.NewTag("Tag"), w.Spawn()
	require.EqualValues(t, "invalid", code(w.DisableID(e, tag)), "not owned")
	require.EqualValues(t, "invalid", code(w.DisableID(e, fast.Pair(tag, fast.Wildcard))))
	require.EqualValues(t, "invalid", code(w.DisableID(fast.IsA, fast.Transitive)))
	require.NoError(t, w.Delete(e))
	require.EqualValues(t, "not_alive", code(w.EnableID(e, tag)))
}

func TestUndoneRemovalsRestoreToggles(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes", fast.Exclusive, fast.Symmetric, fast.CanToggle)
	a, b, c, parent := w.Spawn(), w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(a, likes, b))
	require.NoError(t, w.DisableID(a, fast.Pair(likes, b)))
	require.NoError(t, w.SetName(a, "taken"))
	require.NoError(t, w.AddPair(c, fast.ChildOf, parent))
	require.NoError(t, w.SetName(c, "taken"))
	require.NoError(t, w.AddPair(a, fast.ChildOf, w.Spawn()))
	snapshot := w.Snapshot()
	require.NoError(t, w.SetName(b, "taken"))
	require.Equal(t, "exists", string(code(w.RemoveAll(fast.Pair(fast.Wildcard, fast.Wildcard)))),
		"a would be the second root entity with that name")
	require.False(t, w.IsEnabled(a, fast.Pair(likes, b)))
	require.True(t, w.Has(a, fast.Pair(likes, b)))

	require.NoError(t, w.EnableID(a, fast.Pair(likes, b)))
	w.Restore(snapshot)
	require.False(t, w.IsEnabled(a, fast.Pair(likes, b)))
}
