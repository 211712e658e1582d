package spec

import "slices"

// Feature is something that a query can use, such as an operator. A campaign reports which features
// its queries used.
type Feature string

// These features are about the form of a query. The features of properties are in
// [Reserved].Feature.
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
	FeatIsA         Feature = "isa"
	FeatChildOf     Feature = "childof"
	FeatDown        Feature = "sub"
	FeatAll         Feature = "all"
	FeatMaxDepth    Feature = "max depth"
	FeatMinDepth    Feature = "min depth"
	FeatSetFirst    Feature = "set on predicate"
	FeatSetSecond   Feature = "set on object"
	FeatSetFixed    Feature = "set on other subject"
	FeatSetVariable Feature = "set on variable"
	// An element has no written set, and the profile gives it an implied one.
	FeatOwnFirst    Feature = "implicit predicate"
	FeatOwnSecond   Feature = "implicit object"
	FeatOwnSource   Feature = "implicit subject"
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

// queryForms lists the features that are about the form of a query, except operators, in the order
// of reports. A report has the operators before the first list, and the properties between the two
// lists.
var queryForms = [2][]Feature{
	{
		FeatPair, FeatWildcard, FeatAny, FeatVariable, FeatPreset, FeatFixed, FeatSingleton, FeatUp, FeatSelf,
		FeatCascade, FeatCascadeDesc, FeatLookup, FeatMember, FeatIsA, FeatChildOf, FeatDown, FeatAll, FeatMaxDepth,
		FeatMinDepth, FeatSetFirst, FeatSetSecond, FeatSetFixed, FeatSetVariable, FeatOwnFirst, FeatOwnSecond,
		FeatOwnSource,
	},
	{FeatSort, FeatSortDesc, FeatGroup, FeatText, FeatFilter, FeatCached, FeatRule, FeatHeld, FeatEmptyAnswer},
}

var featureRows = func() []Feature {
	var out []Feature
	for i := range operatorRows {
		out = append(out, operatorRows[i].Feature)
	}
	out = append(out, queryForms[0]...)
	for _, row := range reservedRows {
		if row.Feature != "" && !slices.Contains(out, row.Feature) {
			out = append(out, row.Feature)
		}
	}
	return append(out, queryForms[1]...)
}()

// Features lists all features in the order of reports: query forms, and the properties for which
// the catalogue has a feature. The list is shared; do not modify it.
func Features() []Feature { return featureRows }
