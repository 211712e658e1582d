package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Dropped reports whether a deferred command does nothing, since its entity or its id died
// meanwhile. While a world is deferred, changes of entities wait and questions do not
// (deferral.waits). An entity is created at once; its ids and name wait (deferral.creation). When
// the outermost deferral ends, the commands apply in the order in which they were given
// (deferral.order, QRY-102, QRY-103). A command that is refused is reported, and the others apply
// (deferral.failures).
func (w *World) Dropped(e Entity, i ID) bool {
	return e != None && !w.Alive(e) || i != ID{} && w.MentionsDead(i)
}

// Restore brings back the records of an earlier moment. Entities made since then are gone for good
// and their numbers stay used, so a prepared query never finds another entity in their place
// (snapshot.restore).
func (w *World) Restore(records []Record, scope Entity) {
	for e := range w.Entities {
		w.Change(Entity(e))
	}
	later := make([]Record, len(w.Entities)-len(records))
	w.Entities, w.Scope = append(slices.Clone(records), later...), scope
	w.Handles = map[spec.Handle]Entity{}
	for e, r := range w.Entities {
		if r.Handle != "" {
			w.Handles[r.Handle] = Entity(e)
		}
	}
}
