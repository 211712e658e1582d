package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/spec"
)

// bullet creates a prefab with a part in a slot, and the relationship of the slot.
func bullet(t *testing.T) (w *fast.World, prefab, part, slot fast.Entity) {
	t.Helper()
	w = fast.NewWorld()
	slot = w.NewRelationship("Tip", fast.Exclusive)
	prefab = fast.Spawn1(w, position{1, 1}, fast.Prefab)
	part = fast.Spawn1(w, position{2, 2}, fast.Pair(fast.ChildOf, prefab))
	require.NoError(t, w.SetName(part, "tip"))
	require.NoError(t, w.AddPair(prefab, slot, part))
	return w, prefab, part, slot
}

// requireBullet checks that an instance is complete.
func requireBullet(t *testing.T, w *fast.World, root, prefab, part, slot fast.Entity) {
	t.Helper()
	require.True(t, w.Owns(root, fast.Pair(fast.IsA, prefab)))
	own := w.Target(root, slot, 0)
	require.NotEqual(t, part, own)
	require.Equal(t, []fast.Entity{own}, w.Children(root))
	require.Equal(t, "tip", w.Name(own))
	require.Equal(t, position{2, 2}, *fast.Get[position](w, own))
	require.NoError(t, bridge.Core(w).CheckInvariants())
}

func TestDeferredInstantiate(t *testing.T) {
	w, prefab, part, slot := bullet(t)
	fast.Spawn1(w, position{7, 7})
	near := w.NewRelationship("Near")
	var made *fast.Instance
	var target fast.Entity
	require.NoError(t, w.Defer(func() {
		target = w.Spawn()
		for e := range fast.NewQuery1[position](w).All() {
			var err error
			made, err = w.Instantiate(prefab, fast.Pair(near, e), fast.Pair(near, target))
			require.NoError(t, err)
			require.NoError(t, fast.Set(w, made.Root, position{9, 9}))
		}
		require.True(t, w.Alive(made.Root))
		require.Empty(t, w.IDs(made.Root))
		require.Equal(t, made.Root, made.Of(prefab))
		require.Zero(t, made.Of(part))
	}))
	requireBullet(t, w, made.Root, prefab, part, slot)
	require.Equal(t, w.Target(made.Root, slot, 0), made.Of(part))
	require.Equal(t, position{9, 9}, *fast.Get[position](w, made.Root))
	require.True(t, w.HasPair(made.Root, near, target))
}

func TestObserversMayInstantiateAndClone(t *testing.T) {
	w, prefab, part, slot := bullet(t)
	hit := w.NewTag("Hit")
	var made *fast.Instance
	var clone fast.Entity
	w.Observe(fast.OnAdd, hit, func(e fast.Event) {
		var err error
		made, err = w.Instantiate(prefab)
		require.NoError(t, err)
		clone, err = w.Clone(part)
		require.NoError(t, err)
		require.NoError(t, fast.Set(w, clone, velocity{3, 3}))
	})
	require.NoError(t, w.Add(w.Spawn(), hit))
	requireBullet(t, w, made.Root, prefab, part, slot)
	require.Equal(t, position{2, 2}, *fast.Get[position](w, clone))
	require.Equal(t, velocity{3, 3}, *fast.Get[velocity](w, clone))
	require.Equal(t, prefab, w.Parent(clone))
}

