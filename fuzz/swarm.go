package fuzz

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/relspec/relspec/fuzz/content"
)

// A swarm omits random features and fragments from each trace. The others then occur more often,
// and worlds without observers, toggles or non-fragmenting pairs exercise the fast paths of an
// engine (Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing", ISSTA 2012).

// A swarm omits each feature with probability 1/featureOut and each fragment with probability
// 1/patternOut. A swarm of the preset stories omits each feature with probability 1/storyOut,
// because its fragments need several features together, but features that make an engine leave its
// fast paths for the rest of a trace (slowing) with probability 1/slowingOut.
const (
	featureOut = 3
	patternOut = 2
	storyOut   = 5
	slowingOut = 2
)

var slowing = []string{"changes", "toggles"}

// swarmed returns the generator of a preset without some features and fragments, which depend on
// the seed. Keys that the preset sets keep their weights, and no feature that they need is omitted.
func (g *Generator) swarmed(seed uint64) *Generator {
	random := rand.New(rand.NewPCG(seed, 0x737761726d)) //nolint:gosec // it draws traces
	o, preset := g.options, g.options.weights
	o.weights = Weights{set: map[string]int{}}
	o.features = g.without(func(_ string, with, without *content.Features) bool {
		return random.IntN(featureOut) == 0 && !preset.misses(with, without)
	})
	for _, key := range keysOf("fragment") {
		if random.IntN(patternOut) == 0 {
			o.weights.set[key] = 0
		}
	}
	maps.Copy(o.weights.set, preset.set)
	return compile(g.profile, o)
}

// shortened returns the generator of stories without some features, which depend on the seed. Fragments
// and steps that need them are left out.
func (g *Generator) shortened(seed uint64) *Generator {
	random := rand.New(rand.NewPCG(seed, 0x73746f7279)) //nolint:gosec // it draws traces
	o := g.options
	o.features = g.without(func(name string, _, _ *content.Features) bool {
		if slices.Contains(slowing, name) {
			return random.IntN(slowingOut) == 0
		}
		return random.IntN(storyOut) == 0
	})
	return compile(g.profile, o)
}

// without returns the features of a generator but for those that omit chooses.
func (g *Generator) without(omit func(name string, with, without *content.Features) bool) content.Features {
	features := g.features
	for _, name := range g.features.Enabled() {
		without := features
		if without.Set(name, false) == nil && omit(name, &features, &without) {
			features = without
		}
	}
	return features
}

// misses reports whether w sets the weight of a choice that the first features include and the
// second do not.
func (w Weights) misses(with, without *content.Features) bool {
	for g := range groups {
		for i, c := range groups[g].Choices {
			if w.set[weightKeys[g][i]] > 0 && c.Needs != nil && c.Needs(with) && !c.Needs(without) {
				return true
			}
		}
	}
	return false
}
