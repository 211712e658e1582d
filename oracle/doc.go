// Package oracle compares engines: it runs traces (lists of operations) on several engines and
// reports where their answers differ (docs/oracle.md). Callers pass the engines. The answers of the
// first one, the reference, count as right.
//
//   - [Implementation]: an engine under test; [Variants]: rewritten traces that must give the same
//     answers
//   - [Compare], [CompareDumps]: compare two outcomes of one operation, or two worlds, by meaning
//   - [Run], [RunWithin]: run a trace on the reference and on other engines, each up to its first
//     [Divergence]
//   - [Laws]: relations between the answers of a single engine
//   - [Campaign]: run many generated traces on all cores, and reduce, group and save the findings
//   - [ReducedFinding]: a divergence with its reduced trace and an explanation; [Reduce],
//     [FailsLike] and [NewFinding] are its parts
//   - [Regressions], [ReadRegressions]: traces of fixed bugs
//
// The names of this package are aliases for the packages below internal/oracle. Package adapter
// runs engines in other processes, package enginetest tests an engine written in Go, and package
// scenario runs scenarios in Gherkin.
package oracle
