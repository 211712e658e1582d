package query

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// $x.a.b is a lookup variable, and $x is its start. It means the descendant of $x with the path
// a.b, looked up for each value of $x (variables.lookup, FQL-138). The plan prefers to match the
// term once $x has a value. If $x is unset when the term is matched, all entities with a child
// named a are tried. If there is no such descendant, the term has no match.

// lookupVariable resolves a lookup variable and stores its path in the query.
func (c *Compiler) lookupVariable(r *spec.Ref) (Element, *spec.Error) {
	if !c.W.Profile.LookupVariables.Has(c.Q.Kind) {
		return Element{}, rules.Unsupported("lookup variables")
	}
	e, err := c.variable(r.Name)
	if err != nil {
		return Element{}, err
	}
	e.Kind, e.Entity = ElementLookup, Entity(len(c.Q.lookups))
	c.Q.lookups = append(c.Q.lookups, strings.Split(strings.ReplaceAll(r.Path, "::", "."), "."))
	return e, nil
}

// lookedUp returns the current descendant of a lookup variable. If the start is unset or has no
// such descendant, it returns 0.
func (x *Exec) lookedUp(e Element) uint32 { return x.Q.lookUp(e, x.Values[e.Slot]) }

// lookUp returns the descendant of a value of a lookup variable. If the value is 0 or has no such
// descendant, it returns 0.
func (q *Query) lookUp(e Element, value uint32) uint32 {
	if value == 0 {
		return 0
	}
	return q.W.Below(value, q.lookups[e.Entity])
}

// findsChildren reports whether every lookup variable of a term finds its descendant for the
// current values.
func (x *Exec) findsChildren(m *Match) bool {
	for _, e := range [...]Element{m.First, m.Second, m.Src} {
		if e.Kind == ElementLookup && x.lookedUp(e) == 0 {
			return false
		}
	}
	return true
}

// openLookup returns a lookup variable of a term whose start is unset. It returns false if there is
// none.
func (x *Exec) openLookup(t *Term) (Element, bool) {
	if open := x.openOf(t.Lookups); open != 0 {
		for _, e := range [...]Element{t.First, t.Second, t.Src} {
			if e.Kind == ElementLookup && e.Uses()&open != 0 {
				return e, true
			}
		}
	}
	return Element{}, false
}

// eachParent binds the start of a lookup variable to each entity that has a child with the first
// name of the path, and calls f for each, until f returns false.
func (x *Exec) eachParent(e Element, f func() bool) {
	for _, index := range x.W.ParentsOf(x.Q.lookups[e.Entity][0]) {
		if !x.bind(e, index) {
			continue
		}
		more := f()
		x.unbind(e)
		if !more || x.stop {
			return
		}
	}
}

// matchLookups matches a term with a lookup variable whose start is unset. It calls match for each
// possible start, or until the first match if one is set, and reports whether there was a match. If
// a descendant does not exist, the term has no match. Otherwise matchLookups returns done = false,
// and the caller matches the term like any other.
func (x *Exec) matchLookups(m *Match, one bool, match func() bool) (hit, done bool) {
	e, open := x.openLookup(m.Term)
	if !open {
		return false, !x.findsChildren(m)
	}
	x.eachParent(e, func() bool {
		hit = match() || hit
		return !hit || !one
	})
	return hit, true
}

// lookupTable returns the table and index of the source if that is a lookup variable.
func (x *Exec) lookupTable(e Element) (store.Table, uint32) {
	index := x.lookedUp(e)
	return x.W.Table(index), index
}
