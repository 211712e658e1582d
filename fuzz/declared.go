package fuzz

import (
	"slices"

	"github.com/relspec/relspec/fuzz/internal/declared"
	"github.com/relspec/relspec/spec"
)

// hasDeclared reports whether traces of the profile can declare relationships (operation
// relationship).
func hasDeclared(p *spec.Profile) bool { return p.Has(spec.OpRelationship) }

// buildDeclared makes the operations of a trace for a profile with declared relationships.
func (g *Generator) buildDeclared(s Source, made *chosen) []spec.Entry {
	choose := g.chooser(s, made)
	return declared.Build(declared.Options{
		Profile: g.profile, Operations: g.options.operations, Min: min(g.options.minimum, 4),
		Max:       min(g.options.maximum, 12),
		Arbitrary: g.options.arbitrary,
		Step:      func() int { return choose(groupDeclared) },
		Pattern:   func() int { return choose(groupDeclaredPattern) },
		Deferral:  g.features.Deferral, Observers: g.features.Observers, Snapshots: g.features.Snapshots,
	}, s)
}

// declaredOperations lists the operations that traces for a profile with declared relationships
// contain.
func (g *Generator) declaredOperations() []spec.OpKind {
	return slices.DeleteFunc(slices.Clone(g.profile.Operations), func(kind spec.OpKind) bool {
		return !slices.ContainsFunc(declared.Steps(), func(c declared.Choice) bool {
			return slices.Contains(c.Makes, kind) && g.weighs(weightKey(groupDeclared, c.Name))
		})
	})
}

// declaredFeatures lists the query features that traces for a profile with declared relationships
// contain.
func (g *Generator) declaredFeatures() []spec.Feature {
	if !g.weighs(weightKey(groupDeclared, "query")) {
		return nil
	}
	return []spec.Feature{spec.FeatAnd, spec.FeatNot, spec.FeatPair, spec.FeatHeld, spec.FeatEmptyAnswer}
}
