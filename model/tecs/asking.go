package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// get returns the value of a component or an edge, or nil if the entity does not have it (TECS-042
// to TECS-044). If the id is a relationship, get returns the value of the edge to the first target
// (TECS-045). The value of an edge is its fields and its target (TECS-006, TECS-015, TECS-022).
func (w *World) get(e spec.Handle, id spec.ID) spec.Value {
	if value, is := w.parts[part{e, id.First}]; is {
		return value
	}
	if !w.has(e, id) {
		return nil
	}
	t := id.Second
	if !id.IsPair() || t.IsWildcard() {
		t = w.targets(e, id.First)[0]
	}
	to := spec.NamedScalar{Name: target, Scalar: spec.Scalar{Type: spec.Entity, Text: string(t)}}
	return append(slices.Clone(w.edges[e][link{id.First, t}]), to)
}

// indexed returns the relationship that an operation follows. The relationship must have a reverse
// index, which walks and sources need (TECS-101, TECS-104).
func (w *World) indexed(op spec.Operation) (spec.Handle, *spec.Error) {
	r, err := w.follow(op)
	if err == nil && !w.relations[r].ReverseIndex {
		err = spec.Errorf(spec.CodeInvalid, "%s has no reverse_index", r)
	}
	return r, err
}

// below lists the entities below a root, depth first, each entity before those below it (TECS-086
// to TECS-090). The root is not included; its sources have depth 0. An entity with several paths to
// the root is listed once, at its first position (declared.traverse). within is the maximum depth;
// 0 means no limit.
//
// For example, if b and c are children of a, and d is a child of b, the list is b at depth 0, d
// at 1, c at 0.
func (w *World) below(root, relation spec.Handle, within int) (out spec.Outcome, err *spec.Error) {
	out.AnyOrder = !w.relations[relation].Exclusive
	depths := map[spec.Handle]int{} // the smallest depth at which an entity was met
	sources := w.sourcesOf(relation)
	var walk func(spec.Handle, int)
	walk = func(e spec.Handle, depth int) {
		if within > 0 && depth > within {
			return
		}
		for _, s := range sources[e] {
			if err = w.steps(1); err != nil {
				return
			}
			if s == root {
				out.AnyOrder = true // a cycle
				continue
			}
			before, met := depths[s]
			if met && (within == 0 || before <= depth) {
				continue
			}
			if !met {
				out.Entities, out.Depths = append(out.Entities, s), append(out.Depths, depth)
			}
			depths[s] = depth
			walk(s, depth+1)
		}
	}
	walk(root, 0)
	return out, err
}

// sourcesOf lists the sources of each target of a relationship, in order of creation.
func (w *World) sourcesOf(relation spec.Handle) map[spec.Handle][]spec.Handle {
	of := map[spec.Handle][]spec.Handle{}
	for _, s := range w.made {
		for x := range w.edges[s] {
			if x.relation == relation {
				of[x.target] = append(of[x.target], s)
			}
		}
	}
	return of
}

// walkUp lists the ancestors of an entity, nearest first, following the first target of each
// (TECS-091 to TECS-094). It stops after take ancestors, as if a callback ended the walk; 0 means
// no limit (TECS-097, TECS-098). If there are more than limit ancestors, walkUp returns an error
// (TECS-099, TECS-103). A cycle always has more (TECS-100).
func (w *World) walkUp(e, relation spec.Handle, limit, take int) (up []spec.Handle, err *spec.Error) {
	for targets := w.targets(e, relation); len(targets) > 0; targets = w.targets(up[len(up)-1], relation) {
		if len(up) == limit {
			return nil, spec.Errorf(spec.CodeLimit, "%s has more than %d ancestors along %s", e, limit, relation)
		}
		if up = append(up, targets[0]); len(up) == take {
			break
		}
		if err := w.steps(len(w.made)); err != nil {
			return nil, err
		}
	}
	return up, nil
}
