package fast

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// $x.a.b is the child of $x by a path, found anew for each value of $x (P-60, FQL-138). A term with such an element is
// matched when the variable has a value; where nothing else gives it one, the entities with a child of that name are
// tried. Where there is no such child the term does not match.

// lookupVariable resolves a lookup variable; its path is kept with the query.
func (c *compiler) lookupVariable(r *spec.Ref) (element, *spec.Error) {
	if !c.w.profile.LookupVariables.Has(c.q.kind) {
		return element{}, unsupported("lookup variables in this kind of query")
	}
	e, err := c.variable(r.Name)
	if err != nil {
		return element{}, err
	}
	e.kind, e.entity = elementLookup, Entity(len(c.q.lookups))
	c.q.lookups = append(c.q.lookups, strings.Split(strings.ReplaceAll(r.Path, "::", "."), "."))
	return e, nil
}

// lookedUp is the child that a lookup variable means now, 0 if there is none or the variable is unset.
func (x *exec) lookedUp(e element) uint32 {
	at := x.values[e.slot]
	if at == 0 {
		return 0
	}
	return x.w.below(at, x.q.lookups[e.entity])
}

// findsChildren reports whether every lookup variable of a term means an entity now.
func (x *exec) findsChildren(m *match) bool {
	for _, e := range [...]element{m.first, m.second, m.src} {
		if e.kind == elementLookup && x.lookedUp(e) == 0 {
			return false
		}
	}
	return true
}

// openLookup is a lookup variable of a term whose variable has no value.
func (x *exec) openLookup(t *term) (element, bool) {
	if open := x.openOf(t.lookups); open != 0 {
		for _, e := range [...]element{t.first, t.second, t.src} {
			if e.kind == elementLookup && e.uses()&open != 0 {
				return e, true
			}
		}
	}
	return element{}, false
}

// eachParent gives the variable of a lookup variable every value that has a child by the first name of the path, as long
// as f wants more.
func (x *exec) eachParent(e element, f func() bool) {
	for _, index := range x.w.parentsOf(x.q.lookups[e.entity][0]) {
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

// parentsOf lists the user's entities with a child of a name, in type order. It costs time proportional to the names.
func (w *World) parentsOf(name string) []uint32 {
	var list []uint32
	for key := range w.names.by {
		if key.name == name && key.parent != 0 && !isBuiltin(key.parent) {
			list = append(list, key.parent)
		}
	}
	slices.SortFunc(list, w.compareEntities)
	return list
}

// matchLookups is matchAll for a term with lookup variables whose variables are not all set, or which mean nothing; done
// is false if the term can be matched as any other.
func (x *exec) matchLookups(m *match, pc int) (hit, done bool) {
	e, open := x.openLookup(m.term)
	if !open {
		return false, !x.findsChildren(m)
	}
	x.eachParent(e, func() bool {
		hit = x.matchAll(m, pc) || hit
		return true
	})
	return hit, true
}

// existLookups is exists for such a term.
func (x *exec) existLookups(m *match) (hit, done bool) {
	e, open := x.openLookup(m.term)
	if !open {
		return false, !x.findsChildren(m)
	}
	x.eachParent(e, func() bool {
		hit = x.exists(m)
		return !hit
	})
	return hit, true
}

// lookupTable is the table of the entity that a lookup variable means as a source.
func (x *exec) lookupTable(e element) (store.Table, uint32) {
	index := x.lookedUp(e)
	return x.w.table(index), index
}
