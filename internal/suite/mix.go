package suite

import (
	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/spec"
)

// mix describes a kind of generated trace: a preset of the generator, further weights, and the
// capability that a subject needs.
type mix struct {
	name    string
	preset  string
	needs   spec.Capability
	weights map[string]int
}

// mixes lists the kinds of generated traces in the order of reports. The presets of the generator
// are meant for complete engines. Topics that engines with few capabilities support have mixes of
// their own.
var mixes = []mix{
	{"default", "default", spec.CapEntities, nil},
	{"pairs", "default", spec.CapPairs, map[string]int{
		"add.pair": 120, "remove": 240, "targets": 40, "target": 20, "sources": 20, "ids": 20, "role.relationship": 16,
		"fragment": 40, "fragment.two_pairs": 40,
	}},
	{"data", "default", spec.CapComponents, map[string]int{
		"set": 300, "get": 120, "add.component": 40, "add.data": 30, "role.component": 15, "remove": 200,
		"modified": 20,
	}},
	{"exclusive", "default", spec.CapExclusive, map[string]int{
		"property.Exclusive": 400, "role.relationship": 25, "add.pair": 120, "targets": 60, "target": 40, "delete": 100,
	}},
	{"cleanup", "cleanup", spec.CapPairs, nil},
	{"hierarchy", "default", spec.CapHierarchy, map[string]int{
		"add.childof": 120, "birth.child": 60, "parent": 40, "children": 60, "depth": 150, "walk_up": 30,
		"traverse": 40, "delete": 80,
	}},
	{"prefab", "default", spec.CapPrefab, map[string]int{
		"birth.prefab": 60, "add.prefab": 10, "query": 400, "prepare": 30, "iterate": 100, "term.not": 40,
		"fragment.hidden": 40,
	}},
	{"disabled", "default", spec.CapDisabled, map[string]int{
		"birth.disabled": 40, "add.disabled": 10, "enable": 60, "disable": 60, "query": 400, "prepare": 30,
		"iterate":  100,
		"term.not": 40, "size.1": 60, "fragment.hidden": 40,
	}},
	{"inheritance", "inheritance", spec.CapIsA, nil},
	{"queries", "queries", spec.CapQuery, nil},
	{"wildcards", "wildcards", spec.CapStar, nil},
	{"cached", "cached", spec.CapPrepared, nil},
	{"exclusions", "default", spec.CapNot, map[string]int{
		"query": 500, "prepare": 40, "iterate": 200, "entity": 150, "term.not": 150, "size.1": 150,
	}},
	{"variables", "variables", spec.CapVariables, nil},
	{"transitive", "transitive", spec.CapTransitive, nil},
	{"names", "names", spec.CapNames, nil},
}

// onlyHierarchies are weights for a subject whose only relationship is ChildOf. The traces build
// trees whose entities move and die.
var onlyHierarchies = map[string]int{
	"add.childof": 120, "birth.child": 60, "parent": 40, "children": 60, "delete": 80,
}

// generators returns a generator for each profile of a subject, or none if the subject lacks the
// capability of the mix.
func (m mix) generators(info *spec.Info, operations int) (out []*fuzz.Generator, err error) {
	if !hasAnywhere(info, m.needs) {
		return nil, nil
	}
	for _, p := range profiles(info) {
		g, err := m.generator(info, p, operations)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// generator returns a generator for the capabilities of a subject, so that the subject refuses few
// operations.
func (m mix) generator(info *spec.Info, p spec.Profile, operations int) (*fuzz.Generator, error) {
	weights, err := fuzz.Preset(m.preset)
	if err != nil {
		return nil, err
	}
	useless := map[string]bool{}
	for _, c := range spec.Capabilities() {
		for _, key := range weightNeeds[c] {
			useless[key] = useless[key] || !hasAnywhere(info, c)
		}
	}
	onlyTrees := !hasAnywhere(info, spec.CapPairs) && hasAnywhere(info, spec.CapChildOf)
	for _, key := range fuzz.WeightKeys() {
		old := weights.Get(key)
		weight := old
		if w, ok := m.weights[key]; ok {
			weight = w
		}
		if kind := spec.OpKind(key); useless[key] || kind.Known() && !p.Has(kind) {
			weight = 0
		}
		if onlyTrees {
			weight = max(weight, onlyHierarchies[key])
		}
		switch {
		case key == "property.Exclusive" && p.SingleTargets:
			weight = 0 // every relationship is Exclusive
		case key == "invalid":
			weight = min(weight, 15)
		}
		if weight == old {
			continue
		}
		if err := weights.Set(key, weight); err != nil {
			return nil, err
		}
	}
	features := content.DefaultFeatures(p)
	if len(info.Capabilities) > 0 {
		features = content.FeaturesOf(info)
	}
	return fuzz.New(p, fuzz.WithFeatures(features), fuzz.WithWeights(weights), fuzz.Operations(operations),
		fuzz.Entities(4, 12)), nil
}
