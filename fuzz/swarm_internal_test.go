package fuzz

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A swarm leaves out a third of the features and half of the patterns, and nothing that its preset is about.
func TestSwarmsLeaveOutAllButThePreset(t *testing.T) {
	p := spec.Flecs4()
	const seeds = 200
	for _, name := range []string{"tracked", "acting", "cached"} {
		preset := mustPreset(name)
		full := New(p, WithWeights(preset))
		left, light := map[string]int{}, map[string]int{} // how many seeds leave features and keys out
		for seed := range uint64(seeds) {
			g := full.swarmed(oracle.TraceSeed(1, seed))
			for _, feature := range full.features.Enabled() {
				without := g.features
				require.NoError(t, without.Set(feature, false))
				if without == g.features {
					left[feature]++
				}
			}
			for _, key := range WeightKeys() {
				_, set := preset.set[key]
				if full.weighs(key) && set {
					require.True(t, g.weighs(key), "%s has %s", name, key)
				}
				if full.weighs(key) && !g.weighs(key) && !set {
					light[key]++
				}
			}
		}
		needed := 0
		for _, feature := range full.features.Enabled() {
			n := left[feature]
			if n == 0 {
				needed++
				continue
			}
			require.InDelta(t, 1.0/featureOut, float64(n)/seeds, 0.15, "%s without %s", name, feature)
		}
		require.Less(t, needed, len(content.FeatureNames())/4, "%s needs few features", name)
		require.InDelta(t, 1.0/patternOut, float64(light["fragment.together"])/seeds, 0.25, name)
		require.InDelta(t, 1.0/patternOut, float64(light["fragment.diamond"])/seeds, 0.15, name)
	}
}

// The same seed leaves the same out.
func TestSwarmsDependOnTheSeedAlone(t *testing.T) {
	p := spec.Flecs3()
	held := New(p, WithWeights(mustPreset("held")))
	for seed := range uint64(20) {
		require.Equal(t, held.swarmed(seed).Generate(seed), held.swarmed(seed).Generate(seed))
	}
	require.NotEqual(t, held.swarmed(1).Generate(1), held.swarmed(2).Generate(1))
}

// Every preset has its turns, and the kinds of traces have their shares.
func TestEveryPresetHasItsTurns(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs3Beta()} {
		m := NewMixture(p)
		const seeds = 12_000
		count := map[*Generator]int{}
		whole := 0
		for seed := range uint64(seeds) {
			g := m.Of(oracle.TraceSeed(1, seed))
			count[g]++
		}
		for i := range m.turns {
			whole += count[m.turns[i]]
		}
		for i := range m.turns {
			require.InEpsilon(t, float64(whole)/float64(len(m.turns)), float64(count[m.turns[i]]), 0.6, "turn %d of %s", i, p.Name)
		}
		rest := seeds * (arbitraryEvery - 1) / arbitraryEvery
		require.InEpsilon(t, seeds/arbitraryEvery, count[m.arbitrary], 0.1)
		require.InEpsilon(t, rest/largeEvery, count[m.large], 0.3)
		rest -= rest / largeEvery
		require.InEpsilon(t, rest/usualEvery, count[m.usual], 0.1)
		require.InEpsilon(t, (rest-rest/usualEvery)/swarmEvery, whole, 0.1)
	}
}
