package fuzz

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// otherMakers maps operations to the weights that generate them, if the weight does not have the
// name of the operation.
var otherMakers = map[spec.OpKind]string{
	spec.OpComponent:   "entity",
	spec.OpReset:       "teardown",
	spec.OpDeferBegin:  "defer",
	spec.OpDeferEnd:    "defer",
	spec.OpIterBegin:   "iterator",
	spec.OpIterNext:    "iterator",
	spec.OpIterEnd:     "iterator",
	spec.OpOrdered:     "fragment.arranged",
	spec.OpClone:       "copy",
	spec.OpInstantiate: "copy",
	spec.OpReorder:     "fragment.arranged",
}

// anySet lists the weights of all sets. They also generate the features of implied sets
// (FeatOwnFirst and so on), because elements have implied sets only in profiles with sets.
var anySet = keysOf("set")

// featureMakers has the weights that generate a query feature. Any one of them is enough.
var featureMakers = map[spec.Feature][]string{
	spec.FeatAnd:         {"term.and"},
	spec.FeatNot:         {"term.not"},
	spec.FeatOptional:    {"term.optional"},
	spec.FeatOr:          {"term.or"},
	spec.FeatScope:       {"term.scope"},
	spec.FeatAndFrom:     {"term.list"},
	spec.FeatOrFrom:      {"term.list"},
	spec.FeatNotFrom:     {"term.list"},
	spec.FeatEqual:       {"term.equality"},
	spec.FeatNotEqual:    {"term.equality"},
	spec.FeatContains:    {"term.equality"},
	spec.FeatPair:        {"add.pair"},
	spec.FeatWildcard:    {"first.wildcard", "second.wildcard", "source.wildcard"},
	spec.FeatAny:         {"first.any", "second.any", "source.any"},
	spec.FeatVariable:    {"first.variable", "second.variable", "source.variable"},
	spec.FeatPreset:      {"preset.variable", "preset.this"},
	spec.FeatFixed:       {"source.fixed"},
	spec.FeatSingleton:   {"source.singleton", "second.singleton"},
	spec.FeatUp:          {"traversal.up", "traversal.self_up"},
	spec.FeatSelf:        {"traversal.self", "traversal.self_up"},
	spec.FeatCascade:     {"traversal.cascade"},
	spec.FeatCascadeDesc: {"traversal.cascade"},
	spec.FeatLookup:      {"second.lookup"},
	spec.FeatMember:      {"first.member"},
	spec.FeatIsA:         {"add.isa", "birth.instance"},
	spec.FeatChildOf:     {"add.childof", "birth.child"},
	spec.FeatDown:        {"set.sub", "set.self_sub", "set.all_sub", "set.all_self_sub"},
	spec.FeatAll:         {"set.all_super", "set.all_self_super", "set.all_sub", "set.all_self_sub"},
	spec.FeatMaxDepth:    {"depth.max", "depth.range", "depth.exact"},
	spec.FeatMinDepth:    {"depth.range", "depth.exact"},
	spec.FeatSetFirst:    anySet,
	spec.FeatSetSecond:   anySet,
	spec.FeatSetFixed:    anySet,
	spec.FeatSetVariable: anySet,
	spec.FeatOwnFirst:    anySet,
	spec.FeatOwnSecond:   anySet,
	spec.FeatOwnSource:   anySet,
	spec.FeatText:        {"form.text"},
	spec.FeatFilter:      {"kind.filter"},
	spec.FeatCached:      {"kind.cached"},
	spec.FeatRule:        {"kind.rule"},
	spec.FeatHeld:        {"iterate"},
	spec.FeatEmptyAnswer: {"query"},

	// Builtin relationships also have these properties.
	"traversable":   {"add.isa", "birth.instance", "add.childof", "birth.child"},
	"instantiation": {"add.instantiate", "add.childof", "birth.child"},
}

// makersOf returns the weights that generate a feature, including the weight of its property.
func makersOf(f spec.Feature) []string {
	keys := slices.Clone(featureMakers[f])
	for _, row := range spec.Properties() {
		if row.Weight > 0 && row.Feature == f {
			keys = append(keys, "property."+string(row.Handle))
		}
	}
	return keys
}

// Operations lists the kinds of operation that occur in the traces of g, if there are enough traces.
func (g *Generator) Operations() []spec.OpKind {
	if hasDeclared(&g.profile) {
		return g.declaredOperations()
	}
	return slices.DeleteFunc(slices.Clone(g.profile.Operations), func(kind spec.OpKind) bool {
		return !g.weighs(cmp.Or(otherMakers[kind], string(kind)))
	})
}

// QueryFeatures lists the query features that occur in the traces of g, if there are enough traces.
// Package oracle counts them. If one of them is missing in a long campaign, the generator has a bug.
func (g *Generator) QueryFeatures() []spec.Feature {
	if hasDeclared(&g.profile) {
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

// Fragments lists the fragments that occur in the traces of g, if there are enough traces. Package
// oracle counts them.
func (g *Generator) Fragments() []string {
	var out []string
	for _, of := range fragmentGroups {
		for i, key := range weightKeys[of] {
			if (of == groupDeclaredPattern) == hasDeclared(&g.profile) && g.weighs(key) {
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
