package fast

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// compareAll goes on from the next step with every value of an open left side that a comparison allows, or with the
// value that it has.
func (x *exec) compareAll(m *match, pc int) bool {
	if m.node.joins {
		return x.join(m, pc)
	}
	if !x.isOpen(m.src) {
		if !x.compares(m) {
			return false
		}
		x.goOn(m, pc, candidate{})
		return true
	}
	if m.compare == spec.Equal && !m.negated && !m.isText {
		value := x.element(m.second, m.secondID)
		if m.dead || value == store.Wildcard || isBuiltin(value) || !x.bind(m.src, value) {
			return false
		}
		x.goOn(m, pc, candidate{})
		x.unbind(m.src)
		return true
	}
	hit := false
	x.eachValue(m.src, func() bool {
		if x.compares(m) {
			hit = true
			x.goOn(m, pc, candidate{})
		}
		return !x.stop
	})
	return hit
}

// join goes on with both sides of an equality that binds being one entity: the side without a value gets that of the other,
// and where neither has one yet every entity of the user is tried.
func (x *exec) join(m *match, pc int) bool {
	left, right := x.isOpen(m.src), x.isOpen(m.second)
	switch {
	case left && right:
		hit := false
		x.eachValue(m.src, func() bool {
			hit = x.join(m, pc) || hit
			return !x.stop
		})
		return hit
	case left:
		return x.joinTo(m, pc, m.src, x.element(m.second, 0))
	case right:
		return x.joinTo(m, pc, m.second, x.element(m.src, 0))
	}
	if !x.compares(m) {
		return false
	}
	x.goOn(m, pc, candidate{})
	return true
}

// joinTo goes on with one side of an equality bound to the value of the other.
func (x *exec) joinTo(m *match, pc int, open element, value uint32) bool {
	if !x.bind(open, value) {
		return false
	}
	x.goOn(m, pc, candidate{})
	x.unbind(open)
	return true
}

// eachValue binds an open variable to each entity of the user that it can be, while next says to go on.
func (x *exec) eachValue(variable element, next func() bool) {
	for t := range store.Table(x.st.Tables()) {
		if !x.usable(t) {
			continue
		}
		for _, e := range x.st.Entities(t) {
			if !x.bind(variable, e.Index()) {
				continue
			}
			goOn := next()
			x.unbind(variable)
			if !goOn {
				return
			}
		}
	}
}

// passes tests a comparison; one under Not, of a $this that nothing binds, must pass for every value of it (P-64).
func (x *exec) passes(m *match) bool {
	if !m.forNone || x.this != thisOpen {
		return x.compares(m)
	}
	all := true
	x.eachValue(element{kind: elementVar, slot: thisSlot}, func() bool {
		all = x.compares(m)
		return all
	})
	return all
}

// compares tests a comparison whose sides are bound. Where one is not, nothing is equal.
func (x *exec) compares(m *match) bool {
	left := x.element(m.src, 0)
	switch {
	case m.second.kind == elementLookup && x.lookedUp(m.second) == 0:
		return m.node.oper == spec.Not // the comparison is false, whichever it is (P-60)
	case left == store.Wildcard:
		return m.negated
	case !m.isText:
		right := x.element(m.second, m.secondID)
		return (!m.dead && left == right) != m.negated
	}
	return x.w.textMatches(left, m.compare, m.text) != m.negated
}

// textMatches compares the name of an entity, its path if the text is one, or looks for the text in its name. An
// entity without a name is never equal and contains nothing.
func (w *World) textMatches(index uint32, compare spec.Comparison, text string) bool {
	name := w.nameOf(index)
	if name == "" {
		return false
	}
	if compare == spec.Contains {
		return strings.Contains(name, text)
	}
	if strings.Contains(text, ".") {
		path, ok := w.pathOf(w.entity(index), 0)
		return ok && path == text
	}
	return name == text
}
