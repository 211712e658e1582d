package fuzz

import (
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// makers are the weights that make an operation or a query feature: any of them does.
type makers[T ~string] struct {
	what T
	keys []string
}

// laterOperations are made by steps that are not named like them.
var laterOperations = []makers[spec.OpKind]{
	{spec.OpComponent, []string{"entity"}},
	{spec.OpReset, []string{"teardown"}},
	{spec.OpDeferBegin, []string{"defer"}},
	{spec.OpDeferEnd, []string{"defer"}},
	{spec.OpIterBegin, []string{"iterator"}},
	{spec.OpIterNext, []string{"iterator"}},
	{spec.OpIterEnd, []string{"iterator"}},
}

var featureMakers = []makers[oracle.Feature]{
	{oracle.FeatAnd, []string{"term.and"}},
	{oracle.FeatNot, []string{"term.not"}},
	{oracle.FeatOptional, []string{"term.optional"}},
	{oracle.FeatOr, []string{"term.or"}},
	{oracle.FeatScope, []string{"term.scope"}},
	{oracle.FeatAndFrom, []string{"term.list"}},
	{oracle.FeatOrFrom, []string{"term.list"}},
	{oracle.FeatNotFrom, []string{"term.list"}},
	{oracle.FeatEqual, []string{"term.equality"}},
	{oracle.FeatNotEqual, []string{"term.equality"}},
	{oracle.FeatContains, []string{"term.equality"}},
	{oracle.FeatPair, []string{"add.pair"}},
	{oracle.FeatWildcard, []string{"first.wildcard", "second.wildcard", "source.wildcard"}},
	{oracle.FeatAny, []string{"first.any", "second.any", "source.any"}},
	{oracle.FeatVariable, []string{"first.variable", "second.variable", "source.variable"}},
	{oracle.FeatPreset, []string{"preset.variable", "preset.this"}},
	{oracle.FeatFixed, []string{"source.fixed"}},
	{oracle.FeatSingleton, []string{"source.singleton", "second.singleton"}},
	{oracle.FeatUp, []string{"traversal.up", "traversal.self_up"}},
	{oracle.FeatSelf, []string{"traversal.self", "traversal.self_up"}},
	{oracle.FeatCascade, []string{"traversal.cascade"}},
	{oracle.FeatCascadeDesc, []string{"traversal.cascade"}},
	{oracle.FeatLookup, []string{"second.lookup"}},
	{oracle.FeatMember, []string{"first.member"}},
	{oracle.FeatTransitive, []string{"property.Transitive"}},
	{oracle.FeatReflexive, []string{"property.Reflexive"}},
	{oracle.FeatIsA, []string{"add.isa", "birth.instance"}},
	{oracle.FeatChildOf, []string{"add.childof", "birth.child"}},
	{oracle.FeatExclusive, []string{"property.Exclusive"}},
	{oracle.FeatSymmetric, []string{"property.Symmetric"}},
	{oracle.FeatUnion, []string{"property.Union"}},
	{oracle.FeatTraversable, []string{"property.Traversable", "add.isa", "birth.instance", "add.childof", "birth.child"}},
	{oracle.FeatSparse, []string{"property.Sparse"}},
	{oracle.FeatNoFragment, []string{"property.DontFragment"}},
	{oracle.FeatInstantiate, []string{"property.DontInherit", "add.instantiate", "add.childof", "birth.child"}},
	{oracle.FeatText, []string{"form.text"}},
	{oracle.FeatFilter, []string{"kind.filter"}},
	{oracle.FeatCached, []string{"kind.cached"}},
	{oracle.FeatRule, []string{"kind.rule"}},
	{oracle.FeatHeld, []string{"iterate"}},
	{oracle.FeatEmptyAnswer, []string{"query"}},
}

// Operations lists the kinds of operation that many traces of g have at least once.
func (g *Generator) Operations() []spec.OpKind {
	return slices.DeleteFunc(spec.OpKinds(), func(kind spec.OpKind) bool {
		keys := []string{string(kind)}
		for _, m := range laterOperations {
			if m.what == kind {
				keys = m.keys
			}
		}
		return !g.makes(keys)
	})
}

// QueryFeatures lists the features that queries of many traces of g use at least once, as package oracle counts
// them. A campaign in which one of them is missing has a generator that is broken.
func (g *Generator) QueryFeatures() []oracle.Feature {
	var out []oracle.Feature
	for _, f := range oracle.Features() {
		switch {
		case f == oracle.FeatReflexive && !g.profile.Reflexive:
			continue
		case f == oracle.FeatSort || f == oracle.FeatSortDesc || f == oracle.FeatGroup:
			if g.features.Ordering {
				out = append(out, f)
			}
			continue
		}
		i := slices.IndexFunc(featureMakers, func(m makers[oracle.Feature]) bool { return m.what == f })
		if i >= 0 && g.makes(featureMakers[i].keys) && (g.weighs["query"] || g.weighs["iterate"]) {
			out = append(out, f)
		}
	}
	return out
}

// makes reports whether one of the weights is not zero.
func (g *Generator) makes(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return g.weighs[key] })
}
