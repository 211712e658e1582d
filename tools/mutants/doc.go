// Package mutants is a catalogue of realistic bugs in package fast, each a few lines long, and
// builds engines with them. It shows that the oracle finds such bugs: "lab mutants" runs the
// default campaign against each mutant, and against the correct engine.
//
// A mutant is a patch below testdata, in the format described in tools/README.md. The compiler
// reads the mutated file from an overlay (go build -overlay), so no mutant can get into a normal
// build (docs/decisions/003-mutants-are-overlays.md).
//
//   - [All] returns the mutants.
//   - [Mutant.Apply] returns the mutated source, [Rebase] repairs a patch that no longer applies.
//   - [Build] builds a command with some mutants, [Join] with all, of which one is active.
package mutants
