package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// traverse is matches with explicit traversal of another relationship than IsA from x: on x itself with self; where that
// fits nothing, or without self, on the first entity above that the pattern fits, depth first in type order; only that
// entity's matches count (QRY-368 to QRY-370, QRY-386 to QRY-392, rulings 15 and 30). While the relationship may not be
// traversed there is nothing above (ruling 35).
func (ev *evaluation) traverse(t *term, x entity, p pattern) []match {
	if t.flags&spec.TravSelf != 0 && ev.fits(t, x, own) {
		p.found = own
		return ev.matches(x, p)
	}
	if !ev.isTraversable(t.traversed) {
		return nil
	}
	visited := map[entity]bool{x: true}
	var up func(e entity) (entity, bool)
	up = func(e entity) (entity, bool) {
		for _, target := range ev.targets(e, t.traversed) {
			off, _ := ev.owned(e, id{t.traversed, target})
			if visited[target] || off.off && !ev.all {
				continue
			}
			visited[target] = true
			if ev.fits(t, target, above) {
				return target, true
			}
			if found, ok := up(target); ok {
				return found, true
			}
		}
		return none, false
	}
	target, ok := up(x)
	if !ok {
		return nil
	}
	p.found = above
	return ev.matches(target, p)
}

// fitted asks whether the pattern of a term fits an entity, of which some ids count.
type fitted struct {
	term  *term
	on    entity
	found where
}

// fits reports whether the pattern of t matches on e with any values that its variables may have, whether they are set or
// not (ruling 15): the user's entities, and for $this those that it ranges over (rulings 4 and 5).
func (ev *evaluation) fits(t *term, e entity, found where) bool {
	asked := fitted{t, e, found}
	if known, ok := ev.fitting[asked]; ok {
		return known
	}
	var vars []int
	for _, element := range []elem{t.first, t.second} {
		if element.varies() && !slices.Contains(vars, element.variable) {
			vars = append(vars, element.variable)
		}
	}
	free := make(assignment, len(ev.q.variables))
	ev.fitting[asked] = ev.assign(vars, free, func() bool {
		p, ok := ev.patternOf(t, free)
		p.found = found
		return ok && len(ev.matches(e, p)) > 0
	})
	return ev.fitting[asked]
}
