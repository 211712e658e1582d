package suite

import (
	"slices"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reduce makes the small trace of a sighting, still on the subject: what the oracle's reducer leaves, with ids given
// to entities when they are made and with fewer entities of the same role. A sighting that does not show again in a
// run of its own is kept as it was seen, which is told by shown. Each step takes at most limit; negative is no limit.
func reduce(seen sighting, s *Subject, limit time.Duration) (_ *Finding, shown bool, _ error) {
	im, opts := s.implementation(), s.runOptions()
	options := oracle.ReduceOptions{Timeout: max(limit, 0)}
	fails := oracle.FailsLike(seen.divergence, oracle.Model(), im, opts)
	if !fails(seen.trace) {
		f := &oracle.Finding{Trace: seen.trace, Divergence: seen.divergence, Reference: oracle.Model().Name}
		f.Why = []string{"the divergence does not show when the trace is run again alone"}
		return &Finding{Finding: f, Name: nameOf(f), Seen: 1}, false, nil
	}
	small := plainly(oracle.Reduce(seen.trace, fails, options), fails)
	for {
		smaller := fewer(small, fails, has(&s.Info, "world", spec.CapChildOf))
		if smaller == nil {
			break
		}
		small = plainly(oracle.Reduce(smaller, fails, options), fails)
	}
	f, err := oracle.NewFinding(small, oracle.Model(), im, seen.divergence.Signature(), opts)
	if err != nil {
		return nil, false, err
	}
	f.From = len(seen.trace.Entries)
	return &Finding{Finding: f, Name: nameOf(f), Seen: 1}, true, nil
}

// plainly writes what can be said in two ways in the one that names of findings rely on, where the trace still fails:
// a parent as the pair (ChildOf, parent), and no relationship where it is the default.
func plainly(t *spec.Trace, fails func(*spec.Trace) bool) *spec.Trace {
	for i := range t.Entries {
		op := t.Entries[i].Op
		switch {
		case op.Parent != "":
			op.IDs = slices.Insert(slices.Clone(op.IDs), 0, spec.Pair(spec.ChildOf, op.Parent))
			op.Parent = ""
		case op.Relationship == spec.ChildOf && (op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse):
			op.Relationship = ""
		default:
			continue
		}
		ops := t.Operations()
		ops[i] = op
		if said := withOps(t, ops); fails(said) {
			t = said
		}
	}
	return t
}

// fewer gives a failing trace with an operation less, or nil: an id that is added to an entity is given to it when it
// is made, an entity stands in for another of the same role, ChildOf for a relationship.
func fewer(t *spec.Trace, fails func(*spec.Trace) bool, childOf bool) *spec.Trace {
	for _, ops := range slices.Concat(folded(t.Operations()), merged(t.Operations(), childOf)) {
		if shorter := withOps(t, ops); fails(shorter) {
			return shorter
		}
	}
	return nil
}

// folded lists the traces in which one add is part of making the entity.
func folded(ops []spec.Operation) [][]spec.Operation {
	var out [][]spec.Operation
	for i, op := range ops {
		if op.Op != spec.OpAdd {
			continue
		}
		made := slices.IndexFunc(ops[:i], func(o spec.Operation) bool { return o.Op == spec.OpEntity && o.Entity == op.Entity })
		if made < 0 {
			continue
		}
		creation := ops[made]
		creation.IDs = append(slices.Clone(creation.IDs), op.ID)
		// What the id mentions may be made later than the entity: the entity is then made where the id was added.
		earlier := slices.Clone(ops)
		earlier[made] = creation
		out = append(out, slices.Delete(earlier, i, i+1))
		later := slices.Clone(ops)
		later[i] = creation
		out = append(out, slices.Delete(later, made, made+1))
	}
	return out
}

// merged lists the traces in which one entity stands for two.
func merged(ops []spec.Operation, childOf bool) [][]spec.Operation {
	roles := rolesOf(ops)
	var out [][]spec.Operation
	for i := len(ops) - 1; i >= 0; i-- {
		if ops[i].Op != spec.OpEntity {
			continue
		}
		from := ops[i].Entity
		instead := []spec.Handle{}
		for _, o := range ops[:i] {
			if o.Op == spec.OpEntity && roles[o.Entity] == roles[from] {
				instead = append(instead, o.Entity)
			}
		}
		if childOf && roles[from] == relationship && len(ops[i].IDs) == 0 {
			instead = append(instead, spec.ChildOf)
		}
		for _, to := range instead {
			out = append(out, replaced(slices.Delete(slices.Clone(ops), i, i+1), from, to))
		}
	}
	return out
}

// The roles that an entity can play in a trace.
const (
	plain = iota
	tag
	relationship
)

func rolesOf(ops []spec.Operation) map[spec.Handle]int {
	roles := map[spec.Handle]int{}
	note := func(id spec.ID) {
		switch {
		case id.IsPair():
			roles[id.First] = relationship
		case roles[id.First] == plain:
			roles[id.First] = tag
		}
	}
	for _, op := range ops {
		note(op.ID)
		for _, id := range op.IDs {
			note(id)
		}
		roles[op.Relationship] = relationship
		if op.Query != nil {
			op.Query.Walk(func(t *spec.Term) {
				note(spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)})
			})
		}
	}
	return roles
}

func replaced(ops []spec.Operation, from, to spec.Handle) []spec.Operation {
	swap := func(h *spec.Handle) {
		if *h == from {
			*h = to
		}
	}
	for i := range ops {
		op := &ops[i]
		for _, h := range []*spec.Handle{&op.Entity, &op.Parent, &op.From, &op.Relationship, &op.ID.First, &op.ID.Second} {
			swap(h)
		}
		op.IDs = slices.Clone(op.IDs)
		for k := range op.IDs {
			swap(&op.IDs[k].First)
			swap(&op.IDs[k].Second)
		}
		op.Query = op.Query.Clone()
		if op.Query == nil {
			continue
		}
		op.Query.Walk(func(t *spec.Term) {
			for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
				if r.Kind == spec.RefEntity && r.Name == string(from) {
					r.Name = string(to)
				}
			}
		})
	}
	return ops
}
