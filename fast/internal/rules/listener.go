package rules

import "github.com/relspec/relspec/fast/internal/store"

// Listener is notified of each change while an operation is observed or a query detects changes.
// Otherwise the world has no listener, so a change costs one test.
type Listener interface {
	// Change is called before an entity gets or loses an id. If several ids change in one move, it
	// is called for each of them before the move. (Passing a list would allocate one per change,
	// even without listeners.)
	Change(index uint32, id store.ID)
	// Toggle is called before an id of an entity is enabled or disabled.
	Toggle(index uint32, id store.ID)
	// Rename is called before an entity gets or loses a name.
	Rename(index uint32)
	// Everything is called before a change that may affect every entity.
	Everything()
	// Created is called after an entity was created. Destroy is called before an entity is deleted,
	// when no id mentions it any more.
	Created(e Entity)
	Destroy(index uint32)
	// Stripped is called before all entities of a table lose ids.
	Stripped(t store.Table, ids []store.ID)
	// Wrote is called after an owned value was written.
	Wrote(index uint32, id store.ID)
}
