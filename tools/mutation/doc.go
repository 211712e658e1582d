// Package mutation makes all small changes of a package's source that its tests should notice, and
// compiles them into one build, in which the number of a mutant says which of them acts ("mutant
// schemata"). So thousands of mutants cost one compilation, and a process can try one after the
// other. docs/decisions/006 gives the reasons, docs/results/mutation.md the last results.
//
//   - [Instrument] finds the mutants of packages and writes their instrumented sources and an overlay.
//   - [Instrumented.Build] and [Instrumented.BuildTest] compile a command or the tests of a package with them.
//   - [Explanations] are the mutants that change nothing that can be observed, with the reason for each.
//
// The command "lab mutation" runs them.
package mutation
