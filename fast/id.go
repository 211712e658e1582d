package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// ID is anything that can be added to an entity: a component or tag, or a pair of a relationship and a target
// (REL-004 to REL-009). Where a method takes a pattern, the elements may be [Wildcard] or [Any].
type ID struct{ first, second Entity }

// Single is the id of a component or tag.
func Single(e Entity) ID { return ID{first: e} }

// Pair is the id (relationship, target). It is a pair also where the target is the zero Entity, as [World.Target] gives it
// where there is none: then nothing has it, queries match nothing with it, and adding, removing or setting it is an error
// with code invalid.
func Pair(relationship, target Entity) ID {
	if target == 0 {
		target = nobody
	}
	return ID{relationship, target}
}

// nobody stands for the zero Entity where zero means that there is no element at all. It is never alive, and nothing is
// ever a pair with its index.
const nobody Entity = 1<<63 | hiddenMark

// First is the component, tag or relationship.
func (id ID) First() Entity { return id.first }

// Second is the target, the zero Entity for a single id.
func (id ID) Second() Entity {
	if id.second == nobody {
		return 0
	}
	return id.second
}

// IsPair tells a pair from a single id (REL-034).
func (id ID) IsPair() bool { return id.second != 0 }

func isPattern(e Entity) bool { return e == Wildcard || e == Any }

// hasWildcard reports whether the id is a pattern.
func (id ID) hasWildcard() bool { return isPattern(id.first) || isPattern(id.second) }

// checkElements refuses the zero Entity as an element.
func (id ID) checkElements() *spec.Error {
	switch {
	case id.first == 0:
		return errNoID
	case id.second == nobody:
		return errNoTarget
	}
	return nil
}

// exactID is the id for the storage; wildcards and dead elements are refused.
func (w *World) exactID(id ID) (store.ID, *spec.Error) {
	if id.hasWildcard() {
		return 0, errWildcard
	}
	if err := id.checkElements(); err != nil {
		return 0, err
	}
	if err := w.checkAlive(id.first); err != nil {
		return 0, err
	}
	if !id.IsPair() {
		return store.Single(id.first.Index()), nil
	}
	if err := w.checkAlive(id.second); err != nil {
		return 0, err
	}
	return store.Pair(id.first.Index(), id.second.Index()), nil
}

// patternID is the look-up id of a pattern; false if an element is dead, so that nothing matches (P-1).
func (w *World) patternID(id ID) (store.ID, bool) {
	first, ok := w.patternElement(id.first)
	if !ok || !id.IsPair() {
		return store.Single(first), ok
	}
	second, ok := w.patternElement(id.second)
	return store.Pair(first, second), ok
}

func (w *World) patternElement(e Entity) (uint32, bool) {
	if isPattern(e) {
		return store.Wildcard, true
	}
	return e.Index(), w.st.Alive(e)
}

// publicID is the id that the storage means; its elements are alive, or the wildcard.
func (w *World) publicID(id store.ID) ID {
	if !id.IsPair() {
		return Single(w.entity(id.First()))
	}
	return Pair(w.entity(id.First()), w.entity(id.Second()))
}
