// Package model is the reference engine, with which other engines are compared. It performs the
// operations of the protocol. Package [github.com/relspec/relspec/model/rules] and the packages
// below it define what the operations mean.
//
//   - world.go, apply.go: the world, and how an operation is applied or undone
//   - operations.go: a case for each operation; entities.go: new entities, names and paths
//   - questions.go, answer.go, iterate.go: queries, their rows in the protocol, iterators
//   - explain.go: why an entity has a row, or why it has none; the texts are from
//     [github.com/relspec/relspec/model/proof]
//   - commands.go, changes.go, observe.go, acts.go, teardown.go: deferral, change detection,
//     observers, teardown
//   - state.go, limits.go: snapshots, save and reload, canonical dumps, limits
//   - memo.go, tries.go: a cache for searches, and the values of variables that a search can skip
//   - moment.go: the world as observers see it between two operations
//
// Profiles of the Tecs family have other rules. Their world is
// [github.com/relspec/relspec/model/tecs].
package model
