package cover

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// patternWorld is what a patternRun believes of the world: entities and the ids that they own, in order.
type patternWorld struct {
	owns  map[spec.Handle][]spec.ID // of the living
	lost  map[ownedID]bool          // ids that an entity had and that were removed
	freed bool                      // a target was deleted, and nothing created since
}

type ownedID struct {
	entity spec.Handle
	id     spec.ID
}

func newPatternWorld(p spec.Profile) patternWorld {
	w := patternWorld{owns: map[spec.Handle][]spec.ID{}, lost: map[ownedID]bool{}}
	for _, b := range spec.Builtins(p) {
		w.owns[b.Handle] = slices.Clone(b.IDs)
	}
	return w
}

func (w *patternWorld) clone() patternWorld {
	c := patternWorld{owns: make(map[spec.Handle][]spec.ID, len(w.owns)), lost: maps.Clone(w.lost), freed: w.freed}
	for e, ids := range w.owns {
		c.owns[e] = slices.Clone(ids)
	}
	return c
}

// has reports whether e owns an id that begins with property.
func (w *patternWorld) has(e, property spec.Handle) bool {
	return slices.ContainsFunc(w.owns[e], func(id spec.ID) bool { return id.First == property })
}

func (w *patternWorld) single(relationship spec.Handle) bool {
	return w.has(relationship, spec.Exclusive) || w.has(relationship, spec.Union)
}

func (w *patternWorld) add(e spec.Handle, id spec.ID) {
	if id.HasWildcard() || slices.Contains(w.owns[e], id) {
		return
	}
	if id.IsPair() && w.single(id.First) {
		w.remove(e, spec.Pair(id.First, spec.Wildcard))
	}
	w.owns[e] = append(w.owns[e], id)
}

func (w *patternWorld) remove(e spec.Handle, pattern spec.ID) {
	w.owns[e] = slices.DeleteFunc(w.owns[e], func(id spec.ID) bool {
		if covers(pattern, id) {
			w.lost[ownedID{e, id}] = true
			return true
		}
		return false
	})
}

func covers(pattern, id spec.ID) bool {
	like := func(p, h spec.Handle) bool { return p == h || p.IsWildcard() && h != "" }
	return like(pattern.First, id.First) && like(pattern.Second, id.Second)
}

// twin reports whether e owns the pair that is to be removed, and another with its target or its relationship.
func (w *patternWorld) twin(e spec.Handle, id spec.ID) bool {
	return id.IsPair() && slices.Contains(w.owns[e], id) && slices.ContainsFunc(w.owns[e], func(o spec.ID) bool {
		return o.IsPair() && o != id && (o.First == id.First || o.Second == id.Second)
	})
}

// holders are the entities that own an id, in order.
func (w *patternWorld) holders(pattern spec.ID) []spec.Handle {
	var out []spec.Handle
	for e, ids := range w.owns {
		if slices.ContainsFunc(ids, func(id spec.ID) bool { return covers(pattern, id) }) {
			out = append(out, e)
		}
	}
	slices.Sort(out)
	return out
}

// dying are the targets that live and all that dies with them by a cleanup policy.
func (w *patternWorld) dying(targets []spec.Handle) map[spec.Handle]bool {
	dying := map[spec.Handle]bool{}
	for len(targets) > 0 {
		e := targets[len(targets)-1]
		targets = targets[:len(targets)-1]
		if _, lives := w.owns[e]; !lives || dying[e] {
			continue
		}
		dying[e] = true
		for other, ids := range w.owns {
			if slices.ContainsFunc(ids, func(id spec.ID) bool {
				return id.Second == e && w.policy(id.First, spec.OnDeleteTarget, spec.DeleteAction) ||
					id.First == e && w.policy(e, spec.OnDelete, spec.DeleteAction)
			}) {
				targets = append(targets, other)
			}
		}
	}
	return dying
}

func (w *patternWorld) policy(e, condition, action spec.Handle) bool {
	return slices.Contains(w.owns[e], spec.Pair(condition, action))
}

// bereave deletes entities and says how many survivors lose an id by it.
func (w *patternWorld) bereave(dying map[spec.Handle]bool) int {
	for e := range dying {
		delete(w.owns, e)
	}
	lose := 0
	for e, ids := range w.owns {
		left := slices.DeleteFunc(slices.Clone(ids), func(id spec.ID) bool { return dying[id.First] || dying[id.Second] })
		if len(left) < len(ids) {
			lose++
			w.owns[e] = left
		}
	}
	return lose
}

// overrides reports whether e owns id, of a relationship with one target, and inherits another target.
func (w *patternWorld) overrides(e spec.Handle, id spec.ID) bool {
	if id.First == spec.IsA {
		return slices.ContainsFunc(w.owns[e], func(own spec.ID) bool { return own.First != spec.IsA && w.overrides(e, own) })
	}
	if !id.IsPair() || !w.single(id.First) {
		return false
	}
	return slices.ContainsFunc(w.up(e, spec.IsA), func(base spec.Handle) bool {
		return slices.ContainsFunc(w.owns[base], func(o spec.ID) bool { return o.First == id.First && o.Second != id.Second })
	})
}

// targets are those of one relationship.
func (w *patternWorld) targets(e, relationship spec.Handle) []spec.Handle {
	var out []spec.Handle
	for _, id := range w.owns[e] {
		if id.First == relationship && id.IsPair() {
			out = append(out, id.Second)
		}
	}
	return out
}

// up is all that a relationship leads to from e.
func (w *patternWorld) up(e, relationship spec.Handle) []spec.Handle {
	out := w.targets(e, relationship)
	for i := 0; i < len(out); i++ {
		for _, t := range w.targets(out[i], relationship) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// policyInUse reports whether an entity of the user's has a policy, and another owns an id that begins with it.
func (w *patternWorld) policyInUse() bool {
	for _, ids := range w.owns {
		if slices.ContainsFunc(ids, func(id spec.ID) bool {
			return id.First != spec.ChildOf && (w.has(id.First, spec.OnDelete) || w.has(id.First, spec.OnDeleteTarget))
		}) {
			return true
		}
	}
	return false
}
