package fuzz

import (
	"slices"

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
	{spec.OpOrdered, []string{"fragment.arranged"}},
	{spec.OpClone, []string{"copy"}},
	{spec.OpInstantiate, []string{"copy"}},
	{spec.OpReorder, []string{"fragment.arranged"}},
}

// anySet are the weights of all sets. Elements without one have implicit sets in the same profiles.
var anySet = keysOf("set")

var featureMakers = []makers[spec.Feature]{
	{spec.FeatAnd, []string{"term.and"}},
	{spec.FeatNot, []string{"term.not"}},
	{spec.FeatOptional, []string{"term.optional"}},
	{spec.FeatOr, []string{"term.or"}},
	{spec.FeatScope, []string{"term.scope"}},
	{spec.FeatAndFrom, []string{"term.list"}},
	{spec.FeatOrFrom, []string{"term.list"}},
	{spec.FeatNotFrom, []string{"term.list"}},
	{spec.FeatEqual, []string{"term.equality"}},
	{spec.FeatNotEqual, []string{"term.equality"}},
	{spec.FeatContains, []string{"term.equality"}},
	{spec.FeatPair, []string{"add.pair"}},
	{spec.FeatWildcard, []string{"first.wildcard", "second.wildcard", "source.wildcard"}},
	{spec.FeatAny, []string{"first.any", "second.any", "source.any"}},
	{spec.FeatVariable, []string{"first.variable", "second.variable", "source.variable"}},
	{spec.FeatPreset, []string{"preset.variable", "preset.this"}},
	{spec.FeatFixed, []string{"source.fixed"}},
	{spec.FeatSingleton, []string{"source.singleton", "second.singleton"}},
	{spec.FeatUp, []string{"traversal.up", "traversal.self_up"}},
	{spec.FeatSelf, []string{"traversal.self", "traversal.self_up"}},
	{spec.FeatCascade, []string{"traversal.cascade"}},
	{spec.FeatCascadeDesc, []string{"traversal.cascade"}},
	{spec.FeatLookup, []string{"second.lookup"}},
	{spec.FeatMember, []string{"first.member"}},
	{spec.FeatIsA, []string{"add.isa", "birth.instance"}},
	{spec.FeatChildOf, []string{"add.childof", "birth.child"}},
	{spec.FeatDown, []string{"set.sub", "set.self_sub", "set.all_sub", "set.all_self_sub"}},
	{spec.FeatAll, []string{"set.all_super", "set.all_self_super", "set.all_sub", "set.all_self_sub"}},
	{spec.FeatMaxDepth, []string{"depth.max", "depth.range", "depth.exact"}},
	{spec.FeatMinDepth, []string{"depth.range", "depth.exact"}},
	{spec.FeatSetFirst, anySet},
	{spec.FeatSetSecond, anySet},
	{spec.FeatSetFixed, anySet},
	{spec.FeatSetVariable, anySet},
	{spec.FeatOwnFirst, anySet},
	{spec.FeatOwnSecond, anySet},
	{spec.FeatOwnSource, anySet},
	{spec.FeatText, []string{"form.text"}},
	{spec.FeatFilter, []string{"kind.filter"}},
	{spec.FeatCached, []string{"kind.cached"}},
	{spec.FeatRule, []string{"kind.rule"}},
	{spec.FeatHeld, []string{"iterate"}},
	{spec.FeatEmptyAnswer, []string{"query"}},
}

// builtinMakers make features of properties that builtin relationships have.
var builtinMakers = []makers[spec.Feature]{
	{"traversable", []string{"add.isa", "birth.instance", "add.childof", "birth.child"}},
	{"instantiation", []string{"add.instantiate", "add.childof", "birth.child"}},
}

// makersOf are the weights that make a feature. A property is made by its own.
func makersOf(f spec.Feature) []string {
	var keys []string
	for _, m := range slices.Concat(featureMakers, builtinMakers) {
		if m.what == f {
			keys = append(keys, m.keys...)
		}
	}
	for _, row := range spec.Properties() {
		if row.Weight > 0 && row.Feature == f {
			keys = append(keys, "property."+string(row.Handle))
		}
	}
	return keys
}

// Operations lists the kinds of operation that many traces of g have at least once.
func (g *Generator) Operations() []spec.OpKind {
	if declares(&g.profile) {
		return g.declaredOperations()
	}
	return slices.DeleteFunc(slices.Clone(g.profile.Operations), func(kind spec.OpKind) bool {
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
func (g *Generator) QueryFeatures() []spec.Feature {
	if declares(&g.profile) {
		return g.declaredFeatures()
	}
	var out []spec.Feature
	for _, f := range spec.Features() {
		switch {
		case f == "reflexive" && !g.profile.Reflexive, f == spec.FeatCascadeDesc && g.features.Substitution:
			continue
		case f == spec.FeatSort || f == spec.FeatSortDesc || f == spec.FeatGroup:
			if g.features.Ordering {
				out = append(out, f)
			}
			continue
		}
		if g.makes(makersOf(f)) && (g.weighs("query") || g.weighs("iterate")) {
			out = append(out, f)
		}
	}
	return out
}

// Fragments lists the fragments that many traces of g are made of at least once, as they are counted.
func (g *Generator) Fragments() []string {
	var out []string
	for _, of := range fragmentGroups {
		for i, key := range weightKeys[of] {
			if (of == groupDeclaredPattern) == declares(&g.profile) && g.weighs(key) {
				out = append(out, fragmentName(of, i))
			}
		}
	}
	return out
}

// makes reports whether one of the weights is not zero.
func (g *Generator) makes(keys []string) bool {
	return slices.ContainsFunc(keys, g.weighs)
}

// weighs reports whether the weight of a key is not zero.
func (g *Generator) weighs(key string) bool {
	of, i, ok := locate(key)
	return ok && g.options.weights.of(of, &g.features)[i] > 0
}
