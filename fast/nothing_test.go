package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Spawning 0 entities returns an empty batch on each path. Errors are the same as for more entities.
func TestSpawnManyOfNone(t *testing.T) {
	w := fast.NewWorld()
	base := fast.Spawn1(w, position{})
	married := w.NewRelationship("Married", fast.Symmetric, fast.Exclusive)
	before := len(w.Entities())
	gone := w.Spawn()
	require.NoError(t, w.Delete(gone))
	for name, ids := range map[string][]fast.ID{
		"none": nil, "a parent": {fast.Pair(fast.ChildOf, base)}, "a base": {fast.Pair(fast.IsA, base)},
		"on the general path": {fast.Pair(married, base)},
	} {
		require.Empty(t, w.SpawnMany(0, as[fast.AnyID](ids)...).Entities(), name)
		batch := fast.SpawnMany2[velocity, mass](w, 0, as[fast.AnyID](ids)...)
		v, m := batch.Fields()
		require.Empty(t, v, name)
		require.Empty(t, m, name)
		require.Zero(t, batch.Len(), name)
	}
	require.Len(t, w.Entities(), before+2, "only the components of velocity and mass are new")
	require.Equal(t, spec.CodeInvalid, panicCode(func() { w.SpawnMany(-1) }))
	require.Equal(t, spec.CodeNotAlive, panicCode(func() { w.SpawnMany(0, fast.Pair(fast.ChildOf, gone)) }))
	for range fast.NewQuery1[position](w).Batches() {
		require.Equal(t, spec.CodeLocked, panicCode(func() { w.SpawnMany(0) }))
	}
	fast.Observe(w, fast.OnAdd, func(fast.Entity, *mass) { t.Error("nothing was added") })
	require.Zero(t, fast.SpawnMany1[mass](w, 0).Len())
}

// Find distinguishes a path that no entity has from an invalid path.
func TestFind(t *testing.T) {
	w := fast.NewWorld()
	ship := w.NewTag("Ship")
	bridge := w.Spawn(fast.Pair(fast.ChildOf, ship))
	require.NoError(t, w.SetName(bridge, "Bridge"))
	for path, want := range map[string]fast.Entity{
		"Ship": ship, "Ship.Bridge": bridge, "Ship::Bridge": bridge,
		"Exclusive": fast.Exclusive,
	} {
		e, err := w.Find(path)
		require.NoError(t, err, path)
		require.Equal(t, want, e, path)
	}
	for path, want := range map[string]spec.ErrorCode{
		"Bridge": spec.CodeUnresolved, "Ship.Deck": spec.CodeUnresolved, "": spec.CodeInvalid, ".": spec.CodeInvalid,
		"Ship.":          spec.CodeInvalid,
		"Ship::::Bridge": spec.CodeInvalid,
	} {
		e, err := w.Find(path)
		require.Equal(t, want, code(err), path)
		require.Zero(t, e, path)
	}
	_, err := w.SetScope(ship)
	require.NoError(t, err)
	e, err := w.Find("Bridge")
	require.NoError(t, err)
	require.Equal(t, bridge, e, "below the scope")
	e, err = w.Find("Ship.Bridge")
	require.NoError(t, err)
	require.Equal(t, bridge, e, "a path that is not found below the scope is looked up at the root")
}
