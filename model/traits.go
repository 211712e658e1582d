package model

import "github.com/relspec/relspec/spec"

// is reports whether e owns the property. Properties act only where they are owned (ruling 14, REL-163).
func (w *World) is(e entity, property spec.Handle) bool {
	p, ok := w.handles[property]
	return ok && e > 0 && w.owns(e, id{first: p})
}

// isExclusive: at most one target at a time (REL-212, REL-220).
func (w *World) isExclusive(r entity) bool { return w.is(r, spec.Exclusive) || w.is(r, spec.Union) }

// isAcyclic: a Traversable relationship is Acyclic, a Transitive one need not be (ruling 16; REL-200).
func (w *World) isAcyclic(r entity) bool { return w.is(r, spec.Acyclic) || w.is(r, spec.Traversable) }

// isTraversable: what may be traversed is Traversable or Transitive; Acyclic is not enough (ruling 35; QRY-373).
func (w *World) isTraversable(r entity) bool {
	return w.is(r, spec.Traversable) || w.is(r, spec.Transitive)
}

// isBarred reports whether a term with this first element is refused where it traverses IsA (ruling 36, P-75).
func (w *World) isBarred(first entity) bool {
	switch {
	case w.profile.RefusesUninherited:
		return w.rule(id{first: first}) != spec.Inherit
	case w.entities[first].builtin:
		return spec.CarriesDontInherit(w.handle(first))
	}
	return w.is(first, spec.DontInheritTag)
}

// isFinal: no IsA to it, no component inheritance from it (REL-174, REL-179, QRY-584, P-12).
func (w *World) isFinal(e entity) bool {
	return w.is(e, spec.Final) || w.profile.ComponentsFinal && w.entities[e].component && !w.entities[e].open
}

// rule says what instances get of an id of a base; a pair's rule is that of its first element (ruling 13).
// IsA pairs are inherited in every profile; properties never are (ruling 14). REL-089, REL-180, FQL-112, P-22.
func (w *World) rule(i id) spec.Instantiation {
	first := w.handle(i.first)
	switch {
	case first == spec.IsA:
		return spec.Inherit
	case spec.IsProperty(first) || w.is(i.first, spec.DontInheritTag):
		return spec.DontInherit
	}
	for _, t := range w.targets(i.first, w.handles[spec.OnInstantiate]) {
		switch w.handle(t) {
		case spec.InheritRule:
			return spec.Inherit
		case spec.OverrideRule:
			return spec.Override
		case spec.DontInheritTag:
			return spec.DontInherit
		}
	}
	return w.profile.Instantiation
}

// typeOf is the component that types i, or none for a tag: the first of the four rules that applies
// (REL-048 to REL-056, REL-168, REL-173, P-11).
func (w *World) typeOf(i id) entity {
	typed := func(e entity) bool { return e > 0 && w.entities[e].component && len(w.entities[e].members) > 0 }
	switch {
	case !i.isPair() && typed(i.first):
		return i.first
	case !i.isPair() || w.is(i.first, spec.PairIsTag) || w.is(i.first, spec.Union): // REL-226, P-41
		return none
	case typed(i.first):
		return i.first
	case typed(i.second):
		return i.second
	}
	return none
}

// zero is the data of an id that is added without being set (ruling 19, REL-167): nil for a tag.
func (w *World) zero(i id) spec.Value {
	if c := w.typeOf(i); c != none {
		return spec.Zero(w.entities[c].members)
	}
	return nil
}

// reaches reports whether to can be reached from from over one or more own pairs of r.
func (w *World) reaches(from, to, r entity) bool {
	seen := map[entity]bool{}
	var walk func(e entity) bool
	walk = func(e entity) bool {
		for _, t := range w.targets(e, r) {
			if t == to || !seen[t] && func() bool { seen[t] = true; return walk(t) }() {
				return true
			}
		}
		return false
	}
	return walk(from)
}

// subclassOf reports whether c is base or has it as a direct or indirect base (QRY-581, REL-084).
func (w *World) subclassOf(c, base entity) bool {
	return c == base || w.reaches(c, base, w.handles[spec.IsA])
}
