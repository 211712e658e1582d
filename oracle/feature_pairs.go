package oracle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// FeaturePairs counts queries by two features that they use together. The zero value is not ready; use
// [NewFeaturePairs].
type FeaturePairs struct {
	n []uint64 // by the places of the two features, the smaller first
}

// NewFeaturePairs makes counts of zero.
func NewFeaturePairs() FeaturePairs {
	n := len(featureList)
	return FeaturePairs{make([]uint64, n*n)}
}

// Get is how many queries use both features.
func (p FeaturePairs) Get(a, b Feature) uint64 {
	i, j := placeOf(a), placeOf(b)
	if i < 0 || j < 0 || len(p.n) == 0 {
		return 0
	}
	return p.n[min(i, j)*len(featureList)+max(i, j)]
}

func placeOf(f Feature) int {
	for i, g := range featureList {
		if f == g {
			return i
		}
	}
	return -1
}

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

// add adds what another run counted.
func (p FeaturePairs) add(o FeaturePairs) {
	for i, n := range o.n {
		p.n[i] += n
	}
}

// MarshalJSON writes the pairs that met as {"and + not": 12}.
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

// UnmarshalJSON reads what MarshalJSON writes.
func (p *FeaturePairs) UnmarshalJSON(text []byte) error {
	var in map[string]uint64
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*p = NewFeaturePairs()
	for key, n := range in {
		a, b, _ := strings.Cut(key, " + ")
		i, j := placeOf(Feature(a)), placeOf(Feature(b))
		if i < 0 || j < 0 {
			return fmt.Errorf("%q is no pair of features", key)
		}
		p.n[min(i, j)*len(featureList)+max(i, j)] = n
	}
	return nil
}

// ordered are the features of queries that are ordered, which only cached queries are.
var ordered = []Feature{FeatSort, FeatSortDesc, FeatGroup, FeatCascade, FeatCascadeDesc}

// exclude reports whether no query can use both features, or none that is valid may.
func exclude(a, b Feature) bool {
	both := func(x, y Feature) bool { return a == x && b == y || a == y && b == x }
	kind := func(f Feature) bool { return f == FeatFilter || f == FeatCached || f == FeatRule }
	notCached := func(f Feature) bool { return f == FeatFilter || f == FeatRule }
	switch {
	case kind(a) && kind(b): // a query has one kind
		return true
	case both(FeatCascade, FeatGroup), both(FeatCascadeDesc, FeatGroup), // ruling 25
		both(FeatMember, FeatText): // text has a name there, which is read as a member when the query is created
		return true
	case a == FeatHeld || b == FeatHeld: // counted where the query is iterated; what it uses was counted when it was prepared
		return true
	case slices.Contains(ordered, a) && notCached(b), slices.Contains(ordered, b) && notCached(a):
		return true
	}
	return false
}

// Apart lists the pairs of the given features that no query used together although it could have.
func (c *Counts) Apart(features []Feature) []string {
	var out []string
	for i, a := range features {
		for _, b := range features[i+1:] {
			if c.Pairs.Get(a, b) == 0 && !exclude(a, b) {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}
