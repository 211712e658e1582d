// Package exhaust compares engines without chance: every world up to a bound, with every query up to a bound, modulo
// the names of things (DESIGN 5).
//
//   - [Bound] says how far: entities, relationships, properties at once, operations, terms.
//   - [Worlds] lists the worlds: relationships with every combination of properties, and every sequence of operations
//     that each change something; what changes nothing is tried at the end of the sequence that it stands behind.
//   - [Queries] lists the queries.
//   - [Run] asks every query in every world of every engine and variant, keeps its progress in a file, and takes one
//     shard of several.
//
// Handles, relationships and variables are numbered by creation and first use, so that no two worlds and no two
// queries differ in names alone. The order of creation itself is not taken away, since it is type order and may decide
// what is reported.
package exhaust
