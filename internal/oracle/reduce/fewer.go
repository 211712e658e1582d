package reduce

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// fold merges operations that add ids into those that make the entities.
func (r *reducer) fold() bool { return r.fewer(folded) }

// merge replaces an entity by another of the same role, or a relationship by ChildOf. For example,
// if Bob likes Alice, who was made after him, merge tries a trace in which Bob likes himself.
func (r *reducer) merge() bool { return r.fewer(r.merged) }

// fewer repeatedly replaces the operations by the first shorter list that still fails.
func (r *reducer) fewer(lists func([]spec.Operation) [][]spec.Operation) bool {
	changed := false
	for again := true; again && r.more(); {
		again = slices.ContainsFunc(lists(r.best), r.try)
		changed = changed || again
	}
	return changed
}

// folded lists the traces in which one add is merged into the operation that makes its entity.
func folded(ops []spec.Operation) [][]spec.Operation {
	var out [][]spec.Operation
	for i, op := range ops {
		if op.Op != spec.OpAdd {
			continue
		}
		made := slices.IndexFunc(ops[:i], func(o spec.Operation) bool {
			return o.Op == spec.OpEntity && o.Entity == op.Entity
		})
		if made < 0 {
			continue
		}
		creation := ops[made]
		creation.IDs = append(slices.Clone(creation.IDs), op.ID)
		// If the elements of the id are made later than the entity, move the entity to the position
		// of the add.
		earlier := slices.Clone(ops)
		earlier[made] = creation
		out = append(out, slices.Delete(earlier, i, i+1))
		later := slices.Clone(ops)
		later[i] = creation
		out = append(out, slices.Delete(later, made, made+1))
	}
	return out
}

// merged lists the traces in which one entity is replaced by another.
func (r *reducer) merged(ops []spec.Operation) [][]spec.Operation {
	p, err := spec.ProfileByName(r.trace.Header.Profile)
	if err != nil {
		return nil
	}
	_, members := lawful.HandlesOf(lawful.Each(ops))
	roles := rolesOf(p, ops, members)
	var out [][]spec.Operation
	for i := len(ops) - 1; i >= 0; i-- {
		if ops[i].Op != spec.OpEntity {
			continue
		}
		from := ops[i].Entity
		var instead []spec.Handle
		for _, o := range ops[:i] {
			if o.Op == spec.OpEntity && roles[o.Entity] == roles[from] {
				instead = append(instead, o.Entity)
			}
		}
		if r.childOf && roles[from] == roleRelationship && len(ops[i].IDs) == 0 {
			instead = append(instead, spec.ChildOf)
		}
		for _, to := range instead {
			out = append(out, standingFor(slices.Concat(ops[:i], ops[i+1:]), from, to))
		}
	}
	return out
}

// standingFor replaces an entity by another.
func standingFor(ops []spec.Operation, from, to spec.Handle) []spec.Operation {
	f := lawful.MapOf(map[spec.Handle]spec.Handle{from: to})
	for i, op := range ops {
		ops[i] = f.Operation(op)
	}
	return ops
}
