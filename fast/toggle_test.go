package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// seenBy returns the entities of a typed query; batches and rows must agree.
func seenBy(t *testing.T, q fast.Query1[position]) []fast.Entity {
	t.Helper()
	var inBatches, inLoop []fast.Entity
	for b := range q.Batches() {
		inBatches = append(inBatches, b.Entities()...)
		require.Len(t, b.Field(), b.Len())
	}
	for e, p := range q.All() {
		inLoop = append(inLoop, e)
		require.NotNil(t, p)
	}
	require.ElementsMatch(t, inBatches, inLoop)
	require.Equal(t, len(inLoop), q.Len())
	return inLoop
}

func TestTypedQueriesSkipDisabledIDs(t *testing.T) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	for _, terms := range [][]fast.Term{nil, {fast.Uncached}, {fast.Rule}} {
		q := fast.NewQuery1[position](w, terms...)
		a, b, c := fast.Spawn1(w, position{1, 0}), fast.Spawn1(w, position{2, 0}), fast.Spawn1(w, position{3, 0})
		require.ElementsMatch(t, []fast.Entity{a, b, c}, seenBy(t, q))
		require.NoError(t, w.DisableID(b, pos.ID()))
		require.ElementsMatch(t, []fast.Entity{a, c}, seenBy(t, q))
		require.False(t, w.IsEnabled(b, pos.ID()))
		require.True(t, pos.Has(b))
		require.InDelta(t, 2, pos.Get(b).X, 0)

		require.NoError(t, w.Add(b, w.NewTag(""))) // moves with the disabled id
		require.ElementsMatch(t, []fast.Entity{a, c}, seenBy(t, q))
		require.NoError(t, w.EnableID(b, pos.ID()))
		require.ElementsMatch(t, []fast.Entity{a, b, c}, seenBy(t, q))

		require.NoError(t, w.DisableID(b, pos.ID()))
		require.NoError(t, pos.Remove(b))
		require.NoError(t, pos.Set(b, position{4, 0}))
		require.ElementsMatch(t, []fast.Entity{a, b, c}, seenBy(t, q), "an id that is added again is enabled")
		for _, e := range []fast.Entity{a, b, c} {
			require.NoError(t, w.Delete(e))
		}
	}
}

func TestUpSkipsDisabledIDs(t *testing.T) {
	w := fast.NewWorld()
	pos, tag := fast.Register[position](w), w.NewTag("Tag")
	root := fast.Spawn1(w, position{1, 1})
	middle := w.Spawn(tag, fast.Pair(fast.ChildOf, root))
	leaf := fast.Spawn1(w, position{2, 2}, fast.Pair(fast.ChildOf, middle))
	require.NoError(t, w.Add(root, tag))
	q := fast.NewQuery1[position](w, fast.Up(fast.ChildOf, tag))
	source := func() fast.Entity {
		var at fast.Entity
		for b := range q.Batches() {
			for _, e := range b.Entities() {
				if e == leaf {
					at = b.Source(1)
				}
			}
		}
		return at
	}
	require.Equal(t, middle, source())
	require.NoError(t, w.DisableID(middle, tag))
	require.Equal(t, root, source())
	require.NoError(t, w.DisableID(leaf, fast.Pair(fast.ChildOf, middle)))
	require.Zero(t, source())
	require.NoError(t, w.EnableID(leaf, fast.Pair(fast.ChildOf, middle)))
	require.NoError(t, w.EnableID(middle, tag))
	require.Equal(t, middle, source())
	_ = pos
}

func TestUndoneRemovalsRestoreToggles(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes", fast.Exclusive, fast.Symmetric)
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
		"a would be a second root entity of its name")
	require.False(t, w.IsEnabled(a, fast.Pair(likes, b)))
	require.True(t, w.Has(a, fast.Pair(likes, b)))

	require.NoError(t, w.EnableID(a, fast.Pair(likes, b)))
	w.Restore(snapshot)
	require.False(t, w.IsEnabled(a, fast.Pair(likes, b)))
}

func TestMisuseOfToggles(t *testing.T) {
	w := fast.NewWorld()
	tag, e := w.NewTag("Tag"), w.Spawn()
	require.EqualValues(t, "invalid", code(w.DisableID(e, tag)), "not owned")
	require.EqualValues(t, "invalid", code(w.DisableID(e, fast.Pair(tag, fast.Wildcard))))
	require.EqualValues(t, "invalid", code(w.DisableID(fast.IsA, fast.Transitive)))
	require.NoError(t, w.Delete(e))
	require.EqualValues(t, "not_alive", code(w.EnableID(e, tag)))
}
