package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// add makes e own i, with every consequence; a consequence that fails fails the whole (P-18, rulings 16 to 19).
// Adding what is owned does nothing (P-9).
func (w *World) add(e entity, i id) *spec.Error {
	if _, ok := w.owned(e, i); ok {
		return nil
	}
	if err := w.mayAdd(e, i); err != nil {
		return err
	}
	if i.isPair() && w.isExclusive(i.first) { // REL-212: the second instance replaces the first
		for _, old := range w.targets(e, i.first) {
			w.because(citesExclusive, "%s has one target at most on %s: %s gives way to %s", i.first, e, id{i.first, old}, i)
			if err := w.drop(e, id{i.first, old}); err != nil {
				return err
			}
		}
	}
	room := w.limits.IDs - len(w.entities[e].own)
	if w.entities[e].builtin {
		room--
	}
	if room <= 0 { // P-104
		return spec.Errorf(spec.CodeLimit, "%s has %d ids, and an entity has no more", w.handle(e), w.limits.IDs)
	}
	w.put(e, i, w.startingValue(e, i))
	for _, other := range w.targets(i.first, w.handles[spec.With]) { // REL-231, REL-232
		w.because(citesWith, "%s comes with %s: %s gets %s", i.first, other, e, id{other, i.second})
		if err := w.add(e, id{other, i.second}); err != nil {
			return err
		}
	}
	mirror := id{i.first, e}
	if i.isPair() && w.is(i.first, spec.Symmetric) && !w.owns(i.second, mirror) { // REL-229
		w.because(citesMirror, "%s is Symmetric: %s gets %s", i.first, i.second, mirror)
		if err := w.add(i.second, mirror); err != nil {
			return err
		}
	}
	switch {
	case w.handle(i.first) == spec.Prefab && !i.isPair():
		return w.spreadPrefab(e)
	case w.handle(i.first) == spec.ChildOf && i.isPair() && w.is(i.second, spec.Prefab):
		return w.becomePrefab(e, i.second)
	case w.handle(i.first) == spec.IsA && i.isPair():
		return w.instantiate(e, i.second)
	}
	return nil
}

// override marks i on the base e: instances get a copy of their own (P-42).
func override(w *World, op spec.Operation, e entity, i id) (spec.Outcome, *spec.Error) {
	if w.entities[e].builtin || spec.IsProperty(w.handle(i.first)) {
		return done(spec.Errorf(spec.CodeInvalid, "%s of %s cannot be overridden", op.ID, op.Entity))
	}
	if !slices.Contains(w.entities[e].overrides, i) {
		marks := append(slices.Clone(w.entities[e].overrides), i)
		slices.SortFunc(marks, compareIDs)
		w.change(e).overrides = marks
	}
	return done(nil)
}

// toggle switches an own id off for queries, or on again (P-43).
func (w *World) toggle(e entity, i id, off bool) *spec.Error {
	f, ok := w.owned(e, i)
	if !ok || w.fixed(e, i) {
		return spec.Errorf(spec.CodeInvalid, "%s has no %s of its own to switch", w.handle(e), w.text(i))
	}
	f.off = off
	w.own(e, f)
	return nil
}

// write is put for what counts as setting a value: OnSet tells of it (P-52).
func (w *World) write(e entity, i id, value spec.Value) {
	w.put(e, i, value)
	w.written = append(w.written, holding{i, e})
}

// mayAdd refuses what i itself forbids on e; consequences are checked when they happen.
func (w *World) mayAdd(e entity, i id) *spec.Error {
	first := w.handle(i.first)
	switch {
	case first == spec.IsA && i.isPair() && w.isFinal(i.second): // REL-174, REL-179
		return spec.Errorf(spec.CodeFinal, "%s is Final, nothing can be an instance of it", w.handle(i.second))
	case i.isPair() && w.isAcyclic(i.first) && (i.second == e || w.reaches(i.second, e, i.first)): // REL-203, P-19
		return spec.Errorf(spec.CodeCycle, "%s on %s closes a cycle of an Acyclic relationship", w.text(i), w.handle(e))
	case i.isPair() && !w.oneOfAllows(i):
		return spec.Errorf(spec.CodeOneOf, "%s is not among the targets that OneOf allows", w.text(i))
	case first == spec.ChildOf && i.isPair() && w.nameTaken(e, w.entities[e].name, i.second): // ruling 27
		return spec.Errorf(spec.CodeExists, "%s already has a child named %q", w.handle(i.second), w.entities[e].name)
	case first == spec.DontInheritTag && !i.isPair() && w.profile.Instantiation != spec.Inherit:
		return spec.Errorf(spec.CodeInvalid, "here DontInherit is written (OnInstantiate, DontInherit)")
	}
	if w.entities[e].builtin && first == spec.ChildOf && i.isPair() { // P-13
		return spec.Errorf(spec.CodeInvalid, "%s is reserved and has no parent", w.handle(e))
	}
	if w.entities[e].builtin && i.isPair() && w.isExclusive(i.first) {
		for _, f := range w.entities[e].initial {
			if f.isPair() && f.first == i.first {
				return spec.Errorf(spec.CodeInvalid, "%s of %s is fixed", w.text(f.id), w.handle(e))
			}
		}
	}
	if !i.isPair() {
		return w.mayChange(e, first, true)
	}
	return nil
}

