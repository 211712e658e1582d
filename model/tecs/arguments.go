package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// kind says what a handle refers to. Relationships and components are not entities
// (declared.kinds).
type kind uint8

const (
	unknown kind = iota
	entity
	component
	relationship
)

func (w *World) kind(h spec.Handle) kind {
	if _, is := w.relations[h]; is {
		return relationship
	}
	if _, is := w.components[h]; is {
		return component
	}
	if _, is := w.alive[h]; is {
		return entity
	}
	return unknown
}

// idKind says which ids an operation accepts.
type idKind uint8

const (
	noID idKind = iota
	// pattern: a relationship alone, or with a wildcard, means any target (declared.any-target); a
	// dead target matches nothing (declared.dead-target)
	pattern
	exact // exact: a component, or an edge to an alive target
)

func unsupported(what string) *spec.Error {
	return spec.Errorf(spec.CodeUnsupported, "%s: the profile does not have it", what)
}

func invalid(format string, args ...any) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, format, args...)
}

func unresolved(h spec.Handle) *spec.Error {
	return spec.Errorf(spec.CodeUnresolved, "there is no %q", string(h))
}

// find returns an error if a handle is not an alive entity. Staged entities count as alive.
func (w *World) find(h spec.Handle) *spec.Error {
	switch w.kind(h) {
	case unknown:
		if h.IsWildcard() {
			return invalid("%s is a wildcard where an entity is needed", h)
		}
		return unresolved(h)
	case component, relationship:
		return invalid("expected an entity, got %s, which is a component or relationship", h)
	case entity:
		if w.isDead(h) {
			return spec.Errorf(spec.CodeNotAlive, "%s was deleted", h)
		}
	}
	return nil
}

// findAlive is like find, but refuses staged entities too.
func (w *World) findAlive(h spec.Handle) *spec.Error {
	err := w.find(h)
	if err == nil && !w.alive[h] {
		err = spec.Errorf(spec.CodeNotAlive, "%s is not alive before the deferral ends", h)
	}
	return err
}

func (w *World) isDead(h spec.Handle) bool { return !w.alive[h] && !slices.Contains(w.staged, h) }

// checkID returns an error if an operation does not accept an id. It checks unknown handles first,
// then wildcards and kinds, then dead targets.
func (w *World) checkID(id spec.ID, f idKind) *spec.Error {
	for _, h := range []spec.Handle{id.First, id.Second} {
		if h != "" && !h.IsWildcard() && w.kind(h) == unknown {
			return unresolved(h)
		}
	}
	first, second := w.kind(id.First), w.kind(id.Second)
	switch {
	case first == relationship && f == exact && (id.Second == "" || id.Second.IsWildcard()): // TECS-130
		return invalid("an edge of %s needs a target", id.First)
	case first == relationship && (id.Second == "" || id.Second.IsWildcard() || second == entity):
	case first == component && id.Second == "":
	default:
		return invalid("%s is neither a component nor an edge to an entity", id)
	}
	if f == exact && second == entity && w.isDead(id.Second) {
		return spec.Errorf(spec.CodeNotAlive, "%s mentions a deleted entity", id)
	}
	return nil
}

// follow returns the relationship that an operation follows, which is ChildOf if none is given.
func (w *World) follow(op spec.Operation) (spec.Handle, *spec.Error) {
	r := op.Relationship
	if r == "" {
		r = spec.ChildOf
	}
	switch {
	case w.kind(r) == relationship:
		return r, nil
	case w.kind(r) == unknown && !r.IsWildcard():
		return r, unresolved(r)
	}
	return r, invalid("%s is not a relationship", r)
}

// check checks the arguments of an operation: first whether one is missing or negative, then
// the entity, then the id. In profiles with AnswersDead a dead entity is allowed, unless the id
// must be exact.
func (w *World) check(a arguments, op spec.Operation) *spec.Error {
	switch {
	case a.entity && op.Entity == "", a.id != noID && op.ID.First == "", a.relation && op.Relationship == "", a.name &&
		op.As == "":
		return invalid("%s lacks an argument", op.Op)
	case op.MaxDepth < 0 || op.Take < 0:
		return invalid("max_depth and take must not be negative")
	}
	if a.entity {
		err := w.find(op.Entity)
		answers := w.profile.AnswersDead && a.id != exact // (declared.dead-entity)
		if err != nil && (err.Code != spec.CodeNotAlive || !answers) {
			return err
		}
	}
	if a.id != noID {
		return w.checkID(op.ID, a.id)
	}
	return nil
}
