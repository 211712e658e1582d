package compare

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// sameBelow compares answers of traverse that contain the same entities with depths. Both are
// depth-first walks of the same tree: siblings may come in any order, but each entity must be below
// the same parent. For example, if c is below a, "0 a, 1 c, 0 b" equals "0 b, 0 a, 1 c" but not "0
// a, 0 b, 1 c". If the reference has no order (for a relationship that is not exclusive, or a
// cycle), only the entities are compared (declared.traverse).
func sameBelow(want, got *spec.Outcome) bool {
	if want.AnyOrder {
		return true
	}
	w, isWalk := parents(want)
	g, gIsWalk := parents(got)
	return isWalk && gIsWalk && maps.Equal(w, g)
}

// parents computes the parent of each entity from the depths of a walk; "" is the root. ok is false
// if the list is not a depth-first walk: its first depth must be 0, and a depth may exceed the
// previous one by at most 1.
func parents(o *spec.Outcome) (below map[spec.Handle]spec.Handle, ok bool) {
	if len(o.Depths) != len(o.Entities) {
		return nil, false
	}
	below = make(map[spec.Handle]spec.Handle, len(o.Entities))
	path := []spec.Handle{""}
	for i, depth := range o.Depths {
		if depth < 0 || depth >= len(path) {
			return nil, false
		}
		below[o.Entities[i]] = path[depth]
		path = append(path[:depth+1], o.Entities[i])
	}
	return below, true
}
