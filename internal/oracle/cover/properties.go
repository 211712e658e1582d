package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// counted lists the properties that [Counts].Properties counts.
var counted = slices.DeleteFunc(spec.Properties(), func(row spec.Reserved) bool { return !row.Counted })

// countProperties counts the properties, and pairs of properties, of the ids that an operation
// adds, removes, sets or reads.
func countProperties(requests *expected.Requests, op *spec.Operation, counts map[string]uint64) {
	ids := op.IDs
	if !op.ID.IsZero() {
		ids = append(slices.Clone(ids), op.ID)
	}
	for _, id := range ids {
		var has []spec.Handle
		if len(requests.Given(id.First)) > 0 {
			for _, row := range counted {
				if requests.Has(id.First, row.Handle) {
					has = append(has, row.Handle)
				}
			}
		}
		for _, property := range has {
			counts[string(property)]++
		}
		countPairs(has, counts)
	}
}

// PropertiesApart lists the properties, and pairs of properties, of the given profiles that no id
// of an operation had.
func (c *Counts) PropertiesApart(profiles []spec.Profile) []string {
	var out []string
	for i, a := range counted {
		in := slices.DeleteFunc(slices.Clone(profiles), func(p spec.Profile) bool { return !a.Acts(p) })
		if len(in) > 0 && c.Properties[string(a.Handle)] == 0 {
			out = append(out, string(a.Handle))
			continue
		}
		for _, b := range counted[i+1:] {
			if slices.ContainsFunc(in, b.Acts) && c.Properties[string(b.Handle)] > 0 &&
				c.Properties[pairOf(a.Handle, b.Handle)] == 0 {
				out = append(out, string(a.Handle)+" with "+string(b.Handle))
			}
		}
	}
	return out
}
