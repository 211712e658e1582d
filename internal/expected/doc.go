// Package expected tracks the state of a world along a trace, without an engine: which entities are
// alive, which ids they own, and their names. The generator uses it to choose operations, the
// coverage counts use it to recognise situations, and variants use it to find properties.
//
// It is not a third engine: it has no rules about refusals or matching. It only applies the changes
// of an operation that succeeded ([World.Happened]) or is expected to succeed ([World.Expect]). If
// an expectation is wrong, a generated operation is refused or matches nothing, and both engines
// must still agree on that. No answer of an engine is ever compared with this package.
//
//   - world.go: entities, facts about them, and queries
//   - follow.go: the changes of each operation
//   - effects.go: the consequences of adding an id, removing one, and deleting an entity
//   - guess.go: whether an operation will succeed
//   - requests.go: the requests of a trace, whether they succeeded or not ([Requests])
package expected
