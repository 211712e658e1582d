package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/spec"
)

func TestOverridesEndWithClearAndDeletion(t *testing.T) {
	w := fast.NewWorld()
	tag, other, base, second := w.NewTag("Tag"), w.NewTag("Other"), w.Spawn(), w.Spawn()
	likes := w.NewRelationship("Likes")
	require.NoError(t, w.Override(base, tag))
	require.NoError(t, w.Override(base, fast.Pair(likes, other)))
	require.NoError(t, w.Override(base, other))
	require.NoError(t, w.Remove(base, tag))
	saved := w.Snapshot()

	require.NoError(t, w.Delete(other))
	require.Equal(t, []fast.ID{fast.Single(tag)}, w.Overrides(base))
	require.NoError(t, w.Clear(base))
	require.Empty(t, w.Overrides(base))
	require.NoError(t, w.Add(second, fast.Pair(fast.IsA, base)))
	require.Equal(t, []fast.ID{fast.Pair(fast.IsA, base)}, w.IDs(second))

	w.Restore(saved)
	require.Equal(t, []fast.ID{fast.Single(tag), fast.Single(other), fast.Pair(likes, other)}, w.Overrides(base))
}

func TestOverrideRefuses(t *testing.T) {
	w := fast.NewWorld()
	tag, base := w.NewTag("Tag"), w.Spawn()
	require.ErrorContains(t, w.Override(base, fast.Exclusive), "invalid")
	require.ErrorContains(t, w.Override(base, fast.Pair(fast.OnDelete, fast.Panic)), "invalid")
	require.ErrorContains(t, w.Override(fast.IsA, tag), "invalid")
	require.ErrorContains(t, w.Override(base, fast.Pair(tag, fast.Wildcard)), "invalid")
	require.NoError(t, w.Delete(tag))
	require.ErrorContains(t, w.Override(base, tag), "not_alive")
}

// An entity created as an instance equals one that becomes an instance later, with random ids,
// overrides and inheritance rules of the base.
func TestCreatedInstancesEqualLaterInstances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld(fast.WithProfile(rapid.SampledFrom([]spec.Profile{spec.Flecs3(), spec.Flecs4()}).Draw(t,
			"profile")))
		base, likes := w.Spawn(), w.NewRelationship("Likes")
		pos, vel, weight := fast.Register[position](w), fast.Register[velocity](w), fast.Register[mass](w)
		given := []fast.ID{
			pos.ID(), vel.ID(), weight.ID(), fast.Single(w.NewTag("Tag")), fast.Pair(likes, w.Spawn()),
			fast.Pair(likes, w.Spawn()),
		}
		rules := []fast.Entity{fast.Inherit, fast.Override, fast.DontInherit}
		id, rule := rapid.SampledFrom(given), rapid.SampledFrom(rules)
		saved := w.Snapshot()
		steps := map[string]func(*rapid.T){
			"add":    func(t *rapid.T) { _ = w.Add(base, id.Draw(t, "id")) },
			"remove": func(t *rapid.T) { _ = w.Remove(base, id.Draw(t, "id")) },
			"mark":   func(t *rapid.T) { _ = w.Override(base, id.Draw(t, "id")) },
			"set": func(t *rapid.T) {
				require.NoError(t, pos.Set(base, position{X: rapid.Float64Range(1, 9).Draw(t, "x")}))
			},
			"set Mass": func(t *rapid.T) {
				require.NoError(t, weight.Set(base, mass{rapid.Float64Range(1, 9).Draw(t, "kg")}))
			},
			"clear":   func(t *rapid.T) { require.NoError(t, w.Clear(base)) },
			"save":    func(*rapid.T) { saved = w.Snapshot() },
			"restore": func(*rapid.T) { w.Restore(saved) },
			"rule": func(t *rapid.T) {
				_ = w.Add(id.Draw(t, "id").First(), fast.Pair(fast.OnInstantiate, rule.Draw(t, "rule")))
			},
			"toggle": func(t *rapid.T) { _ = w.DisableID(base, id.Draw(t, "id")) },
			"": func(t *rapid.T) {
				own := rapid.SliceOfNDistinct(id, 0, 2, fast.ID.String).Draw(t, "own")
				isA := fast.Pair(fast.IsA, base)
				made := w.Spawn(as[fast.Initial](append(own, isA))...)
				becomes := w.Spawn(as[fast.Initial](own)...)
				require.NoError(t, w.Add(becomes, isA))
				require.ElementsMatch(t, w.IDs(becomes), w.IDs(made))
				for _, id := range given {
					require.Equal(t, w.Owns(becomes, id), w.Owns(made, id), id)
				}
				same(t, pos, becomes, made)
				same(t, vel, becomes, made)
				same(t, weight, becomes, made)
				require.NoError(t, bridge.Core(w).CheckInvariants())
			},
		}
		t.Repeat(steps)
	})
}

func same[T any](t *rapid.T, c *fast.Component[T], a, b fast.Entity) {
	first, second := c.Get(a), c.Get(b)
	require.Equal(t, first, second)
}
