package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Unsupported returns the error for a feature that the profile, or this kind of query, does not
// support.
func Unsupported(what string) *spec.Error {
	return spec.Errorf(spec.CodeUnsupported, "this profile or kind of query does not support %s", what)
}

// Errors for arguments of operations.
var (
	ErrDead        = spec.Errorf(spec.CodeNotAlive, "the entity is not alive; check Alive before using a kept handle")
	errDeadElement = spec.Errorf(spec.CodeNotAlive,
		"an element of the id is not alive; check Alive before using a kept handle")
	errPattern  = spec.Errorf(spec.CodeNotAlive, "the entity is a wildcard; pass an entity")
	ErrWildcard = spec.Errorf(spec.CodeInvalid, "the id or entity is a wildcard; use wildcards only in patterns")
	ErrMissing  = spec.Errorf(spec.CodeInvalid, "the operation lacks an argument that it needs")
	ErrNoID     = spec.Errorf(spec.CodeInvalid, "the id is zero; pass a component, a tag or a pair")
	errNoTarget = spec.Errorf(spec.CodeInvalid, "the target of the pair is zero; check what Target returned")
)

func errReserved(what string) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "a reserved entity cannot %s", what)
}

// ErrNoType is the error for reading or writing a value of an id that has none, for example a tag.
func (w *World) ErrNoType(id store.ID) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "%s has no values: it is a tag, a pair without a component, or a pair whose "+
		"relationship is PairIsTag; use Add, or make the component by Register or NewRelationshipOf", w.IDText(id))
}

// CheckAlive returns an error if an entity is dead, zero, a wildcard or a number.
func (w *World) CheckAlive(e Entity) *spec.Error {
	if w.isUsual(e) {
		return nil
	}
	if IsPattern(e) {
		return errPattern
	}
	if !w.Store.Alive(e) || e.Index() <= Any.Index() {
		return ErrDead
	}
	if w.IsNumber(e.Index()) {
		return errNumber
	}
	return nil
}

// checkUser returns the errors of CheckAlive, and an error if the entity is reserved. what completes
// the message "a reserved entity cannot ...": for example "be deleted".
func (w *World) checkUser(e Entity, what string) *spec.Error {
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if IsBuiltin(e.Index()) {
		return errReserved(what)
	}
	return nil
}

// isUsual is the fast path of CheckAlive. It reports whether an entity is alive and not a wildcard.
// In a world with numbers it always returns false.
func (w *World) isUsual(e Entity) bool {
	return e.Index() > Any.Index() && w.numbers == nil && w.Store.Alive(e)
}

// StorageError converts an error of the storage to an error of the world.
func StorageError(err error) *spec.Error {
	switch err { //nolint:errorlint // the storage does not wrap these errors
	case store.ErrDead:
		return ErrDead
	case store.ErrTooMany:
		return spec.Errorf(spec.CodeLimit, "%v", err)
	}
	return spec.Errorf(spec.CodeInvalid, "%v", err)
}
