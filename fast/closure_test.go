package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A closure contains what a rule query matches, for every kind of relationship.
func TestClosureAgreesWithRules(t *testing.T) {
	seeds := 24
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		tw := newTwin(spec.Flecs3(), uint64(9000+seed))
		w := tw.short
		reflexive := w.NewRelationship("ROwnIn", fast.Transitive, fast.Reflexive)
		tw.general.NewRelationship("ROwnIn", fast.Transitive, fast.Reflexive)
		relationships := []fast.Entity{tw.relationships[2], tw.relationships[6], tw.relationships[11], reflexive}
		var closures []*fast.Closure
		for _, r := range relationships {
			closures = append(closures, w.Closure(r))
		}
		for step := range 60 {
			tw.step(t, false)
			if step > 30 || seed%2 == 0 { // some worlds have no bases
				tw.step(t, false)
			}
			e, target := tw.pick(), tw.pick()
			for _, world := range []*fast.World{w, tw.general} {
				_ = world.AddPair(e, relationships[1+step%3], target)
				if step == 40 && world.Alive(e) {
					_ = world.DisableID(e, fast.Pair(relationships[1+step%3], target)) // the entity may have lost the pair
				}
			}
			for i, r := range relationships {
				q := fast.NewQuery0(w, fast.Pair(r, fast.Variable(1)), fast.Rule)
				holds := map[[2]fast.Entity]bool{}
				for batch := range q.Batches() {
					for _, e := range batch.Entities() {
						holds[[2]fast.Entity{e, batch.Variable(fast.Variable(1))}] = true
					}
				}
				for _, e := range tw.entities {
					for _, target := range tw.entities {
						require.Equal(t, holds[[2]fast.Entity{e, target}], closures[i].Has(e, target),
							"seed %d, step %d, %d", seed, step, i)
					}
				}
			}
		}
	}
}

func TestClosureFollowsDeletionsAndRestores(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	places := make([]fast.Entity, 50)
	for i := range places {
		if places[i] = w.Spawn(); i > 0 {
			require.NoError(t, w.AddPair(places[i], in, places[i-1]))
		}
	}
	c := w.Closure(in)
	require.True(t, c.Has(places[49], places[0]))
	require.False(t, c.Has(places[0], places[49]))
	require.False(t, c.Has(places[0], places[0]))
	require.Zero(t, testing.AllocsPerRun(100, func() { c.Has(places[49], places[0]) }))
	s := w.Snapshot()
	require.NoError(t, w.Delete(places[20]))
	require.False(t, c.Has(places[49], places[0]))
	require.False(t, c.Has(places[49], places[20]))
	w.Restore(s)
	require.True(t, c.Has(places[49], places[0]))
	require.NoError(t, w.Delete(in))
	require.False(t, c.Has(places[49], places[0]))
	require.Panics(t, func() { w.Closure(in) })
}
