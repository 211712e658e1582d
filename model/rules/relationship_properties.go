package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Is reports whether e owns the property. Properties are not inherited: if Ship is Final and
// Frigate is an instance of Ship, Frigate is not Final (properties.owned, REL-163). Sparse,
// DontFragment and Inheritable have no meaning here: entities with them give the same answers
// (sparse.no-effect, usage.inheritable). Only mayChange restricts when the first two can be added.
func (w *World) Is(e Entity, property spec.Handle) bool {
	r := w.Record(max(e, None))
	owned := func(f Fact) bool { return w.isSingle(f.ID, property) }
	return slices.ContainsFunc(r.Own, owned)
}

// IsExclusive reports whether an entity can have only one target of r (REL-212, REL-220). For
// example, if DockedTo is Exclusive or a Union, a ship that docks to Mars leaves Earth. In profiles
// with SingleTargets this holds for every relationship that is not reserved.
func (w *World) IsExclusive(r Entity) bool {
	single := w.Profile.SingleTargets && r > 0 && !w.Entities[r].Builtin
	return single || w.Is(r, spec.Exclusive) || w.Is(r, spec.Union)
}

// isAcyclic reports whether r must not have cycles: it is Acyclic or Traversable. A Transitive
// relationship may have cycles (acyclic.implied, REL-200): for example, if Near is Transitive, two
// rooms can be Near each other.
func (w *World) isAcyclic(r Entity) bool {
	return w.Is(r, spec.Acyclic) || w.Is(r, spec.Traversable)
}

// IsTraversable reports whether queries may traverse r: it is Traversable or Transitive. An Acyclic
// relationship is not traversable for that reason alone (traversal.relationship, QRY-373).
func (w *World) IsTraversable(r Entity) bool {
	return w.Is(r, spec.Traversable) || w.Is(r, spec.Transitive)
}

// IsBarred reports whether a term with this first element must not traverse IsA, because the ids
// that it asks for are not inherited (traversal.uninherited).
func (w *World) IsBarred(first Entity) bool {
	switch {
	case w.Profile.RefusesUninherited:
		return w.Rule(ID{First: first}) != spec.Inherit
	case w.Entities[first].Builtin:
		return spec.CarriesDontInherit(w.Handle(first))
	}
	return w.Is(first, spec.DontInheritTag) || w.Is(first, spec.Singleton)
}

// IsFinal reports whether e must not have instances; terms for e then do not search for subclasses
// (REL-174, REL-179, QRY-584). In some profiles a component is Final until Final is removed from it
// (final.components).
func (w *World) IsFinal(e Entity) bool {
	r := w.Record(max(e, None))
	return w.Is(e, spec.Final) || w.Profile.ComponentsFinal && r.Component && !r.Open
}

// Rule returns the inheritance rule of an id: whether instances inherit the id of their base, get a
// copy of it, or neither. A pair has the inheritance rule of its first element (inheritance.rule).
// In every profile IsA pairs are inherited and properties are not (inheritance.never; REL-089,
// REL-180, FQL-112).
func (w *World) Rule(i ID) spec.Instantiation {
	first := w.Handle(i.First)
	switch {
	case first == spec.IsA:
		return spec.Inherit
	case spec.IsProperty(first) || w.Is(i.First, spec.DontInheritTag) || w.Is(i.First, spec.Singleton):
		return spec.DontInherit
	}
	for _, t := range w.Targets(i.First, w.Handles[spec.OnInstantiate]) {
		switch w.Handle(t) {
		case spec.InheritRule:
			return spec.Inherit
		case spec.OverrideRule:
			return spec.Override
		case spec.DontInheritTag:
			return spec.DontInherit
		}
	}
	return w.Profile.Instantiation
}

// policy returns the cleanup action of e for a condition, or Remove if e has none (REL-121,
// REL-128, cleanup.one-action). ChildOf has (OnDeleteTarget, Delete) from the start, so children
// are deleted with their parent.
func (w *World) policy(e Entity, condition spec.Handle) spec.Handle {
	for _, action := range w.Targets(e, w.Handles[condition]) {
		return w.Handle(action)
	}
	return spec.RemoveAction
}

// Reaches reports whether one or more own pairs of r lead from one entity to another. Inherited
// pairs do not count. An entity reaches itself only if it is on a cycle.
func (w *World) Reaches(from, to, r Entity) bool {
	seen := map[Entity]bool{}
	todo := []Entity{from}
	for n := 0; n < len(todo); n++ {
		for _, t := range w.Targets(todo[n], r) {
			if t == to {
				return true
			}
			if !seen[t] {
				seen[t] = true
				todo = append(todo, t)
			}
		}
	}
	return false
}

// SubclassOf reports whether c equals base or is a direct or indirect instance of it (QRY-581,
// REL-084).
func (w *World) SubclassOf(c, base Entity) bool {
	return c == base || w.Reaches(c, base, w.Handles[spec.IsA])
}

// oneOfAllows reports whether OneOf allows a pair. If R has OneOf, its targets must be children of
// R; if R has (OneOf, X), they must be children of X (REL-235 to REL-239, one-of.children). For
// example, if Paint has OneOf, a car can have (Paint, Red) only if Red is a child of Paint.
func (w *World) oneOfAllows(i ID) bool {
	return !slices.ContainsFunc(w.oneOfScopes(i.First), func(x Entity) bool {
		return !w.Owns(i.Second, w.pair(spec.ChildOf, x))
	})
}

// oneOfScopes lists the entities whose children OneOf allows as targets of r.
func (w *World) oneOfScopes(r Entity) []Entity {
	scopes := w.Targets(r, w.Handles[spec.OneOf])
	if w.Is(r, spec.OneOf) {
		scopes = append(scopes, r)
	}
	return scopes
}

// reservesTargets returns the entity that forbids numbers as targets of r, or None (pairs.numbers).
// The entity is r itself if r is reserved. Otherwise it is a property of r that makes targets also
// sources, such as Symmetric, because a number cannot own pairs.
func (w *World) reservesTargets(r Entity) Entity {
	if w.Entities[r].Builtin {
		return r
	}
	for _, property := range []spec.Handle{spec.Acyclic, spec.Traversable, spec.Symmetric, spec.Transitive} {
		if w.Is(r, property) {
			return w.Handles[property]
		}
	}
	return None
}

// otherOwner returns an entity other than s that owns s or a pair (s, *), or None. A Singleton must
// not have such an owner (usage.singleton).
func (w *World) otherOwner(s Entity) Entity {
	for _, e := range append(w.Owning(ID{First: s}), w.Owning(ID{s, Wildcard})...) {
		if e != s {
			return e
		}
	}
	return None
}

// fixedTarget returns the fixed pair of the builtin e that adding i would replace, or the zero ID.
func (w *World) fixedTarget(e Entity, i ID) ID {
	for _, f := range w.Entities[e].Initial {
		if f.IsPair() && i.IsPair() && f.First == i.First && w.IsExclusive(i.First) {
			return f.ID
		}
	}
	return ID{}
}

// onCycle returns the first entity that reaches itself over own pairs of r, or None.
func (w *World) onCycle(r Entity) Entity {
	for _, x := range w.All() {
		if w.Reaches(x, x, r) {
			return x
		}
	}
	return None
}
