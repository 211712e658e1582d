package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A child of a prefab becomes a prefab whatever call of the typed API creates it, even if the same
// call was used before the parent became a prefab (prefab.spreads).
func TestEveryCallSpreadsPrefabToChildren(t *testing.T) {
	variants := map[string]func(w *fast.World, parent fast.Entity) fast.Entity{
		"SpawnWith": func(w *fast.World, parent fast.Entity) fast.Entity {
			return w.Spawn(fast.Pair(fast.ChildOf, parent))
		},
		"Spawn1": func(w *fast.World, parent fast.Entity) fast.Entity {
			return fast.Spawn1(w, position{1, 2}, fast.Pair(fast.ChildOf, parent))
		},
		"AddPair": func(w *fast.World, parent fast.Entity) fast.Entity {
			e := w.Spawn()
			_ = w.AddPair(e, fast.ChildOf, parent)
			return e
		},
		"Relationship": func(w *fast.World, parent fast.Entity) fast.Entity {
			e := w.Spawn()
			_ = w.Relationship(fast.ChildOf).Add(e, parent)
			return e
		},
		"Create": func(w *fast.World, parent fast.Entity) fast.Entity {
			e := w.Spawn(fast.Below(parent))
			return e
		},
		"Commands": func(w *fast.World, parent fast.Entity) fast.Entity {
			var c fast.Commands
			e := c.Spawn(fast.Pair(fast.ChildOf, parent))
			_ = c.Apply(w)
			return c.Entity(e)
		},
		"Defer": func(w *fast.World, parent fast.Entity) (e fast.Entity) {
			_ = w.Defer(func() { e = w.Spawn(fast.Pair(fast.ChildOf, parent)) })
			return e
		},
	}
	prefab := fast.Single(fast.Prefab)
	for name, child := range variants {
		t.Run(name, func(t *testing.T) {
			w := fast.NewWorld()
			parent := w.Spawn()
			require.False(t, w.Owns(child(w, parent), prefab))
			require.NoError(t, w.Add(parent, prefab))
			made := child(w, parent)
			require.True(t, w.Owns(made, prefab))
			require.NoError(t, w.Remove(parent, prefab))
			require.True(t, w.Owns(made, prefab))
			require.False(t, w.Owns(child(w, parent), prefab))
		})
	}
}

func TestSpawnManySpreadsPrefab(t *testing.T) {
	w := fast.NewWorld()
	parent := w.Spawn()
	fast.SpawnMany1[position](w, 3, fast.Pair(fast.ChildOf, parent))
	require.Equal(t, 0, w.Count(fast.Prefab))
	require.NoError(t, w.Add(parent, fast.Prefab))
	require.Equal(t, 4, w.Count(fast.Prefab))
	batch := fast.SpawnMany1[position](w, 3, fast.Pair(fast.ChildOf, parent))
	require.Equal(t, 7, w.Count(fast.Prefab))
	require.Equal(t, 3, batch.Len())
}

// Instances that are created directly in their table get the copies required by inheritance.copies,
// even if a base got a base of its own or an Override after the first instance was created.
func TestDirectInstancesGetCopiesOfEveryBase(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		t.Run(p.Name, func(t *testing.T) {
			w := fast.NewWorld(fast.WithProfile(p))
			c := fast.Register[position](w)
			top, base := w.Spawn(), w.Spawn()
			require.NoError(t, c.Set(top, position{1, 2}))
			spawn := func() fast.Entity { return w.Spawn(fast.Pair(fast.IsA, base)) }
			require.False(t, c.Owns(spawn()))
			require.NoError(t, w.AddPair(base, fast.IsA, top))
			require.NoError(t, c.Remove(base))
			require.Equal(t, p.Instantiation == spec.Override, c.Owns(spawn()))
			require.NoError(t, w.Override(top, c.ID()))
			made := spawn()
			require.True(t, c.Owns(made))
			require.Equal(t, position{1, 2}, *c.Own(made))
			require.NoError(t, w.Override(base, c.Entity()))
			require.Equal(t, position{1, 2}, *c.Own(spawn()))
		})
	}
}
