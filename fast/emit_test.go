package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestEmissionsThatAreRefusedOrTooMany(t *testing.T) {
	w := fast.NewWorld(fast.WithEventLimit(50))
	hit, likes, ship := w.NewTag("Hit"), w.NewRelationship("Likes"), w.Spawn(fast.Single(fast.Prefab))
	require.NoError(t, w.Remove(ship, fast.Single(fast.Prefab)))
	notified := 0
	o := w.Listen(hit, fast.Not(fast.Single(likes)), func(e fast.Event) {
		notified++
		_ = w.Emit(fast.Emission{Event: hit, Entity: e.Entity})
	})
	var failures []error
	w.HandleFailures(func(err error) { failures = append(failures, err) })
	require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
	require.Equal(t, 51, notified, "the first event, and 50 caused by callbacks")
	require.Len(t, failures, 1)
	require.ErrorContains(t, failures[0], "limit: observers caused more than 50 events")

	require.ErrorContains(t, w.Emit(fast.Emission{Event: hit}), "not_alive")
	require.ErrorContains(t, w.Emit(fast.Emission{Entity: ship}), "not_alive")
	require.ErrorContains(t, w.Emit(fast.Emission{Event: hit, Entity: ship, Along: likes}), "not_traversable")
	require.ErrorContains(t, w.Emit(fast.Emission{
		Event: hit, Entity: ship,
		IDs: []fast.AnyID{fast.Pair(likes, fast.Wildcard)},
	}), "invalid")
	o.Release()
	notified = 0
	require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
	require.NoError(t, w.Defer(func() {
		require.NoError(t, w.Emit(fast.Emission{Event: hit, Entity: ship}))
		require.NoError(t, w.Delete(hit))
	}))
	require.Zero(t, notified)

	require.Equal(t, fast.CodeNotAlive, panicCode(func() { w.Listen(hit, likes, func(fast.Event) {}) }))
}
