package query

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// compareAll continues the plan if a comparison holds. While its left side is unbound, it is an
// equality with an entity, and binds that side; $this ranges over the entities before all other
// comparisons.
func (x *Exec) compareAll(m *Match, pc int) bool {
	switch {
	case m.node.joins: // never Optional, so the result is not used
		x.join(m, pc)
		return true
	case !x.isOpen(m.Src):
		if !x.compares(m) {
			return false
		}
		x.next(m, pc, candidate{})
		return true
	}
	value := x.element(m.Second, m.secondID)
	if m.Dead || value == store.Wildcard || x.W.IsNoValue(value) || !x.bind(m.Src, value) {
		return false
	}
	x.next(m, pc, candidate{})
	x.unbind(m.Src)
	return true
}

// join continues the plan with both sides of an equality bound to one entity. An unbound side gets
// the value of the other; if both are unbound, every entity of the user is tried.
func (x *Exec) join(m *Match, pc int) {
	left, right := x.isOpen(m.Src), x.isOpen(m.Second)
	switch {
	case left && right:
		x.eachValue(m.Src, func() bool {
			x.join(m, pc)
			return !x.stop
		})
	case left:
		x.joinTo(m, pc, m.Src, x.element(m.Second, 0))
	case right:
		x.joinTo(m, pc, m.Second, x.element(m.Src, 0))
	case x.compares(m):
		x.next(m, pc, candidate{})
	}
}

// joinTo continues the plan with one side of an equality bound to the value of the other.
func (x *Exec) joinTo(m *Match, pc int, open Element, value uint32) {
	if x.bind(open, value) {
		x.next(m, pc, candidate{})
		x.unbind(open)
	}
}

// eachValue binds an unbound variable to each possible entity of the user and calls next(), until
// that returns false.
func (x *Exec) eachValue(variable Element, next func() bool) {
	for t := range store.Table(x.Store.Tables()) {
		if !x.usable(t) {
			continue
		}
		for _, e := range x.Store.Entities(t) {
			if !x.bind(variable, e.Index()) {
				continue
			}
			more := next()
			x.unbind(variable)
			if !more {
				return
			}
		}
	}
}

// passes evaluates a comparison. If the term is a Not on a $this that nothing binds, it passes if
// the comparison holds for no entity (scope.this).
func (x *Exec) passes(m *Match) bool {
	if !m.forNone || x.This != ThisOpen {
		return x.compares(m)
	}
	all := true
	x.eachValue(Element{Kind: ElementVar, Slot: ThisSlot}, func() bool {
		all = x.compares(m)
		return all
	})
	return all
}

// compares evaluates a comparison, whose left side has a value. If the right side is unset, nothing
// is equal to it.
func (x *Exec) compares(m *Match) bool {
	left := x.element(m.Src, 0)
	switch {
	case m.Second.Kind == ElementLookup && x.lookedUp(m.Second) == 0:
		return m.node.Oper == spec.Not // the comparison is false, whatever its operator (variables.lookup)
	case !m.IsText:
		right := x.element(m.Second, m.secondID)
		return (!m.Dead && left == right) != m.negated
	}
	return textMatches(x.W, left, m.compare, m.text) != m.negated
}

// textMatches compares the name or path of an entity with a text, or searches for the text in its
// name. An entity without a name never matches.
func textMatches(w *rules.World, index uint32, compare spec.Comparison, text string) bool {
	name := w.NameOf(index)
	if name == "" {
		return false
	}
	if compare == spec.Contains {
		return strings.Contains(name, text)
	}
	if want := strings.ReplaceAll(text, "::", "."); strings.Contains(want, ".") {
		path, ok := w.PathOf(w.Entity(index), 0)
		return ok && path == want
	}
	return name == text
}
