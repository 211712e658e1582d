// Package tecs is the reference engine for profiles of the Tecs family. In these profiles
// relationships are declared, and an edge has a source, a relationship and a target
// (docs/specification/declared-relationships.md). Read the files in this order:
//
//   - world.go: a world: a set of components and a set of edges
//   - declare.go: how relationships, components and entities are created
//   - edges.go: set, remove, clear, and the value of an edge
//   - cleanup.go: the edges and entities that are deleted with an entity
//   - asking.go: reads of one entity, and walks along one relationship
//   - query.go: which entities match, why, and how many tables there are
//   - arguments.go: the arguments of an operation, and when they are refused
//   - operations.go: the table of operations, deferral, and undo
//   - state.go: snapshots, dumps, limits
//   - observe.go: the events that observers receive
//
// There are no caches and no indexes: a list is made by testing every entity in the order of
// creation. A query takes one step for each entity and term; a term that asks for any target takes
// one for each edge, too. A walk takes one step for each entity and edge.
package tecs