func TestCommandsInstantiateAndClone(t *testing.T) {
	w, prefab, part, slot := bullet(t)
	gun := fast.Spawn1(w, position{7, 7})
	hull := fast.Register[position](w)
	var later fast.Commands
	for range 2 { // the second round reuses the memory
		var room, root, clone fast.Entity
		for e := range fast.NewQuery1[position](w).All() {
			_, err := w.Instantiate(prefab)
			require.Equal(t, spec.CodeLocked, code(err))
			_, err = w.Clone(e)
			require.Equal(t, spec.CodeLocked, code(err))
			if e != gun {
				continue
			}
			room = later.Spawn()
			root = later.Instantiate(prefab, fast.Pair(fast.ChildOf, room))
			hull.SetLater(&later, root, position{9, 9})
			clone = later.Clone(e)
			later.Set(clone, hull.Pair(root), position{4, 4})
			later.Set(clone, room, 1)
		}
		require.Equal(t, 6, later.Len())
		require.Equal(t, spec.CodeInvalid, code(later.Apply(w)), "room is not a component, so its command fails")
		root, clone = later.Entity(root), later.Entity(clone)
		requireBullet(t, w, root, prefab, part, slot)
		require.Equal(t, later.Entity(room), w.Parent(root))
		require.Equal(t, position{9, 9}, *hull.Get(root))
		require.Equal(t, position{7, 7}, *hull.Get(clone))
		require.Equal(t, position{4, 4}, *hull.GetPair(clone, root))
	}
}

func TestDeferredCopiesThatFail(t *testing.T) {
	w, prefab, _, _ := bullet(t)
	gone, tag := w.Spawn(), w.NewTag("Chosen")
	var made, other *fast.Instance
	var clone fast.Entity
	err := w.Defer(func() {
		_, err := w.Instantiate(fast.ChildOf)
		require.Equal(t, spec.CodeInvalid, code(err))
		_, err = w.Clone(fast.Register[position](w).Entity())
		require.Equal(t, spec.CodeInvalid, code(err))
		require.NoError(t, w.Delete(gone))
		made, err = w.Instantiate(gone)
		require.NoError(t, err)
		require.NoError(t, w.Add(made.Root, tag))
		clone, err = w.Clone(gone)
		require.NoError(t, err)
		require.NoError(t, w.Add(prefab, fast.Final))
		other, err = w.Instantiate(prefab, gone)
		require.NoError(t, err)
	})
	var failed *fast.DeferredError
	require.ErrorAs(t, err, &failed)
	require.Len(t, failed.Failures, 1)
	require.Equal(t, spec.CodeFinal, failed.Failures[0].Err.Code)
	require.Equal(t, []fast.ID{fast.Single(tag)}, w.IDs(made.Root),
		"the prefab was deleted; the other commands are applied")
	require.Empty(t, w.IDs(clone))
	require.Empty(t, w.IDs(other.Root))

	_, err = w.Clone(gone)
	require.Equal(t, spec.CodeNotAlive, code(err))
	var later fast.Commands
	lost := later.Instantiate(gone)
	later.Add(prefab, fast.Pair(fast.ChildOf, lost))
	later.Add(lost, tag)
	before := w.Len()
	require.NoError(t, later.Apply(w))
	require.False(t, w.Alive(later.Entity(lost)))
	require.Equal(t, before, w.Len())
	require.NoError(t, bridge.Core(w).CheckInvariants())
}

func TestADeferralThatEndsInALoopCopiesNothing(t *testing.T) {
	w, prefab, _, _ := bullet(t)
	for range fast.NewQuery1[position](w).All() {
		err := w.Defer(func() { _, _ = w.Instantiate(prefab) })
		var failed *fast.DeferredError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, spec.CodeLocked, failed.Failures[0].Err.Code)
		break
	}
}

func TestADeferredCopyIsAllOrNothing(t *testing.T) {
	w, prefab, part, _ := bullet(t)
	near := w.NewRelationship("Near", fast.Acyclic)
	require.NoError(t, w.AddPair(fast.Register[position](w).Entity(), fast.ChildOf, prefab)) // cannot be copied
	var made *fast.Instance
	require.Error(t, w.Defer(func() { made, _ = w.Instantiate(prefab, fast.Pair(near, prefab)) }))
	require.Empty(t, w.IDs(made.Root))
	require.Zero(t, made.Of(part))
	require.Equal(t, made.Root, made.Of(prefab))
	require.Empty(t, w.Children(made.Root))
	require.NoError(t, bridge.Core(w).CheckInvariants())
}
