package fuzz

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A swarm omits a third of the features and half of the patterns, but nothing that its preset needs.
func TestSwarmsKeepThePreset(t *testing.T) {
	p := spec.Flecs4()
	const seeds = 120
	for _, name := range []string{"tracked", "acting", "cached"} {
		preset := mustPreset(name)
		full := New(p, WithWeights(preset))
		left, light := map[string]int{}, map[string]int{} // the number of seeds that omit each feature and key
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

// A shortened generator of stories omits each feature with a low probability. A feature that makes
// an engine slower for the rest of a trace is omitted half of the time.
func TestShortenedStories(t *testing.T) {
	const seeds = 200
	full, left := New(spec.Flecs4(), WithWeights(mustPreset("stories"))), map[string]int{}
	for seed := range uint64(seeds) {
		g := full.shortened(seed)
		require.Equal(t, full.options.weights, g.options.weights)
		for _, feature := range full.features.Enabled() {
			without := g.features
			require.NoError(t, without.Set(feature, false))
			if without == g.features {
				left[feature]++
			}
		}
	}
	for _, feature := range full.features.Enabled() {
		share := 1.0 / storyOut
		if slices.Contains(slowing, feature) {
			share = 1.0 / slowingOut
		}
		require.InDelta(t, share, float64(left[feature])/seeds, 0.1, feature)
	}
}

// A seed always omits the same features.
func TestSwarmsDependOnlyOnTheSeed(t *testing.T) {
	p := spec.Flecs3()
	held := New(p, WithWeights(mustPreset("held")))
	for seed := range uint64(20) {
		require.Equal(t, held.swarmed(seed).Generate(seed), held.swarmed(seed).Generate(seed))
	}
	require.NotEqual(t, held.swarmed(1).Generate(1), held.swarmed(2).Generate(1))
}

// A mixture uses every preset, and each kind of trace has its share. Both hold after few traces,
// and also if a campaign takes turns with six profiles, so that a profile gets every sixth seed.
func TestEveryPresetHasItsTurns(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs3Beta()} {
		m := NewMixture(p)
		n := len(m.turns)
		for from := range long.Times(uint64(10), 2) {
			for _, step := range []uint64{1, 6} {
				var kinds [presetTrace + 1]int
				turns, swarms, shortened := make([]int, n), 0, 0
				few := 20 * n
				for i := range few {
					seed := oracle.TraceSeed(from, uint64(i)*step)
					kind, turn := m.kindOf(seed)
					kinds[kind]++
					if kind == presetTrace {
						turns[turn]++
					}
					switch g := m.Of(seed); {
					case kind == storyTrace && g != m.kinds[kind]:
						shortened++
					case kind != presetTrace:
						require.Same(t, m.kinds[kind], g)
					case g != m.turns[turn]:
						swarms++
					}
				}
				for kind, share := range m.shares {
					require.InDelta(t, few*share/1000, kinds[kind], 4, "kind %d of %s", kind, p.Name)
				}
				require.InEpsilon(t, kinds[presetTrace]/2, swarms, 0.1, p.Name)
				require.InEpsilon(t, kinds[storyTrace]/2, shortened, 0.1, p.Name)
				for turn := range turns {
					require.InDelta(t, kinds[presetTrace]/n, turns[turn], 4, "turn %d of %s", turn, p.Name)
				}
			}
		}
	}
}
