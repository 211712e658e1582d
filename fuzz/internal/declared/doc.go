// Package declared makes traces for profiles with declared relationships: declarations, payloads, dense
// and sparse edges, cycles, cascades, lookups in both directions, walks, deferral, snapshots and
// monitors. Package fuzz passes it decisions and weights.
//
//   - [Build]: the operations of a trace; [Options], [Source]
//   - [Steps], [Patterns]: the choices with their weights
package declared
