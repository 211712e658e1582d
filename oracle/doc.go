// Package oracle runs traces on engines and says where they differ: it compares, reduces, explains and reports
// (docs/oracle.md). It knows no semantics and no engine: callers pass the engines, and the first one, the reference,
// decides.
//
//   - [Implementation]: an engine under test with a name; [Variants]: other ways to use it that must agree
//   - [Compare], [CompareDumps]: two outcomes of one operation, or two worlds, never by deep equality
//   - [Run], [RunWithin]: a trace on a reference and on others, each up to its first [Divergence]
//   - [Laws]: relations that must hold of one engine alone
//   - [Campaign]: many generated traces on all cores; findings are reduced, grouped and saved
//   - [ReducedFinding]: a divergence with the smallest trace that shows it and its reason, ready to be shown and saved;
//     [Reduce] with [FailsLike] and [NewFinding] are its parts
//   - [Regressions]: traces that once showed a difference
//
// The names here stand for those of internal/oracle, which has a package for each: show, cover,
// compare, lawful, law, variant, runner, reduce, finding, campaign, transcript. Packages adapter,
// enginetest and scenario, below this one, are for engines in other processes, for tests of an
// engine in Go, and for scenarios in Gherkin.
package oracle
