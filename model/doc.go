// Package model is the reference: the semantics of relationships and queries as plain sets, written to be read.
//
// A world is a list of entities, each with the set of ids that it owns. A query is answered by trying every
// assignment of entities to its variables and testing each term against definitions that fit on a page and cite
// the statements (REL-, QRY-, FQL-) and rulings ("ruling 12" of docs/profiles.md, "P-26" of docs/rulings.md) that
// they implement. Nothing is indexed, cached or ordered for speed. Read in this order:
//
//   - world.go: entities, ids, type order; all-or-nothing operations
//   - traits.go: what properties say about an id; which component types it
//   - inherit.go: what an entity holds: its own ids and those of its bases
//   - relate.go: add, remove, set and their consequences
//   - cleanup.go, teardown.go: delete and the policies, the end of the world
//   - names.go: names, paths, scope, lookup
//   - compile.go, resolve.go: a query's references resolved, its variables classified
//   - holds.go, traverse.go: when a term matches
//   - query.go, rows.go: every assignment tried, the rows
//   - order.go: sorting, groups, cascade
//   - iterate.go: tables, batches, iterators and what they lock
//   - changes.go: change detection
//   - explain.go, miss.go: why a row is there, why another is not and what comes nearest
//   - steps.go: why an operation did more than it was asked for, or was refused
//   - observe.go: what observers hear of an operation, from the world before and after it
//   - commands.go: deferral
//   - apply.go, ask.go, state.go, hello.go: the operations of the protocol; snapshots and canonical dumps; what can be done
package model
