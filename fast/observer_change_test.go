package fast_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func onRemove(t *testing.T, w *fast.World, tag fast.Entity, call func(fast.Event)) *fast.EventObserver {
	t.Helper()
	o := w.Observe(fast.OnRemove, tag, call)
	return o
}

func TestACallbackDeletesDuringADeletion(t *testing.T) {
	w := fast.NewWorld()
	node := w.NewTag("Node")
	parent := w.Spawn(node)
	child := w.Spawn(node, fast.Pair(fast.ChildOf, parent))
	other := w.Spawn(node)
	below := w.Spawn(node, fast.Pair(fast.ChildOf, other))
	var notified []fast.Entity
	onRemove(t, w, node, func(e fast.Event) {
		notified = append(notified, e.Entity)
		require.False(t, w.Alive(e.Entity))
		if e.Entity == child {
			require.NoError(t, w.Delete(other))
			require.True(t, w.Alive(other), "the deletion waits until all events are delivered")
		}
	})
	require.NoError(t, w.Delete(parent))
	require.Equal(t, []fast.Entity{child, parent, below, other}, notified)
	require.Zero(t, w.Count(node))
}

func TestACallbackMayAddARemovedPairAgain(t *testing.T) {
	w := fast.NewWorld()
	married := w.NewRelationship("Married", fast.Symmetric, fast.Exclusive)
	a, b, c := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(a, married, b))
	calls := 0
	w.Observe(fast.OnRemove, fast.Pair(married, fast.Wildcard), func(e fast.Event) {
		if calls++; e.Entity == b {
			require.NoError(t, w.AddPair(b, married, a))
		}
	})
	require.NoError(t, w.AddPair(a, married, c))
	require.Equal(t, b, w.Target(a, married, 0))
	require.Equal(t, a, w.Target(b, married, 0))
	require.Zero(t, w.Target(c, married, 0))
	require.Equal(t, 4, calls, "a and b lose their pairs, then a and c")
}

func TestACallbackMayEndAndCreateObservers(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var later int
	var self *fast.EventObserver
	calls := 0
	self = onRemove(t, w, tag, func(fast.Event) {
		calls++
		self.Release()
		onRemove(t, w, tag, func(fast.Event) { later++ })
	})
	a, b := w.Spawn(tag), w.Spawn(tag)
	require.NoError(t, w.Delete(a))
	require.Equal(t, []int{1, 0}, []int{calls, later}, "the new observer receives only later events")
	require.NoError(t, w.Delete(b))
	require.Equal(t, []int{1, 1}, []int{calls, later})
}

func TestACallbackMayQueryButNotTearDown(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	q := fast.NewQuery0(w, tag)
	var left []int
	onRemove(t, w, tag, func(fast.Event) {
		n := 0
		for batch := range q.Batches() {
			n += batch.Len()
		}
		left = append(left, n)
		require.EqualValues(t, "invalid", code(w.Teardown()))
	})
	a := w.Spawn(tag)
	w.Spawn(tag, fast.Pair(fast.ChildOf, a))
	w.Spawn(tag)
	require.NoError(t, w.Delete(a))
	require.Equal(t, []int{1, 1}, left, "the operation must be complete when its events are delivered")
}

func TestACallbackMayMakeChangesDuringTeardown(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	parent := w.Spawn(tag)
	w.Spawn(fast.Pair(fast.ChildOf, parent))
	nonFragmenting := w.Spawn(tag)
	var notified []fast.Entity
	onRemove(t, w, tag, func(e fast.Event) {
		notified = append(notified, e.Entity)
		if e.Entity == parent {
			require.NoError(t, w.Remove(nonFragmenting, tag))
			w.Spawn(tag)
		}
	})
	require.NoError(t, w.Teardown())
	require.Contains(t, notified, nonFragmenting)
	require.Len(t, notified, 3, "an entity created during teardown is deleted, too")
	require.Zero(t, w.Len())
}

// If undo removes an entity, callbacks can read its name, as for a deletion.
func TestCallbacksKnowNamesOfUndoneEntities(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	var names []string
	w.Observe(fast.OnRemove, tag, func(e fast.Event) { names = append(names, w.Name(e.Entity)) })
	create := func() {
		ship := w.Spawn(fast.Named("ship"), tag)
		w.Spawn(fast.Named("mast"), fast.Below(ship), tag)
	}
	require.Error(t, w.Atomically(func() error {
		create()
		return errors.New("no")
	}))
	require.ElementsMatch(t, []string{"ship", "mast"}, names)
	edit, err := w.Record(func() error {
		create()
		return nil
	})
	require.NoError(t, err)
	names = nil
	require.NoError(t, edit.Undo())
	require.ElementsMatch(t, []string{"ship", "mast"}, names)
}
