package cover

import (
	"slices"

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

// given remembers which properties handles were given in a trace, successfully or not, in the order of [Properties].
type given map[spec.Handle][]spec.Handle

func newGiven(p spec.Profile) given {
	g := given{}
	for _, b := range spec.Builtins(p) {
		for _, id := range b.IDs {
			g.note(b.Handle, id.First)
		}
	}
	return g
}

func (g given) note(e, property spec.Handle) {
	if slices.Contains(counted, property) && !slices.Contains(g[e], property) {
		g[e] = append(g[e], property)
		slices.SortFunc(g[e], func(a, b spec.Handle) int {
			return slices.Index(counted, a) - slices.Index(counted, b)
		})
	}
}

// follow notes what an operation gives or takes, and counts the properties, and the pairs of properties, of what it
// adds, removes, sets or asks about.
func (g given) follow(op *spec.Operation, counts map[string]uint64) {
	ids := op.IDs
	if !op.ID.IsZero() {
		ids = append(slices.Clone(ids), op.ID)
	}
	for _, id := range ids {
		for i, a := range g[id.First] {
			counts[string(a)]++
			for _, b := range g[id.First][i+1:] {
				counts[pairOfProperties(a, b)]++
			}
		}
		switch op.Op { //nolint:exhaustive // no other operation gives or takes a property
		case spec.OpAdd, spec.OpEntity, spec.OpComponent:
			g.note(op.Entity, id.First)
		case spec.OpRemove:
			g[op.Entity] = slices.DeleteFunc(g[op.Entity], func(h spec.Handle) bool { return h == id.First })
		}
	}
}

func pairOfProperties(a, b spec.Handle) string { return string(a) + " + " + string(b) }

// PropertiesApart lists the properties, and the pairs of properties, that the id of no operation had.
func (c *Counts) PropertiesApart() []string {
	var out []string
	for i, a := range counted {
		if c.Properties[string(a)] == 0 {
			out = append(out, string(a))
			continue
		}
		for _, b := range counted[i+1:] {
			// the tag and the pair say the same in different profiles (P-34)
			same := a == spec.DontInheritTag && b == spec.OnInstantiate
			if !same && c.Properties[string(b)] > 0 && c.Properties[pairOfProperties(a, b)] == 0 {
				out = append(out, string(a)+" with "+string(b))
			}
		}
	}
	return out
}
