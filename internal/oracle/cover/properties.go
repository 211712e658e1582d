package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Properties lists the properties of relationships and components that operations are counted by.
func Properties() []spec.Handle { return slices.Clone(counted) }

var counted = func() (out []spec.Handle) {
	for _, row := range spec.Properties() {
		if row.Counted {
			out = append(out, row.Handle)
		}
	}
	return out
}()

// countProperties counts the properties, and the pairs of properties, that the ids which an
// operation adds, removes, sets or asks about were given before.
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

// PropertiesApart lists the properties, and the pairs of properties, that the id of no operation
// had; of those for which together is true, which is asked of a property with itself, too.
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
			// the tag and the pair say the same in different profiles (inheritance.rule)
			same := a == spec.DontInheritTag && b == spec.OnInstantiate
			if !same && together(a, b) && c.Properties[string(b)] > 0 && c.Properties[pairOfProperties(a, b)] == 0 {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}

// always takes every two properties for ones that a profile has.
func always(spec.Handle, spec.Handle) bool { return true }
