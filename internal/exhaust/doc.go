// Package exhaust compares engines on every world up to a bound, with every query up to a bound.
// Worlds and queries that differ only in names count as one (docs/fuzzing.md).
//
//   - [Bound] is the bound: entities, relationships, properties at once, operations, terms.
//   - The worlds have relationships with every combination of properties. Each world that can be
//     made with at most the given number of operations occurs once. Every operation is tried in
//     every world.
//   - Every query has one or two terms over a fixed alphabet.
//   - [Run] makes traces of every world, with every query and every operation, and runs them under
//     every variant of campaigns.
//
// Handles and variables are numbered by creation and first use, so no two worlds or queries differ
// only in names. Worlds that differ in the order of creation stay apart if that order may decide
// which match is found first.
package exhaust
