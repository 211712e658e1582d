package rules

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Orphaned reports whether a deferred command that adds the pair i to e deletes e instead. It does
// if the target died in the meantime and the relationship has (OnDeleteTarget, Delete). For
// example, a child that is added to a deleted ship dies like the children that the ship had
// (deferral.dead-parent).
func (w *World) Orphaned(e Entity, i ID) bool {
	return w.Alive(e) && !w.Entities[e].Builtin && i.IsPair() && w.Alive(i.First) && w.MentionsDead(i) &&
		w.policy(i.First, spec.OnDeleteTarget) == spec.DeleteAction
}

// Dropped reports whether a deferred command is skipped because its entity or its id died in the
// meantime (deferral.dropped).
//
// While a world is deferred, changes are queued and reads are answered at once (deferral.waits). An
// entity is created at once, but its ids and name are queued (deferral.creation). When the
// outermost deferral ends (deferral.nesting), the commands are applied in the order in which they
// were given (deferral.order, QRY-102, QRY-103). A command that is refused is reported, and the
// others still apply (deferral.failures).
func (w *World) Dropped(e Entity, i ID) bool {
	return e != None && !w.Alive(e) || i != ID{} && w.MentionsDead(i)
}

// Restore returns the world to the records of a snapshot. Entities created since the snapshot are
// gone for good. Their numbers are not reused, so a prepared query that refers to such a number
// never finds another entity (snapshot.restore).
func (w *World) Restore(records []Record, scope Entity, orders map[ID][]Entity) {
	for e := range w.Entities {
		w.Change(Entity(e))
	}
	later := make([]Record, len(w.Entities)-len(records))
	w.Entities, w.Scope = append(slices.Clone(records), later...), scope
	w.Orders = maps.Clone(orders)
	w.Handles = map[spec.Handle]Entity{}
	for e, r := range w.Entities {
		if r.Handle != "" {
			w.Handles[r.Handle] = Entity(e)
		}
	}
}

// Reload returns the world that results from saving and loading w: it has the same content
// (reload.same). Deleted entities are saved too, so their handles stay taken, and every entity
// keeps its place in the type order.
func (w *World) Reload() *World {
	return &World{
		Profile: w.Profile, Entities: w.Entities, Handles: w.Handles, Scope: w.Scope, MaxIDs: w.MaxIDs, Orders: w.Orders,
	}
}
