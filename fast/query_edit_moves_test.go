// The debug build moves the values of a table at each change, to expose stale addresses.

//go:build !relspec_debug

package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// A bulk edit of large tables moves whole tables: the values keep their addresses.
func TestEditsMoveTables(t *testing.T) {
	w := fast.NewWorld()
	a, b := fast.Single(w.NewTag("A")), fast.Single(w.NewTag("B"))
	docked := w.NewRelationship("DockedTo", fast.Exclusive)
	mars, venus, moon := w.Spawn(), w.Spawn(), w.Spawn()
	pos := fast.Register[position](w)
	ships := fast.SpawnMany2[position, velocity](w, 10_000, a, fast.Pair(docked, mars)).Entities()
	ship := ships[5_000]
	fast.SpawnMany1[position](w, 10_000, a, fast.Pair(docked, venus))
	q := fast.NewQuery0(w, a)
	before := pos.Own(ship)
	for i, step := range []func() (int, error){
		func() (int, error) { return q.AddAll(b) },
		func() (int, error) { return q.RemoveAll(b) },
		func() (int, error) { return q.AddAll(fast.Pair(docked, moon)) },
		func() (int, error) { return q.RemoveAll(fast.Pair(docked, fast.Wildcard)) },
		func() (int, error) { return q.ExchangeAll([]fast.AnyID{fast.Pair(docked, mars)}, []fast.AnyID{b}) },
	} {
		n, err := step()
		require.NoError(t, err)
		require.Equal(t, 20_000, n)
		require.Same(t, before, pos.Own(ship), "step %d", i)
	}
	require.Equal(t, 20_000, w.Count(fast.Pair(docked, mars)))
}
