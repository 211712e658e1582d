package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Elements are the elements of an id or a pattern, with generations, so that dead elements are
// detected. Ids in the storage have indices only. The second element is zero in a single id, and
// [NullEntity] in a pair whose target is the zero Entity.
type Elements struct{ First, Second Entity }

// NullEntity replaces the zero Entity as target of a pair, because a zero second element means a
// single id. It is never alive, and no stored pair has its index.
const NullEntity Entity = 1<<63 | HiddenMark

// IsPair reports whether the id is a pair.
func (el Elements) IsPair() bool { return el.Second != 0 }

// IsPattern reports whether an element is a wildcard.
func IsPattern(e Entity) bool { return e == Wildcard || e == Any }

// HasWildcard reports whether an element is a wildcard.
func (el Elements) HasWildcard() bool { return IsPattern(el.First) || IsPattern(el.Second) }

// Check returns an error if an element is the zero Entity.
func (el Elements) Check() *spec.Error {
	switch {
	case el.First == 0:
		return ErrNoID
	case el.Second == NullEntity:
		return errNoTarget
	}
	return nil
}

// Exact returns the id for the storage. It returns an error if an element is a wildcard, dead or
// zero, or if the first element is a number.
func (w *World) Exact(el Elements) (store.ID, *spec.Error) {
	if !el.IsPair() && w.isUsual(el.First) {
		return store.Single(el.First.Index()), nil
	}
	if el.HasWildcard() {
		return 0, ErrWildcard
	}
	if err := el.Check(); err != nil {
		return 0, err
	}
	if err := w.CheckAlive(el.First); err == errNumber {
		return 0, err
	} else if err != nil {
		return 0, errDeadElement
	}
	if !el.IsPair() {
		return store.Single(el.First.Index()), nil
	}
	if err := w.CheckAlive(el.Second); err != nil && err != errNumber {
		return 0, errDeadElement
	}
	return store.Pair(el.First.Index(), el.Second.Index()), nil
}

// Pattern returns the look-up id of a pattern. If an element is dead, nothing matches and Pattern
// returns false (entities.dead-element).
func (w *World) Pattern(el Elements) (store.ID, bool) {
	first, ok := w.patternElement(el.First)
	if !ok || !el.IsPair() {
		return store.Single(first), ok
	}
	second, ok := w.patternElement(el.Second)
	return store.Pair(first, second), ok
}

func (w *World) patternElement(e Entity) (uint32, bool) {
	if IsPattern(e) {
		return store.Wildcard, true
	}
	return e.Index(), w.Store.Alive(e)
}

// ElementsOf returns the elements of an id of the storage. They are alive, or the wildcard.
func (w *World) ElementsOf(id store.ID) Elements {
	if !id.IsPair() {
		return Elements{First: w.Entity(id.First())}
	}
	return Elements{w.Entity(id.First()), OrNull(w.Entity(id.Second()))}
}

// OrNull returns target as the second element of a pair.
func OrNull(target Entity) Entity {
	if target == 0 {
		return NullEntity
	}
	return target
}

// AliveElements reports whether the elements of an id that are not wildcards are alive.
func (w *World) AliveElements(el Elements) bool {
	return (el.First == 0 || IsPattern(el.First) || w.Store.Alive(el.First)) &&
		(el.Second == 0 || IsPattern(el.Second) || w.Store.Alive(el.Second))
}
