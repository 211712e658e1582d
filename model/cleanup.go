package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// policy is the action that e carries for a condition; Remove where it carries none (REL-121, REL-128, ruling 20).
func (w *World) policy(e entity, condition spec.Handle) spec.Handle {
	for _, action := range w.targets(e, w.handles[condition]) {
		return w.handle(action)
	}
	return spec.RemoveAction
}

// doomed lists what goes when the entities are deleted: the entities themselves, and by the Delete policies, until
// nothing more is added, whoever owns a doomed id as first element (OnDelete of that id: REL-130, REL-132) or has a
// doomed target (OnDeleteTarget of the relationship: REL-131, REL-138). A Panic policy that is met refuses
// everything, OnDelete even when nothing has the id (ruling 20). Inherited ids do not count, and
// reserved entities are never deleted, they lose the id.
func (w *World) doomed(roots []entity) ([]entity, *spec.Error) {
	out := slices.Clone(roots)
	for n := 0; n < len(out); n++ {
		d := out[n]
		if w.policy(d, spec.OnDelete) == spec.PanicAction {
			return nil, spec.Errorf(spec.CodePolicy, "(OnDelete, Panic) of %s forbids its deletion", w.handle(d))
		}
		for _, x := range w.all() {
			for _, f := range w.entities[x].own {
				action := spec.RemoveAction
				if f.first == d {
					action = w.policy(d, spec.OnDelete)
				}
				if f.second == d {
					onTarget := w.policy(f.first, spec.OnDeleteTarget)
					if onTarget == spec.PanicAction {
						return nil, spec.Errorf(spec.CodePolicy, "(OnDeleteTarget, Panic) of %s forbids the deletion of %s, a target on %s",
							w.handle(f.first), w.handle(d), w.handle(x))
					}
					if onTarget == spec.DeleteAction {
						action = onTarget
					}
				}
				if action == spec.DeleteAction && !w.entities[x].builtin && !slices.Contains(out, x) {
					w.because([]spec.StatementID{"REL-130", "REL-131", "REL-138"}, "%s has %s, and the policy takes it along with %s", x, f.id, d)
					out = append(out, x)
				}
			}
		}
	}
	return out, nil
}

// delete ends the lives of the entities and of what their deletion takes along; afterwards nothing mentions a dead
// entity (REL-118, REL-119, REL-125).
func (w *World) delete(roots []entity) *spec.Error {
	dead, err := w.doomed(roots)
	if err != nil {
		return err
	}
	if len(w.observed) > 0 {
		w.takers = w.treeOf(roots, dead)
	}
	w.bury(dead)
	return nil
}

// treeOf gives the one that took each of the dead along, as far as the deletion is a tree below its roots (ruling 22,
// P-54): each has one taker, and so has each above it up to a root that nothing takes.
func (w *World) treeOf(roots, dead []entity) map[entity]entity {
	all := map[entity][]entity{}
	for _, x := range dead {
		for _, d := range dead {
			if w.takes(d, x) {
				all[x] = append(all[x], d)
			}
		}
	}
	tree := map[entity]entity{}
	for _, x := range dead { // whoever is taken comes after a taker
		if slices.Contains(roots, x) || len(all[x]) != 1 {
			continue
		}
		d := all[x][0]
		if _, below := tree[d]; below || slices.Contains(roots, d) && len(all[d]) == 0 {
			tree[x] = d
		}
	}
	return tree
}

// takes reports whether the deletion of d takes x along, by a Delete policy.
func (w *World) takes(d, x entity) bool {
	return slices.ContainsFunc(w.entities[x].own, func(f fact) bool {
		return f.first == d && w.policy(d, spec.OnDelete) == spec.DeleteAction ||
			f.second == d && w.policy(f.first, spec.OnDeleteTarget) == spec.DeleteAction
	})
}

// bury ends lives without asking for policies.
func (w *World) bury(dead []entity) {
	w.died = append(w.died, dead...)
	for _, d := range dead {
		*w.change(d) = record{handle: w.entities[d].handle}
		if w.scope == d {
			w.scope = none
		}
	}
	for _, x := range w.all() {
		for _, f := range w.entities[x].own {
			if w.mentionsDead(f.id) {
				w.because(citesDangling, "%s loses %s, which mentions what was deleted", x, f.id)
			}
		}
		w.erase(x, w.mentionsDead)
		if slices.ContainsFunc(w.entities[x].overrides, w.mentionsDead) {
			w.change(x).overrides = slices.DeleteFunc(slices.Clone(w.entities[x].overrides), w.mentionsDead)
		}
	}
}
