// Package mutants is a catalogue of realistic faults for the engine fast, each a few lines, and builds engines that have
// one of them. It shows that the oracle finds such errors: "lab mutants" runs the default campaign
// against every fault, and against none.
//
// A fault is a replacement of a piece of source that occurs exactly once in its file. It reaches the compiler as an
// overlay (go build -overlay), so that nothing of it is ever part of a build that is not asked for it
// (docs/decisions/003-planted-faults-are-overlays.md).
//
//   - [All] lists the faults, [Find] finds one.
//   - [Mutant.Apply] makes the faulty source.
//   - [Build] builds diffcheck with a fault, or without.
package mutants
