package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Properties lists the properties that [Counts].Properties counts.
func Properties() []spec.Handle { return slices.Clone(counted) }

var counted = func() (out []spec.Handle) {
	for _, row := range spec.Properties() {
		if row.Counted {
			out = append(out, row.Handle)
		}
	}
	return out
}()

// countProperties counts the properties, and pairs of properties, of the ids that an operation adds,
// removes, sets or reads.
func countProperties(requests *expected.Requests, op *spec.Operation, counts map[string]uint64) {
	ids := op.IDs
	if !op.ID.IsZero() {
		ids = append(slices.Clone(ids), op.ID)
	}
	for _, id := range ids {
		var has []spec.Handle
		if len(requests.Given(id.First)) > 0 {
			has = slices.DeleteFunc(Properties(), func(p spec.Handle) bool { return !requests.Has(id.First, p) })
		}
		for i, a := range has {
			counts[string(a)]++
			for _, b := range has[i+1:] {
				counts[pairOfProperties(a, b)]++
			}
		}
	}
}

func pairOfProperties(a, b spec.Handle) string { return string(a) + " + " + string(b) }

// PropertiesApart lists the properties, and pairs of properties, that no id of an operation had,
// although together returns true for them. For a single property both arguments of together are the
// same.
func (c *Counts) PropertiesApart(together func(a, b spec.Handle) bool) []string {
	var out []string
	for i, a := range counted {
		if !together(a, a) {
			continue
		}
		if c.Properties[string(a)] == 0 {
			out = append(out, string(a))
			continue
		}
		for _, b := range counted[i+1:] {
			// DontInherit and (OnInstantiate, DontInherit) have the same meaning in different profiles
			// (inheritance.rule)
			same := a == spec.DontInheritTag && b == spec.OnInstantiate
			if !same && together(a, b) && c.Properties[string(b)] > 0 && c.Properties[pairOfProperties(a, b)] == 0 {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}

// always is always true: in a test without a profile every two properties can be combined.
func always(spec.Handle, spec.Handle) bool { return true }
