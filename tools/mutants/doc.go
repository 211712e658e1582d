// Package mutants is a catalogue of realistic errors of package fast, each a few lines, and builds
// engines that have one of them. It shows that the oracle finds such errors: "lab mutants" runs the
// default campaign against each, and against none.
//
// A mutant is a patch below testdata, in the format that tools/README.md describes. The mutated
// file reaches the compiler as an overlay (go build -overlay), so that a build has no mutant that
// was not asked for (docs/decisions/003-planted-faults-are-overlays.md).
//
//   - [All] lists the mutants, [Find] finds one.
//   - [Mutant.Apply] makes the mutated source, [Rebase] mends a patch that no longer applies.
//   - [Build] builds a command with some mutants, [Join] with all, one of which acts.
package mutants
