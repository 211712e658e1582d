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
	FeatList        Feature = "list" // and_from, or_from, not_from
	FeatCompare     Feature = "equality"
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
	FeatLookup      Feature = "lookup variable"
	FeatMember      Feature = "member"
	FeatTransitive  Feature = "transitive"
	FeatReflexive   Feature = "reflexive"
	FeatIsA         Feature = "isa"
	FeatChildOf     Feature = "childof"
	FeatExclusive   Feature = "exclusive"
	FeatSymmetric   Feature = "symmetric"
	FeatUnion       Feature = "union"
	FeatSort        Feature = "sort"
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
		FeatAnd, FeatNot, FeatOptional, FeatOr, FeatScope, FeatList, FeatCompare, FeatPair, FeatWildcard, FeatAny,
		FeatVariable, FeatPreset, FeatFixed, FeatSingleton, FeatUp, FeatSelf, FeatCascade, FeatLookup, FeatMember,
		FeatTransitive, FeatReflexive, FeatIsA, FeatChildOf, FeatExclusive, FeatSymmetric, FeatUnion, FeatSort,
		FeatGroup, FeatText, FeatFilter, FeatCached, FeatRule, FeatHeld, FeatEmptyAnswer,
	}
}
