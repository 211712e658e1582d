package compare

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// sameBelow compares answers of traverse with the same entities and with depths. They are walks,
// depth first, of the same tree: which of two siblings comes first is open, but each entity stands
// below the same one. For example, where c is below a, "0 a, 1 c, 0 b" agrees with "0 b, 0 a, 1 c",
// and not with "0 a, 0 b, 1 c". Where the reference has no order (a relationship that is not
// exclusive, or a cycle), only the entities are compared (declared.traverse).
func sameBelow(want, got *spec.Outcome) bool {
	if want.AnyOrder {
		return true
	}
	w, isWalk := parents(want)
	g, gIsWalk := parents(got)
	return isWalk && gIsWalk && maps.Equal(w, g)
}

// parents tells from the depths of a walk below which entity each one stands, "" being the root. ok
// is false for what is no walk depth first: one whose first entity is not at depth 0, or where an
// entity is more than one deeper than the one before it.
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
