package oracle

import "github.com/relspec/relspec/spec"

// closedPairs remembers which relationships of a transcript are transitive or reflexive. For those, Flecs reports the
// stored pair that leads to the target where the specification reports the pair as asked (ruling 12).
type closedPairs struct {
	relationships map[string]bool
	prepared      map[string]*spec.Query
}

func newClosedPairs(p spec.Profile) *closedPairs {
	c := &closedPairs{relationships: map[string]bool{}, prepared: map[string]*spec.Query{}}
	for _, b := range spec.Builtins(p) {
		for _, id := range b.IDs {
			c.note(b.Handle, id)
		}
	}
	return c
}

func (c *closedPairs) note(e spec.Handle, id spec.ID) {
	if id.First == spec.Transitive || id.First == spec.ReflexiveProp {
		c.relationships[string(e)] = true
	}
}

func (c *closedPairs) follow(op *spec.Operation) {
	if op.Op == spec.OpAdd {
		c.note(op.Entity, op.ID)
	}
	for _, id := range op.IDs {
		c.note(op.Entity, id)
	}
	if op.Op == spec.OpPrepare {
		c.prepared[op.As] = op.Query
	}
}

// fields marks the fields of a query that ask for a pair of such a relationship with a target that is not a wildcard.
func (c *closedPairs) fields(p spec.Profile, op *spec.Operation) uint64 {
	q := op.Query
	if q == nil {
		q = c.prepared[op.On]
	}
	if q == nil {
		return 0
	}
	terms, err := queryTerms(p, q)
	if err != nil {
		return 0
	}
	var marked uint64
	for k, t := range spec.Fields(terms) {
		wildcard := t.Second.Kind == spec.RefNone || t.Second.Kind == spec.RefWildcard || t.Second.Kind == spec.RefAny
		if k < 64 && !wildcard && c.relationships[lastElement(t.First.Name)] {
			marked |= 1 << k
		}
	}
	return marked
}
