// Package oracle runs traces on engines and reports where they differ (docs/oracle.md). It contains
// no semantics and no engine. Callers pass the engines; the reference engine decides which answers
// are correct.
//
//   - [Implementation]: an engine under test; [Variants]: rewritten traces that must give the same
//     answers
//   - [Compare], [CompareDumps]: compare two outcomes of one operation, or two worlds, by meaning
//   - [Run], [RunWithin]: run a trace on the reference and on other engines, each up to its first
//     [Divergence]
//   - [Laws]: relations between the answers of a single engine
//   - [Campaign]: run many generated traces on all cores, and reduce, group and save the findings
//   - [ReducedFinding]: a divergence with its reduced trace and an explanation; [Reduce], [FailsLike]
//     and [NewFinding] are its parts
//   - [Regressions]: traces of fixed bugs
//
// The names of this package are aliases for the packages below internal/oracle. Package adapter runs
// engines in other processes, package enginetest tests an engine written in Go, and package scenario
// runs scenarios in Gherkin.
package oracle
