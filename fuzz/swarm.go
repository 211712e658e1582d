package fuzz

import (
	"maps"
	"math/rand/v2"

	"github.com/relspec/relspec/fuzz/content"
)

// A swarm omits random features and patterns from each trace. The others then occur more often, and
// worlds without observers, toggles or non-fragmenting pairs exercise the fast paths of an engine
// (Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing", ISSTA 2012).

// A trace of a swarm omits each feature and each pattern with probability 1/n.
const (
	featureOut = 3
	patternOut = 2
)

// swarmed returns the generator of a preset without some features and patterns, which depend on the
// seed. The keys that the preset sets keep their weights and the features that they need.
func (g *Generator) swarmed(seed uint64) *Generator {
	random := rand.New(rand.NewPCG(seed, 0x737761726d)) //nolint:gosec // it draws traces
	o, preset := g.options, g.options.weights
	o.features, o.weights = g.features, Weights{set: map[string]int{}}
	for _, name := range g.features.Enabled() {
		if random.IntN(featureOut) != 0 {
			continue
		}
		without := o.features
		if without.Set(name, false) == nil && !preset.misses(&o.features, &without) {
			o.features = without
		}
	}
	for _, key := range keysOf("fragment") {
		if random.IntN(patternOut) == 0 {
			o.weights.set[key] = 0
		}
	}
	maps.Copy(o.weights.set, preset.set)
	return compile(g.profile, o)
}

// misses reports whether a key that w sets has a weight with some features and none without.
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
