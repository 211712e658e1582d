package tecs

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// kill deletes an entity. Every edge from it and to it goes, whatever the relationship (TECS-003,
// TECS-144, TECS-147, TECS-148), so that no edge mentions the dead (TECS-002). If the relationship
// cascades, the source of an edge to a dead entity dies too, and so on (TECS-070, TECS-071,
// TECS-145), also round a cycle (declared.cascade).
//
// For example, where grandchild is a child of child, and child of parent, deleting parent leaves none of them.
func (w *World) kill(op spec.Operation) *spec.Error {
	dead := w.dying(op.Entity)
	for e := range dead {
		w.alive[e] = false
	}
	maps.DeleteFunc(w.parts, func(p part, _ spec.Value) bool { return dead[p.entity] })
	w.cut(func(x edge) bool { return dead[x.source] || dead[x.target] })
	return nil
}

// dying is an entity with all that die with it: the smallest set that has it and the sources of cascading edges to its
// members. Storage does not matter (TECS-077).
func (w *World) dying(e spec.Handle) map[spec.Handle]bool {
	dead := map[spec.Handle]bool{e: true}
	for grown := true; grown; {
		grown = false
		for source, edges := range w.edges {
			for x := range edges {
				if w.relations[x.relation].CascadeDelete && dead[x.target] && !dead[source] {
					dead[source], grown = true, true
				}
			}
		}
	}
	return dead
}
