// Package edges tracks the expected state of a world with declared relationships, without an
// engine: its entities, their components, and its edges. It guesses whether each operation
// succeeds. The generator uses it for profiles of the Tecs family.
//
//   - [World], [New]: the world; [World.Expect] applies an operation whose outcome is unknown
//   - [Relationship], [Edge]: what the world contains
package edges
