package cover

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// FeaturePairs counts queries by each two features that they use together. Use [NewFeaturePairs]; the
// zero value is not valid.
type FeaturePairs struct {
	n []uint64 // by the positions of the two features, the smaller first
}

// NewFeaturePairs returns empty counts.
func NewFeaturePairs() FeaturePairs {
	n := len(featureList)
	return FeaturePairs{make([]uint64, n*n)}
}

// Get returns the number of queries that use both features.
func (p FeaturePairs) Get(a, b spec.Feature) uint64 {
	i, j := indexOf(a), indexOf(b)
	if i < 0 || j < 0 || len(p.n) == 0 {
		return 0
	}
	return p.n[min(i, j)*len(featureList)+max(i, j)]
}

func indexOf(f spec.Feature) int { return slices.Index(featureList, f) }

// count adds a query.
func (p FeaturePairs) count(s featureSet) {
	for i := range featureList {
		if s&(1<<i) == 0 {
			continue
		}
		for j := i + 1; j < len(featureList); j++ {
			if s&(1<<j) != 0 {
				p.n[i*len(featureList)+j]++
			}
		}
	}
}

// add adds the counts of another run.
func (p FeaturePairs) add(o FeaturePairs) {
	for i, n := range o.n {
		p.n[i] += n
	}
}

// MarshalJSON encodes the pairs with a count above zero, as {"and + not": 12}.
func (p FeaturePairs) MarshalJSON() ([]byte, error) {
	out := map[string]uint64{}
	for i, a := range featureList {
		for j, b := range featureList[i+1:] {
			if len(p.n) > 0 && p.n[i*len(featureList)+i+1+j] > 0 {
				out[string(a)+" + "+string(b)] = p.n[i*len(featureList)+i+1+j]
			}
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (p *FeaturePairs) UnmarshalJSON(text []byte) error {
	var in map[string]uint64
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*p = NewFeaturePairs()
	for key, n := range in {
		a, b, _ := strings.Cut(key, " + ")
		i, j := indexOf(spec.Feature(a)), indexOf(spec.Feature(b))
		if i < 0 || j < 0 {
			return fmt.Errorf("%q is not a pair of features", key)
		}
		p.n[min(i, j)*len(featureList)+max(i, j)] = n
	}
	return nil
}

// ordered lists the features of ordered queries. Only cached queries can be ordered.
var ordered = []spec.Feature{spec.FeatSort, spec.FeatSortDesc, spec.FeatGroup, spec.FeatCascade, spec.FeatCascadeDesc}

// ofSets lists the features that only profiles with sets have, and withoutSets those that only
// profiles without sets have.
var (
	ofSets = []spec.Feature{
		spec.FeatDown, spec.FeatAll, spec.FeatMaxDepth, spec.FeatMinDepth, spec.FeatSetFirst, spec.FeatSetSecond,
		spec.FeatSetFixed,
		spec.FeatSetVariable, spec.FeatOwnFirst, spec.FeatOwnSecond, spec.FeatOwnSource,
	}
	withoutSets = []spec.Feature{
		spec.FeatScope, spec.FeatEqual, spec.FeatNotEqual, spec.FeatContains, spec.FeatLookup, spec.FeatMember,
		spec.FeatCascadeDesc,
		"reflexive",
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

// Together reports whether some kind of query supports both features in a profile.
func Together(p *spec.Profile, a, b spec.Feature) bool {
	return kindsOf(p, a)&kindsOf(p, b) != spec.Nowhere
}

// kindsOf returns the kinds of query that support a feature.
func kindsOf(p *spec.Profile, f spec.Feature) spec.Kinds {
	switch {
	case slices.Contains(ofSets, f) && !p.Substitution:
		return spec.Nowhere
	case f == spec.FeatVariable, f == spec.FeatSetVariable:
		return p.Variables
	case f == spec.FeatScope:
		return p.Scopes
	case f == spec.FeatEqual, f == spec.FeatNotEqual, f == spec.FeatContains:
		return p.Equality
	case f == spec.FeatLookup:
		return p.LookupVariables
	case f == spec.FeatMember:
		return p.Members
	case f == spec.FeatAndFrom, f == spec.FeatOrFrom, f == spec.FeatNotFrom:
		return p.FromLists
	case f == spec.FeatDown:
		return p.SetsDown
	case f == spec.FeatAll:
		return p.SetsAll
	case slices.Contains(ordered, f):
		return p.Ordering
	}
	return spec.AllKinds
}

// Apart lists the pairs of features that no query uses together, although together returns true for
// them.
func (c *Counts) Apart(features []spec.Feature, together func(a, b spec.Feature) bool) []string {
	var out []string
	for i, a := range features {
		for _, b := range features[i+1:] {
			if c.Pairs.Get(a, b) == 0 && !exclude(a, b) && together(a, b) {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}
