package cover

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// QueryFeatures lists the features of a query in the order of [Features]. It parses text in the
// dialect of the profile unless the query names another. Invalid text counts only as text.
func QueryFeatures(p spec.Profile, q *spec.Query) []spec.Feature {
	set := traits{expected.NewRequests(p)}.query(p, q)
	var out []spec.Feature
	for _, f := range spec.Features() {
		if set&featureBit[f] != 0 {
			out = append(out, f)
		}
	}
	return out
}
