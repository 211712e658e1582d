package tecs

import (
	"maps"

	"github.com/relspec/relspec/spec"
)

// kill deletes an entity and all edges from it and to it (TECS-003, TECS-144, TECS-147, TECS-148),
// so that no edge mentions a dead entity (TECS-002). If a relationship has cascade_delete, deleting
// the target of an edge deletes the source too, recursively (TECS-070, TECS-071, TECS-145). Cycles
// are deleted as a whole (declared.cascade).
//
// For example, deleting a parent also deletes its children and grandchildren.
func (w *World) kill(op spec.Operation) *spec.Error {
	dead := w.dying(op.Entity)
	for e := range dead {
		w.alive[e] = false
	}
	maps.DeleteFunc(w.parts, func(p part, _ spec.Value) bool { return dead[p.entity] })
	w.cut(func(x edge) bool { return dead[x.source] || dead[x.target] })
	return nil
}

// dying returns an entity and all entities that die with it: the smallest set that contains the
// entity and the sources of cascading edges to its members. Storage makes no difference (TECS-077).
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
