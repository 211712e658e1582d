// Package flecs makes traces for the profiles of Flecs: single operations, fragments of several
// operations in which real engines had bugs, and invalid operations. It tracks the expected world
// to choose operations that affect existing entities and ids. Package fuzz passes it decisions and
// weights.
//
//   - [Build]: the operations of a trace; [Options], [Source]
//   - [Groups]: the choices with their weights; [Choice], [Group]
package flecs
