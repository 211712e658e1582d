package cover

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// QueryFeatures lists the features of a query, in the order of [Features]. Text is parsed in the
// profile's dialect unless the query names another; text that is wrong only counts as text.
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
