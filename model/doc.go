// Package model is the reference engine, with which other engines are compared. It performs the
// operations of the protocol. Package [github.com/relspec/relspec/model/rules] and those below it
// decide what they mean; nothing here does.
//
//   - world.go, apply.go: a world, and how one operation is done or undone
//   - operations.go, entities.go, ids.go: the table of operations
//   - questions.go, answer.go, iterate.go: queries, their rows as the protocol writes them, iterators
//   - explain.go: proofs, whose words are those of [github.com/relspec/relspec/model/proof]
//   - commands.go, changes.go, observe.go, acts.go, teardown.go: deferral, change detection,
//     observers, the end of a world
//   - state.go, limits.go, hello.go: snapshots, a world that is saved and loaded, and canonical
//     dumps, the limits of work, the capabilities
//   - [github.com/relspec/relspec/model/tecs] has the worlds of profiles of the Tecs family, which
//     are no worlds of these rules
//   - memo.go, tries.go: the memory of a search, and the values that it need not try
//   - moment.go: the world as observers saw it after one operation, which they see before the next
package model
