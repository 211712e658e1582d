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

// Pair is the id (relationship, target).
func Pair(relationship, target Entity) ID { return ID{relationship, target} }

// First is the component, tag or relationship.
func (id ID) First() Entity { return id.first }

// Second is the target, the zero Entity for a single id.
func (id ID) Second() Entity { return id.second }

// IsPair tells a pair from a single id (REL-034).
func (id ID) IsPair() bool { return id.second != 0 }

func isPattern(e Entity) bool { return e == Wildcard || e == Any }

// hasWildcard reports whether the id is a pattern.
func (id ID) hasWildcard() bool { return isPattern(id.first) || isPattern(id.second) }

// exactID is the id for the storage; wildcards and dead elements are refused.
func (w *World) exactID(id ID) (store.ID, *spec.Error) {
	if id.hasWildcard() {
		return 0, errWildcard
	}
	if id.first == 0 {
		return 0, errNoID
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