// mayChange refuses properties that cannot change any more on e (ruling 18).
func (w *World) mayChange(e entity, property spec.Handle, added bool) *spec.Error {
	switch property {
	case spec.Exclusive, spec.Union, spec.PairIsTag, spec.Sparse, spec.DontFragment:
		for _, x := range w.all() {
			if len(w.targets(x, e)) > 0 {
				return spec.Errorf(spec.CodeInUse, "%s cannot change while pairs of %s exist", property, w.handle(e))
			}
		}
	case spec.Acyclic, spec.Traversable:
		for _, x := range w.all() {
			if added && w.reaches(x, x, e) {
				return spec.Errorf(spec.CodeCycle, "%s already has a cycle through %s", w.handle(e), w.handle(x))
			}
		}
	case spec.Final:
		for _, x := range w.all() {
			if added && w.owns(x, id{w.handles[spec.IsA], e}) {
				return spec.Errorf(spec.CodeInUse, "%s already has the instance %s", w.handle(e), w.handle(x))
			}
		}
	}
	return nil
}

// oneOfAllows: with OneOf on R targets are children of R, with (OneOf, X) children of X (REL-235 to REL-239,
// ruling 17).
func (w *World) oneOfAllows(i id) bool {
	childOf := w.handles[spec.ChildOf]
	if w.is(i.first, spec.OneOf) && !w.owns(i.second, id{childOf, i.first}) {
		return false
	}
	for _, x := range w.targets(i.first, w.handles[spec.OneOf]) {
		if !w.owns(i.second, id{childOf, x}) {
			return false
		}
	}
	return true
}

// drop takes i away from e and, where the relationship is Symmetric, the mirror from the target (REL-230).
func (w *World) drop(e entity, i id) *spec.Error {
	if _, ok := w.owned(e, i); !ok {
		return nil
	}
	if w.fixed(e, i) {
		return spec.Errorf(spec.CodeInvalid, "%s of %s is fixed", w.text(i), w.handle(e))
	}
	w.erase(e, func(o id) bool { return o == i })
	if i.isPair() && w.is(i.first, spec.Symmetric) {
		w.because(citesUnmirror, "%s is Symmetric: %s loses %s", i.first, i.second, id{i.first, e})
		return w.drop(i.second, id{i.first, e})
	}
	return nil
}

// fixed reports whether e is a builtin that has i from the start (P-13).
func (w *World) fixed(e entity, i id) bool {
	return slices.ContainsFunc(w.entities[e].initial, func(f fact) bool { return f.id == i })
}

// remove is drop for ids that the user names, with the checks that this needs (rulings 18 and 27, P-13).
func (w *World) remove(e entity, i id) *spec.Error {
	if _, ok := w.owned(e, i); !ok {
		return nil
	}
	if !i.isPair() && !w.fixed(e, i) {
		if err := w.mayChange(e, w.handle(i.first), false); err != nil {
			return err
		}
	}
	if w.handle(i.first) == spec.ChildOf && i.isPair() && w.nameTaken(e, w.entities[e].name, none) {
		return spec.Errorf(spec.CodeExists, "there is already a root entity named %q", w.entities[e].name)
	}
	return w.drop(e, i)
}

// removes: a wildcard alone and patterns with "_" remove nothing (P-8).
func (i id) removes() bool {
	return i.isPair() && i.first != anyone && i.second != anyone || !i.isPair() && i.first > 0
}

// removeMatches removes every own id of e that i covers.
func (w *World) removeMatches(e entity, i id) *spec.Error {
	if !i.removes() {
		return nil
	}
	for _, f := range slices.Clone(w.entities[e].own) {
		if i.matches(f.id) {
			if err := w.remove(e, f.id); err != nil {
				return err
			}
		}
	}
	return nil
}
