package oracle

// Feature is something that a query can use, counted so that a campaign shows what it tried.
type Feature string

// The features.
const (
	FeatAnd         Feature = "and"
	FeatNot         Feature = "not"
	FeatOptional    Feature = "optional"
	FeatOr          Feature = "or"
	FeatScope       Feature = "scope"
	FeatAndFrom     Feature = "and_from"
	FeatOrFrom      Feature = "or_from"
	FeatNotFrom     Feature = "not_from"
	FeatEqual       Feature = "=="
	FeatNotEqual    Feature = "!="
	FeatContains    Feature = "~="
	FeatPair        Feature = "pair"
	FeatWildcard    Feature = "wildcard"
	FeatAny         Feature = "any"
	FeatVariable    Feature = "variable"
	FeatPreset      Feature = "preset"
	FeatFixed       Feature = "fixed source"
	FeatSingleton   Feature = "singleton"
	FeatUp          Feature = "up"
	FeatSelf        Feature = "self"
	FeatCascade     Feature = "cascade"
	FeatCascadeDesc Feature = "cascade desc"
	FeatLookup      Feature = "lookup variable"
	FeatMember      Feature = "member"
	FeatTransitive  Feature = "transitive"
	FeatReflexive   Feature = "reflexive"
	FeatIsA         Feature = "isa"
	FeatChildOf     Feature = "childof"
	FeatExclusive   Feature = "exclusive"
	FeatSymmetric   Feature = "symmetric"
	FeatUnion       Feature = "union"
	FeatTraversable Feature = "traversable"
	FeatSparse      Feature = "sparse"
	FeatNoFragment  Feature = "dontfragment"
	FeatInstantiate Feature = "instantiation" // a rule of instantiation: DontInherit, (OnInstantiate, *)
	FeatSort        Feature = "sort"
	FeatSortDesc    Feature = "sort desc"
	FeatGroup       Feature = "group"
	FeatText        Feature = "text"
	FeatFilter      Feature = "filter"
	FeatCached      Feature = "cached"
	FeatRule        Feature = "rule"
	FeatHeld        Feature = "held" // prepared before it is iterated
	FeatEmptyAnswer Feature = "empty answer"
)

// Features lists all features in the order of reports.
func Features() []Feature {
	return []Feature{
		FeatAnd, FeatNot, FeatOptional, FeatOr, FeatScope, FeatAndFrom, FeatOrFrom, FeatNotFrom, FeatEqual, FeatNotEqual,
		FeatContains, FeatPair, FeatWildcard, FeatAny, FeatVariable, FeatPreset, FeatFixed, FeatSingleton, FeatUp,
		FeatSelf, FeatCascade, FeatCascadeDesc, FeatLookup, FeatMember, FeatTransitive, FeatReflexive, FeatIsA,
		FeatChildOf, FeatExclusive, FeatSymmetric, FeatUnion, FeatTraversable, FeatSparse, FeatNoFragment,
		FeatInstantiate, FeatSort, FeatSortDesc, FeatGroup, FeatText, FeatFilter, FeatCached, FeatRule, FeatHeld,
		FeatEmptyAnswer,
	}
}
