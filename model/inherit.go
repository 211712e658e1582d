package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// holding is an id that an entity has, and the entity that owns it: itself or a base.
type holding struct {
	id
	owner entity
}

// holdings lists what e has, own and inherited, in type order. Inheritance is per id, depth first: e has each id of
// its bases that it does not own and whose rule is Inherit, found in the first base in type order up to its roots,
// then in the next; for exclusive relationships the first holder hides all further ones (ruling 14; REL-088 to
// REL-098, REL-180). With onBases, nothing that e owns (P-37).
func (w *World) holdings(e entity, found where) []holding {
	var out []holding
	visited := map[entity]bool{}
	held := map[entity]bool{} // exclusive relationships that a nearer entity holds
	var visit func(x entity)
	visit = func(x entity) {
		if visited[x] {
			return
		}
		visited[x] = true
		var holds []entity
		for _, f := range w.entities[x].own {
			if x != e && w.rule(f.id) != spec.Inherit || x == e && found == onBases {
				continue
			}
			if f.isPair() && w.isExclusive(f.first) {
				if held[f.first] {
					continue
				}
				holds = append(holds, f.first)
			}
			if !slices.ContainsFunc(out, func(h holding) bool { return h.id == f.id }) {
				out = append(out, holding{f.id, x})
			}
		}
		for _, r := range holds {
			held[r] = true
		}
		for _, base := range w.targets(x, w.handles[spec.IsA]) {
			visit(base)
		}
	}
	visit(e)
	slices.SortFunc(out, func(a, b holding) int { return compareIDs(a.id, b.id) })
	return out
}

// has finds the first id in type order that e has, own or inherited, and that pattern i covers (ruling 13:
// neither transitivity nor reflexivity).
func (w *World) has(e entity, i id) (holding, bool) {
	for _, h := range w.holdings(e, inherited) {
		if i.matches(h.id) {
			return h, true
		}
	}
	return holding{}, false
}

// valueOf is the data that e has for i, or the first id that i covers, its own or that of the base it inherits it from;
// nil for none.
func (w *World) valueOf(e entity, i id) spec.Value {
	h, ok := w.has(e, i)
	if !ok {
		return nil
	}
	return w.valueAt(h)
}

// valueAt is the data where an id is held.
func (w *World) valueAt(h holding) spec.Value {
	f, _ := w.owned(h.owner, h.id)
	return f.value
}
