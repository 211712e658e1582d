package cover

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// countPairs counts each pair of names in a list, for example as "and + not".
func countPairs[T ~string](names []T, counts map[string]uint64) {
	for i, a := range names {
		for _, b := range names[i+1:] {
			counts[pairOf(a, b)]++
		}
	}
}

func pairOf[T ~string](a, b T) string { return string(a) + " + " + string(b) }

// ordered lists the features of ordered queries. Only cached queries can be ordered.
var ordered = []spec.Feature{spec.FeatSort, spec.FeatSortDesc, spec.FeatGroup, spec.FeatCascade, spec.FeatCascadeDesc}

// ofSets lists the features that only profiles with sets have, and withoutSets those that only
// profiles without sets have.
var (
	ofSets = []spec.Feature{
		spec.FeatDown, spec.FeatAll, spec.FeatMaxDepth, spec.FeatMinDepth, spec.FeatSetFirst, spec.FeatSetSecond,
		spec.FeatSetFixed, spec.FeatSetVariable, spec.FeatOwnFirst, spec.FeatOwnSecond, spec.FeatOwnSource,
	}
	withoutSets = []spec.Feature{
		spec.FeatScope, spec.FeatEqual, spec.FeatNotEqual, spec.FeatContains, spec.FeatLookup, spec.FeatMember,
		spec.FeatCascadeDesc, "reflexive",
	}
)

// exclude reports whether no valid query can use both features.
func exclude(a, b spec.Feature) bool {
	kinds := []spec.Feature{spec.FeatFilter, spec.FeatCached, spec.FeatRule}
	notCached := []spec.Feature{spec.FeatFilter, spec.FeatRule}
	between := func(some, others []spec.Feature) bool {
		return slices.Contains(some, a) && slices.Contains(others, b) ||
			slices.Contains(some, b) && slices.Contains(others, a)
	}
	one := func(f spec.Feature) []spec.Feature { return []spec.Feature{f} }
	return between(kinds, kinds) || // a query has one kind
		between([]spec.Feature{spec.FeatCascade, spec.FeatCascadeDesc}, one(spec.FeatGroup)) || // order.cascade
		// in text a member is written as a name, and recognised when the query is created
		between(one(spec.FeatMember), one(spec.FeatText)) ||
		// counted when the query is iterated; its other features were counted when it was prepared
		a == spec.FeatHeld || b == spec.FeatHeld ||
		between(ofSets, withoutSets) || between(ordered, notCached)
}

// Apart lists the pairs of features that no query uses together, although a valid query could.
func (c *Counts) Apart(features []spec.Feature) []string {
	var out []string
	for i, a := range features {
		for _, b := range features[i+1:] {
			if c.Pairs[pairOf(a, b)]+c.Pairs[pairOf(b, a)] == 0 && !exclude(a, b) {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}
