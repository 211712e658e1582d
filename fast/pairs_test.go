package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestAddAllIsOneOperation(t *testing.T) {
	for name, properties := range map[string][]fast.Entity{
		"plain": nil, "acyclic": {fast.Acyclic}, "symmetric": {fast.Symmetric}, "transitive": {fast.Transitive},
	} {
		t.Run(name, func(t *testing.T) {
			one, all := fast.NewWorld(), fast.NewWorld()
			var targets []fast.Entity
			var rOne, rAll fast.Entity
			for _, w := range []*fast.World{one, all} {
				r := w.NewRelationship("R", properties...)
				rOne, rAll = r, r
				w.Closure(r)
				targets = nil
				for range 40 {
					targets = append(targets, fast.Spawn1(w, position{1, 2}))
				}
			}
			e := targets[7]
			wanted := append([]fast.Entity{targets[3]}, targets[8:]...)
			for _, target := range append(wanted, targets[3]) {
				require.NoError(t, one.AddPair(e, rOne, target))
			}
			require.NoError(t, all.AddPair(e, rAll, targets[3]))
			require.NoError(t, all.Relationship(rAll).AddAll(e, append(wanted, targets[3])...))
			for _, target := range targets {
				require.Equal(t, one.IDs(target), all.IDs(target))
			}
			require.Equal(t, position{1, 2}, *fast.Get[position](all, e))
			q := fast.NewQuery0(all, fast.Pair(rAll, fast.Wildcard), fast.Rule)
			require.Equal(t, fast.NewQuery0(one, fast.Pair(rOne, fast.Wildcard), fast.Rule).Len(), q.Len())

			before := all.IDs(targets[0])
			dead := all.Spawn()
			require.NoError(t, all.Delete(dead))
			r := all.Relationship(rAll)
			require.Equal(t, spec.CodeNotAlive, code(r.AddAll(targets[0], targets[1], dead)))
			require.Equal(t, before, all.IDs(targets[0]))
			require.Equal(t, spec.CodeNotAlive, code(r.AddAll(dead, targets[1])))
			require.Equal(t, spec.CodeNotAlive, code(r.AddAll(dead)))
			require.NoError(t, r.AddAll(targets[0]))
		})
	}
}

func TestAddAllIsDeferredObservedAndLocked(t *testing.T) {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	a, b, c := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.Defer(func() {
		require.NoError(t, w.Relationship(r).AddAll(a, b, c))
		require.Empty(t, w.IDs(a))
	}))
	require.Len(t, w.IDs(a), 2)
	count := 0
	w.Observe(fast.OnAdd, fast.Pair(r, fast.Wildcard), func(fast.Event) { count++ })
	require.NoError(t, w.Relationship(r).AddAll(b, a, c))
	require.Equal(t, 2, count)
	q := fast.NewQuery0(w, fast.Pair(r, fast.Wildcard))
	for range q.Batches() {
		require.Equal(t, spec.CodeLocked, code(w.Relationship(r).AddAll(c, a)))
		break
	}
	require.Empty(t, w.IDs(c))
}

// AddAll returns the error of the first pair that cannot be added, and adds none.
func TestAddAllReturnsTheErrorOfTheFirstPair(t *testing.T) {
	w := fast.NewWorld()
	below := w.NewRelationship("Below", fast.Acyclic)
	e, other, dead := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.Delete(dead))
	var refused *spec.Error
	require.ErrorAs(t, w.Relationship(below).AddAll(e, other, e, dead), &refused)
	require.Equal(t, spec.CodeCycle, refused.Code)
	require.Empty(t, w.IDs(e))
}

// If the relationship is a wildcard, AddPair refuses it as Add does, and RemovePair does what Remove
// does.
func TestTheRelationshipOfAPairIsAWildcard(t *testing.T) {
	for _, r := range []fast.Entity{fast.Wildcard, fast.Any} {
		w := fast.NewWorld()
		target := w.Spawn()
		a, b := w.Spawn(fast.Below(target)), w.Spawn(fast.Below(target))
		require.Equal(t, w.Add(b, fast.Pair(r, target)), w.AddPair(a, r, target))
		require.Equal(t, []fast.ID{fast.Below(target)}, w.IDs(a))
		require.Equal(t, w.Remove(b, fast.Pair(r, target)), w.RemovePair(a, r, target))
		require.Equal(t, w.IDs(b), w.IDs(a))
	}
}
