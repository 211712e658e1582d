// Package flecs makes traces for the profiles of Flecs: steps of one operation, fragments of
// several that have broken real engines, and invalid operations, aimed by the world that it
// believes in. Package fuzz gives it decisions and weights.
//
//   - [Build]: the operations of a trace; [Options], [Source]
//   - [Groups]: the choices with their weights; [Choice], [Group]
package flecs
