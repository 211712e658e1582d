package compare

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// FirstTargets holds the right answers to an operation that depends on which of several targets is
// the first. Foreign engines may choose any (declared.value). For example, if s has edges to a and
// b, `get s R` may return either edge.
type FirstTargets struct {
	Targets []spec.Handle // for target
	Edges   []spec.Value  // for get of a relationship

	above map[spec.Handle][]spec.Handle // for walk_up: the targets of each entity that a walk can visit
	walk  walk
}

// walk holds the start and the limits of a walk_up.
type walk struct {
	from        spec.Handle
	limit, take int  // 0 for no limit
	cycles      bool // a walk continues in a cycle until it reaches the limit
}

// FirstTargetsOf asks a world for all right answers. The world must be in the state in which op was
// applied. It returns nil if only one answer is right.
func FirstTargetsOf(world spec.Engine, p spec.Profile, op *spec.Operation) *FirstTargets {
	targets := func(e, r spec.Handle) []spec.Handle {
		return world.Apply(spec.Operation{Op: spec.OpTargets, Entity: e, Relationship: r}).Entities
	}
	switch op.Op { //nolint:exhaustive // no other depends on it
	case spec.OpTarget:
		if all := targets(op.Entity, op.Relationship); len(all) > 1 {
			return &FirstTargets{Targets: all}
		}
	case spec.OpGet:
		if p.Family != spec.TecsFamily || op.ID.IsPair() && !op.ID.Second.IsWildcard() {
			return nil // a component, or one edge
		}
		all := targets(op.Entity, op.ID.First)
		f := &FirstTargets{}
		for _, t := range all {
			edge := world.Apply(spec.Operation{Op: spec.OpGet, Entity: op.Entity, ID: spec.Pair(op.ID.First, t)})
			f.Edges = append(f.Edges, edge.Value)
		}
		if len(all) > 1 {
			return f
		}
	case spec.OpWalkUp:
		return walksOf(world, p, op, targets)
	}
	return nil
}

// walksOf finds all possible walks up. In Flecs profiles a walk follows own targets
// (hierarchy.walks), but the operation targets also lists inherited ones.
func walksOf(
	world spec.Engine, p spec.Profile, op *spec.Operation, targets func(e, r spec.Handle) []spec.Handle,
) *FirstTargets {
	r := cmp.Or(op.Relationship, spec.ChildOf)
	f := &FirstTargets{above: map[spec.Handle][]spec.Handle{}}
	f.walk = walk{
		from: op.Entity, limit: cmp.Or(op.MaxDepth, p.WalkUp), take: op.Take, cycles: p.Family == spec.TecsFamily,
	}
	branches := false
	for met := []spec.Handle{op.Entity}; len(met) > 0; met = met[1:] {
		e := met[0]
		if _, known := f.above[e]; known {
			continue
		}
		above := slices.Clone(targets(e, r))
		if p.Has(spec.OpOwns) {
			above = slices.DeleteFunc(above, func(t spec.Handle) bool {
				return !world.Apply(spec.Operation{Op: spec.OpOwns, Entity: e, ID: spec.Pair(r, t)}).Bool
			})
		}
		f.above[e] = above
		branches = branches || len(above) > 1
		met = append(met, above...)
	}
	if !branches {
		return nil
	}
	return f
}

// allows reports whether an answer to op is one of the right ones.
func (f *FirstTargets) allows(op *spec.Operation, out *spec.Outcome) bool {
	switch {
	case f == nil:
		return false
	case op.Op == spec.OpWalkUp && out.Err != nil:
		return !IsUnsupported(out) && !Broken(out) && f.tooFar()
	case out.Err != nil:
		return false
	case op.Op == spec.OpWalkUp:
		return f.isWalk(out.Entities)
	case op.Op == spec.OpGet:
		return slices.ContainsFunc(f.Edges, func(v spec.Value) bool { return sameValue(v, out.Value) })
	}
	return slices.Contains(f.Targets, out.Entity)
}

// isWalk reports whether a walk can visit these entities and end there.
func (f *FirstTargets) isWalk(steps []spec.Handle) bool {
	if f.walk.limit > 0 && len(steps) > f.walk.limit || f.walk.take > 0 && len(steps) > f.walk.take {
		return false
	}
	at, seen := f.walk.from, []spec.Handle{f.walk.from}
	for _, next := range steps {
		if !slices.Contains(f.above[at], next) || !f.walk.cycles && slices.Contains(seen, next) {
			return false
		}
		at, seen = next, append(seen, next)
	}
	above := f.above[at]
	back := !f.walk.cycles && slices.ContainsFunc(above, func(t spec.Handle) bool { return slices.Contains(seen, t) })
	return len(above) == 0 || back || f.walk.take > 0 && len(steps) == f.walk.take
}

// tooFar reports whether some walk has more steps than allowed.
func (f *FirstTargets) tooFar() bool {
	if f.walk.limit == 0 || f.walk.take > 0 && f.walk.take <= f.walk.limit {
		return false
	}
	level := []spec.Handle{f.walk.from}
	for range f.walk.limit + 1 {
		var next []spec.Handle
		for _, e := range level {
			for _, t := range f.above[e] {
				if !slices.Contains(next, t) {
					next = append(next, t)
				}
			}
		}
		level = next
	}
	return len(level) > 0
}
