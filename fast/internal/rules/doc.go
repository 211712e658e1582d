// Package rules implements the meaning of ids: which ids follow from others, which ids instances
// inherit, which entities a deletion includes, which names are free. It updates the tables of
// package store accordingly.
//
// A [World] applies operations immediately. A [Listener] is notified of each change; without one, a
// change costs one test.
//
// # Reading the code
//
// Read the files in this order.
//
// Entities and ids: world, elements (ids with generations), builtin (reserved entities), traits
// (properties as bits), entities (traits and type order by index), component (types of ids), number
// (numbers as targets), errors.
//
// What entities have: pairs (of an entity, a relationship, a target), nonfragmenting (targets
// stored outside the tables), inherit, visits, data, names, toggle (disabled ids), ordered (sources
// in an order), depth.
//
// Changes: raw (changes without checks), undo, derived (what follows from ids) with reach and
// changelog, check, add, copies and spread (ids that instances and children get), remove, cleanup
// and dead_targets (deletions), entity (creations).
//
// Whole worlds: snapshot, fill (loading), table_key, invariants.
//
// Consumers: hooks, sortkeys, meter.
package rules
