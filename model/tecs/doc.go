// Package tecs is the reference for profiles of the Tecs family: a world in which relationships are
// declared and an edge is a source, a relationship and a target
// (docs/specification/declared-relationships.md). It is a text to read from top to bottom:
//
//   - world.go: a world: a set of components and a set of edges
//   - declare.go: relationships, components and entities come about
//   - edges.go: set, remove, clear, and the value of an edge
//   - cleanup.go: the edges and entities that go with an entity
//   - asking.go: questions about one entity, and along one relationship
//   - query.go: which entities match, how many tables there are, and why
//   - arguments.go: the arguments of an operation, and the reasons to refuse them
//   - operations.go: the table of operations, deferral, how an operation is undone
//   - state.go: snapshots, dumps, limits
//   - observe.go: the events that each observer hears
//
// There are no caches and no indexes: a list is made by trying every entity in the order of
// creation. A query takes a step for each entity and term, a walk one for each entity and edge.
package tecs
