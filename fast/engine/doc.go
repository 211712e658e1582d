// Package engine applies operations of package spec to a world of package fast. Operations refer to
// entities by handles. [New] returns an [Engine], which implements [spec.Engine], the interface
// that the oracle and the adapters use. Its options change how the engine works but not what it
// answers, so that the oracle can compare variants.
//
// Reading the code: engine (the operations), arguments, handles (names of entities), world,
// define, copies, read, related (operations on entities), query, rows, batches, iterator
// (questions), changes (change detection), observe, acts (operations of observers), defer,
// snapshot, teardown, dump, explain, limits, options and undone (variants).
package engine

import "github.com/relspec/relspec/fast/internal/store"

// Entity is a handle of an entity.
type Entity = store.Entity
