// Package mutation generates all small changes of a package's source that its tests should detect.
// It compiles them into one build, in which a number selects the active mutant ("mutant schemata").
// So thousands of mutants need one compilation, and one process can try them one after the other.
// docs/decisions/006 gives the reasons, docs/results/mutation.md the last results.
//
//   - [Instrument] finds the mutants of packages and writes their instrumented sources and an
//     overlay.
//   - [Instrumented.Build] and [Instrumented.AllTests] compile a command or the tests of packages from
//     these sources.
//   - [Probe] runs the units of such a command on mutants, [Tests] the tests of packages.
//
// The command "lab mutation" runs the mutants.
package mutation
