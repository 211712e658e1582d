package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
)

// Listener hears of each change just before it is made, while an operation is watched: by
// observers, and by queries that detect changes. The rules tell it; a world that nobody watches has
// none, which costs one test per change.
type Listener interface {
	// Change is called before an entity gets or loses an id; where it gets and loses several in one
	// move, for each of them before the move. (A list handed over would be allocated for each
	// change, even if nobody listens.)
	Change(index uint32, id store.ID)
	// Toggle is called before an id of an entity is switched on or off.
	Toggle(index uint32, id store.ID)
	// Rename is called before an entity gets or loses a name.
	Rename(index uint32)
	// Everything is called before a change that may concern every entity.
	Everything()
	// Created is called when an entity has just been made, Destroy before one ends that nothing mentions any more.
	Created(e Entity)
	Destroy(index uint32)
	// Stripped is called before all entities of a table lose ids.
	Stripped(t store.Table, ids []store.ID)
	// Wrote is called when an own value has been written.
	Wrote(index uint32, id store.ID)
}
