package query

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// compareAll goes on from the next step with every value of an open left side that a comparison allows, or with the
// value that it has.
func (x *Exec) compareAll(m *Match, pc int) bool {
	if m.node.joins { // which no Optional is, so that nobody asks whether there was a match
		x.join(m, pc)
		return true
	}
	if !x.isOpen(m.Src) {
		if !x.compares(m) {
			return false
		}
		x.next(m, pc, candidate{})
		return true
	}
	if m.compare == spec.Equal && !m.negated && !m.IsText {
		value := x.element(m.Second, m.secondID)
		if m.Dead || value == store.Wildcard || rules.IsBuiltin(value) || !x.bind(m.Src, value) {
			return false
		}
		x.next(m, pc, candidate{})
		x.unbind(m.Src)
		return true
	}
	hit := false
	x.eachValue(m.Src, func() bool {
		if x.compares(m) {
			hit = true
			x.next(m, pc, candidate{})
		}
		return !x.stop
	})
	return hit
}

// join goes on with both sides of an equality that binds being one entity: the side without a value
// gets that of the other, and where neither has one yet every entity of the user is tried.
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

// joinTo goes on with one side of an equality bound to the value of the other.
func (x *Exec) joinTo(m *Match, pc int, open Element, value uint32) {
	if x.bind(open, value) {
		x.next(m, pc, candidate{})
		x.unbind(open)
	}
}

// eachValue binds an open variable to each entity of the user that it can be, while next says to go on.
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

// passes tests a comparison; one under Not, of a $this that nothing binds, must pass for every
// value of it (scope.this).
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

// compares tests a comparison whose sides are bound. Where one is not, nothing is equal.
func (x *Exec) compares(m *Match) bool {
	left := x.element(m.Src, 0)
	switch {
	case m.Second.Kind == ElementLookup && x.lookedUp(m.Second) == 0:
		return m.node.Oper == spec.Not // the comparison is false, whichever it is (variables.lookup)
	case left == store.Wildcard:
		return m.negated
	case !m.IsText:
		right := x.element(m.Second, m.secondID)
		return (!m.Dead && left == right) != m.negated
	}
	return textMatches(x.W, left, m.compare, m.text) != m.negated
}

// textMatches compares the name of an entity, its path if the text is one, or looks for the text in its name. An
// entity without a name is never equal and contains nothing.
func textMatches(w *rules.World, index uint32, compare spec.Comparison, text string) bool {
	name := w.NameOf(index)
	if name == "" {
		return false
	}
	if compare == spec.Contains {
		return strings.Contains(name, text)
	}
	if strings.Contains(text, ".") {
		path, ok := w.PathOf(w.Entity(index), 0)
		return ok && path == text
	}
	return name == text
}
