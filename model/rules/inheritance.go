package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Holding is an id that an entity has, and its owner: the entity or one of its bases.
type Holding struct {
	ID
	Owner Entity
}

// Holdings lists the ids that e has, own and inherited, in type order. e inherits an id of a base
// if the inheritance rule of the id is Inherit and e does not own the id. If several bases own it,
// the first in depth-first order counts. If e or a nearer base has a target of an exclusive
// relationship, the targets of farther bases are hidden: a frigate docked to Mars does not inherit
// (DockedTo, Earth) from its base (inheritance.nearest; REL-088 to REL-098, REL-180).
func (w *World) Holdings(e Entity) []Holding { return w.holdings(e, false) }

// BaseHoldings lists the ids that e gets from its bases, including those that an own id of e
// hides (traversal.default). For example, for a frigate with its own Engine it lists the Engine
// of the base.
func (w *World) BaseHoldings(e Entity) []Holding { return w.holdings(e, true) }

func (w *World) holdings(e Entity, onBases bool) []Holding {
	var out []Holding
	visited := map[Entity]bool{}
	held := map[Entity]bool{} // exclusive relationships that a nearer entity holds
	var visit func(x Entity)
	visit = func(x Entity) {
		if visited[x] {
			return
		}
		visited[x] = true
		var exclusive []Entity
		for _, f := range w.Record(x).Own {
			if x != e && w.Rule(f.ID) != spec.Inherit || x == e && onBases {
				continue
			}
			if f.IsPair() && w.IsExclusive(f.First) {
				if held[f.First] {
					continue
				}
				exclusive = append(exclusive, f.First)
			}
			if !slices.ContainsFunc(out, func(h Holding) bool { return h.ID == f.ID }) {
				out = append(out, Holding{f.ID, x})
			}
		}
		for _, r := range exclusive {
			held[r] = true
		}
		for _, base := range w.Targets(x, w.Handles[spec.IsA]) {
			visit(base)
		}
	}
	visit(e)
	slices.SortFunc(out, func(a, b Holding) int { return a.Compare(b.ID) })
	return out
}

// Has returns the first id, in type order, that e has and i covers. Inherited ids count, but pairs
// that only follow by transitivity or reflexivity do not (inheritance.has, transitive.no-pairs). If
// the id is inherited, Has records the base as a step.
func (w *World) Has(e Entity, i ID) (Holding, bool) {
	h, has := w.Held(e, i)
	if has && h.Owner != e {
		w.because(cites("REL-088", "REL-090", "REL-095"), "%s gets %s from its base %s", e, h.ID, h.Owner)
	}
	return h, has
}

// Held is like Has but records no step.
func (w *World) Held(e Entity, i ID) (Holding, bool) {
	for _, h := range w.Holdings(e) {
		if i.Covers(h.ID) {
			return h, true
		}
	}
	return Holding{}, false
}

// ValueAt returns the data of an id on its owner. An inherited id thus has the data of the base
// (REL-045, REL-090).
func (w *World) ValueAt(h Holding) spec.Value {
	f, _ := w.Owned(h.Owner, h.ID)
	return f.Value
}

// AllTargets lists the own and inherited targets of r on e, each once, in type order
// (ids.questions, REL-027 to REL-030).
func (w *World) AllTargets(e, r Entity) []Entity {
	var out []Entity
	for _, h := range w.Holdings(e) {
		if h.IsPair() && h.First == r {
			out = append(out, h.Second)
		}
	}
	return out
}

// bases lists the direct and indirect bases of e, each once, depth first in type order
// (inheritance.nearest). For example, if a frigate is a Ship and a Target, and a Ship is a Vehicle,
// the bases are Ship, Vehicle, Target.
func (w *World) bases(e Entity) []Entity {
	var out []Entity
	var visit func(x Entity)
	visit = func(x Entity) {
		for _, base := range w.Targets(x, w.Handles[spec.IsA]) {
			if !slices.Contains(out, base) {
				out = append(out, base)
				visit(base)
			}
		}
	}
	visit(e)
	return out
}

// startingValue returns the value that i has when it is added to e without a value. If the
// inheritance rule of i is Inherit or Override and a base owns i, it is the value of the first such
// base. Otherwise it is zero (inheritance.starting-value, REL-167). For example, if an Engine is
// added to a frigate, it starts with the power of the base's Engine.
func (w *World) startingValue(e Entity, i ID) spec.Value {
	if w.Rule(i) != spec.DontInherit {
		for _, base := range w.bases(e) {
			if f, ok := w.Owned(base, i); ok && f.Value != nil {
				w.because(nil, "%s starts with the value that %s of its base %s has", e, i, base)
				return f.Value
			}
		}
	}
	return w.zero(i)
}

// instantiate copies the overridden ids of base to its new instance e, in type order. It skips ids
// that e owns. It also skips pairs of an exclusive relationship if e already owns a pair of the
// relationship: a frigate that is docked stays where it is (inheritance.exclusive,
// inheritance.copies, inheritance.copy-order, inheritance.override-mark).
func (w *World) instantiate(e, base Entity) *spec.Error {
	for _, i := range w.overridden(base) {
		second := i.IsPair() && w.IsExclusive(i.First) && len(w.Targets(e, i.First)) > 0
		if _, owned := w.Owned(e, i); owned || second {
			continue
		}
		w.because(nil, "%s gets its own %s, because its base %s has an override of it", e, i, base)
		if err := w.Add(e, i); err != nil {
			return err
		}
		w.Effects.Copied = append(w.Effects.Copied, Holding{i, e})
	}
	return nil
}

// overridden lists, in type order, the ids that each instance of base gets its own copy of. These
// are the override marks of base and of its bases, and the ids that they own whose inheritance rule
// is Override. For an exclusive relationship only the nearest owner counts.
func (w *World) overridden(base Entity) []ID {
	var out []ID
	held := map[Entity]bool{} // exclusive relationships of nearer bases
	for _, x := range append([]Entity{base}, w.bases(base)...) {
		out = append(out, w.Entities[x].Overrides...)
		for _, f := range w.Entities[x].Own {
			if w.Rule(f.ID) != spec.Override {
				continue
			}
			if f.IsPair() && w.IsExclusive(f.First) {
				if held[f.First] {
					continue
				}
				held[f.First] = true
			}
			out = append(out, f.ID)
		}
	}
	slices.SortFunc(out, ID.Compare)
	return slices.Compact(out)
}

// spreadPrefab makes the children of a new prefab prefabs too, recursively. It stops at entities
// that are prefabs already (prefab.spreads).
func (w *World) spreadPrefab(e Entity) *spec.Error {
	children := w.Owning(w.pair(spec.ChildOf, e))
	return each(children, func(c Entity) *spec.Error { return w.becomePrefab(c, e) })
}

// becomePrefab makes a child of a prefab a prefab. Otherwise queries would find the parts of
// prefabs (prefab.spreads). In profiles with PrefabChildrenPlain it does nothing.
func (w *World) becomePrefab(child, parent Entity) *spec.Error {
	if w.Profile.PrefabChildrenPlain {
		return nil
	}
	prefab := w.single(spec.Prefab)
	if !w.Owns(child, prefab) {
		w.because(nil, "%s is a child of the prefab %s: it gets %s", child, parent, prefab)
	}
	return w.Add(child, prefab)
}
