// Package declared makes traces for profiles whose relationships are declared: declarations,
// payloads, edges dense and sparse, cycles, cascades, look-ups in both directions, walks, deferral,
// snapshots, monitors. Package fuzz gives it decisions and weights.
//
//   - [Build]: the operations of a trace; [Options], [Source]
//   - [Steps], [Patterns]: the choices with their weights
package declared
