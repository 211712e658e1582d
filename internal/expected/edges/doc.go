// Package edges has a expected world whose relationships are declared: its entities, their
// components, and its edges. It follows operations, from which it guesses; it knows no engine.
// Traces of such profiles are aimed and counted with it.
//
//   - [World], [New]: the world; [World.Expect]: an operation of which nobody tells the outcome
//   - [Relationship], [Edge]
package edges
