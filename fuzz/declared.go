package fuzz

import (
	"slices"

	"github.com/relspec/relspec/fuzz/internal/declared"
	"github.com/relspec/relspec/spec"
)

// Traces of profiles whose relationships are declared are made by a builder of their own, from the same decisions. Its choices
// are groups like others, so that weights and features are one thing.
var (
	declaredSteps    = choicesFrom(declared.Steps())
	declaredPatterns = choicesFrom(declared.Patterns())
)

func choicesFrom(list []declared.Choice) []choice {
	out := make([]choice, len(list))
	for i, c := range list {
		out[i] = choice{c.Name, c.Weight, needsCapability(c.Needs)}
	}
	return out
}

// needsCapability is the feature that needs a capability; nil where none does.
func needsCapability(needs spec.Capability) func(*Features) bool {
	for _, flag := range operationFlags {
		if needs != "" && flag.needs == needs {
			return flag.get
		}
	}
	return nil
}

// declares reports whether the relationships of the profile are declared.
func declares(p *spec.Profile) bool { return p.Has(spec.OpRelationship) }

// buildDeclared makes the operations of a trace for such a profile.
func (g *Generator) buildDeclared(s Source, made *chosen) []spec.Entry {
	pick := func(of group) func() int {
		return func() int {
			i := g.tables[of].pick(s)
			if made != nil && !s.Spent() {
				made[of][i]++
			}
			return i
		}
	}
	return declared.Build(declared.Options{
		Profile: g.profile, Operations: g.options.operations, Least: min(g.options.minimum, 4), Most: min(g.options.maximum, 12),
		Arbitrary: g.options.arbitrary, Step: pick(groupDeclared), Pattern: pick(groupDeclaredPattern),
		Deferral: g.features.Deferral, Observers: g.features.Observers, Snapshots: g.features.Snapshots,
	}, s)
}

// declaredOperations are the kinds of operation that traces for such a profile have at least once.
func (g *Generator) declaredOperations() []spec.OpKind {
	return slices.DeleteFunc(slices.Clone(g.profile.Operations), func(kind spec.OpKind) bool {
		return !slices.ContainsFunc(declared.Steps(), func(c declared.Choice) bool {
			return slices.Contains(c.Makes, kind) && g.weighs[weightKey(groupDeclared, c.Name)]
		})
	})
}

// declaredFeatures are the features of queries that traces for such a profile use at least once.
func (g *Generator) declaredFeatures() []spec.Feature {
	if !g.weighs[weightKey(groupDeclared, "query")] {
		return nil
	}
	return []spec.Feature{spec.FeatAnd, spec.FeatNot, spec.FeatPair, spec.FeatHeld, spec.FeatEmptyAnswer}
}
