// Package engine applies operations of package spec to a world of package fast: the world under
// handles, as the oracle and adapters need it. [New] makes an [Engine]; its options make it do the
// same in another way, for the oracle to compare.
//
// Reading the code: engine (the operations), handles (names of entities), world, read, related
// (operations on entities), query, rows, batches, iterator (questions), changes (change detection),
// observe, defer, snapshot, teardown, dump, explain, limits.
package engine

import "github.com/relspec/relspec/fast/internal/store"

// Entity is a handle of an entity.
type Entity = store.Entity
