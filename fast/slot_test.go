package fast_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// A slot is an Exclusive pair of a prefab with a part of it: each instance owns one with its own part.
func ExampleWorld_Target_slot() {
	w := fast.NewWorld()
	gun := w.NewRelationship("Gun", fast.Exclusive, fast.DontFragment)
	frigate := w.Spawn(fast.Prefab)
	turret := w.Spawn(fast.Pair(fast.ChildOf, frigate))
	barrel := w.Spawn(fast.Pair(fast.ChildOf, turret))
	_ = w.AddPair(frigate, gun, barrel)

	argo, _ := w.Instantiate(frigate)
	nemo, _ := w.Instantiate(frigate)
	// Later, only the world and the ship are needed:
	fmt.Println(w.Target(argo.Root, gun, 0) == argo.Of(barrel))
	fmt.Println(w.Target(nemo.Root, gun, 0) == nemo.Of(barrel))
	_ = w.Delete(argo.Of(turret)) // also deletes the barrel
	fmt.Println(w.Owns(argo.Root, fast.Pair(gun, fast.Wildcard)), w.Owns(nemo.Root, fast.Pair(gun, fast.Wildcard)))
	// Output:
	// true
	// true
	// false true
}

// slots holds a prefab with two parts, one below the other, each in a slot.
type slots struct {
	gun, muzzle            fast.Entity // relationships
	prefab, turret, barrel fast.Entity
}

func slotsIn(t *testing.T, w *fast.World, properties ...fast.Entity) slots {
	var s slots
	s.gun, s.muzzle = w.NewRelationship("Gun", properties...), w.NewRelationship("Muzzle", properties...)
	s.prefab = w.Spawn(fast.Prefab)
	s.turret = w.Spawn(fast.Pair(fast.ChildOf, s.prefab))
	s.barrel = w.Spawn(fast.Pair(fast.ChildOf, s.turret))
	require.NoError(t, w.AddPair(s.prefab, s.gun, s.turret))
	require.NoError(t, w.AddPair(s.turret, s.muzzle, s.barrel))
	return s
}

// require fails unless the slots of an instance refer to its own parts.
func (s slots) require(t *testing.T, w *fast.World, instance fast.Entity) {
	t.Helper()
	children := w.Children(instance)
	require.Len(t, children, 1)
	require.Equal(t, children, w.Targets(instance, s.gun))
	require.Equal(t, w.Children(children[0]), w.Targets(children[0], s.muzzle))
	require.Len(t, w.Children(children[0]), 1)
}

func TestSlotsReferToOwnParts(t *testing.T) {
	for _, properties := range [][]fast.Entity{{fast.Exclusive}, {fast.Exclusive, fast.DontFragment}} {
		for _, p := range []fast.Profile{fast.Flecs3(), fast.Flecs4()} {
			w := fast.NewWorld(fast.WithProfile(p))
			s := slotsIn(t, w, properties...)
			made, err := w.Instantiate(s.prefab)
			require.NoError(t, err)
			s.require(t, w, made.Root)

			var file, part bytes.Buffer
			require.NoError(t, w.Save(&file))
			loaded := fast.NewWorld(fast.WithProfile(p))
			require.NoError(t, loaded.Load(&file))
			s.require(t, loaded, made.Root)
			again, err := loaded.Instantiate(s.prefab)
			require.NoError(t, err)
			s.require(t, loaded, again.Root)

			// An instance can be instantiated, too; the result is a deep copy.
			second, err := w.Instantiate(made.Root)
			require.NoError(t, err)
			s.require(t, w, second.Root)

			before := w.Snapshot()
			require.NoError(t, w.Delete(made.Of(s.turret)))
			require.False(t, w.Owns(made.Root, fast.Pair(s.gun, fast.Wildcard)))
			w.Restore(before)
			s.require(t, w, made.Root)

			// A saved part of a world includes the slots.
			require.NoError(t, w.SetName(s.prefab, "Frigate"))
			require.NoError(t, w.SaveTree(&part, made.Root))
			other := fast.NewWorld(fast.WithProfile(p))
			there := slotsIn(t, other, properties...)
			require.NoError(t, other.SetName(there.prefab, "Frigate"))
			grafted, err := other.LoadPart(&part)
			require.NoError(t, err)
			there.require(t, other, grafted.Of(made.Root))
		}
	}
}

// A clone has no children, so its slots refer to the parts of the original. Instantiate of an
// instance copies the parts, too.
func TestSlotsOfAClone(t *testing.T) {
	for _, properties := range [][]fast.Entity{{fast.Exclusive}, {fast.Exclusive, fast.DontFragment}} {
		w := fast.NewWorld()
		s := slotsIn(t, w, properties...)
		made, err := w.Instantiate(s.prefab)
		require.NoError(t, err)
		clone, err := w.Clone(made.Root)
		require.NoError(t, err)
		require.Empty(t, w.Children(clone))
		require.Equal(t, []fast.Entity{made.Of(s.turret)}, w.Targets(clone, s.gun))
		copied, err := w.Instantiate(made.Root)
		require.NoError(t, err)
		s.require(t, w, copied.Root)
	}
}
