package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// elements are the elements of an id or a pattern with their generations, so that it is seen whether they have died: an id
// of the storage has their indices only. The second is zero in a single id, and nobody in a pair whose target is zero.
type elements struct{ first, second Entity }

// nobody stands for the zero Entity where zero means that there is no element at all. It is never alive, and nothing is
// ever a pair with its index.
const nobody Entity = 1<<63 | hiddenMark

func (el elements) isPair() bool { return el.second != 0 }

func isPattern(e Entity) bool { return e == Wildcard || e == Any }

// hasWildcard reports whether an element is one.
func (el elements) hasWildcard() bool { return isPattern(el.first) || isPattern(el.second) }

// check refuses the zero Entity as an element.
func (el elements) check() *spec.Error {
	switch {
	case el.first == 0:
		return errNoID
	case el.second == nobody:
		return errNoTarget
	}
	return nil
}

// exact is the id for the storage; wildcards and dead elements are refused.
func (w *World) exact(el elements) (store.ID, *spec.Error) {
	if el.hasWildcard() {
		return 0, errWildcard
	}
	if err := el.check(); err != nil {
		return 0, err
	}
	if err := w.checkAlive(el.first); err != nil {
		return 0, err
	}
	if !el.isPair() {
		return store.Single(el.first.Index()), nil
	}
	if err := w.checkAlive(el.second); err != nil {
		return 0, err
	}
	return store.Pair(el.first.Index(), el.second.Index()), nil
}

// pattern is the look-up id of a pattern; false if an element is dead, so that nothing matches (P-1).
func (w *World) pattern(el elements) (store.ID, bool) {
	first, ok := w.patternElement(el.first)
	if !ok || !el.isPair() {
		return store.Single(first), ok
	}
	second, ok := w.patternElement(el.second)
	return store.Pair(first, second), ok
}

func (w *World) patternElement(e Entity) (uint32, bool) {
	if isPattern(e) {
		return store.Wildcard, true
	}
	return e.Index(), w.st.Alive(e)
}

// elementsOf are the elements of an id of the storage; they are alive, or the wildcard.
func (w *World) elementsOf(id store.ID) elements {
	if !id.IsPair() {
		return elements{first: w.entity(id.First())}
	}
	return elements{w.entity(id.First()), orNobody(w.entity(id.Second()))}
}

// elementsOfPattern is elementsOf for an id with wildcards.
func (w *World) elementsOfPattern(id store.ID) elements {
	element := func(index uint32) Entity {
		if index == store.Wildcard {
			return Wildcard
		}
		return w.entity(index)
	}
	if !id.IsPair() {
		return elements{first: element(id.First())}
	}
	return elements{element(id.First()), orNobody(element(id.Second()))}
}

// orNobody is the second element of a pair.
func orNobody(target Entity) Entity {
	if target == 0 {
		return nobody
	}
	return target
}

// aliveElements reports whether the elements of an id that are not wildcards are alive.
func (w *World) aliveElements(el elements) bool {
	return (el.first == 0 || isPattern(el.first) || w.st.Alive(el.first)) &&
		(el.second == 0 || isPattern(el.second) || w.st.Alive(el.second))
}
