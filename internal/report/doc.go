// Package report makes reports for people and CI systems from saved runs of diffcheck.
//
//   - [Read] reads the output of "diffcheck run --json" and "diffcheck test --json", [Join]
//     merges several into one [Run]
//   - [Run.HTML] writes a self-contained page; package graph draws its worlds
//   - [Run.JUnit] writes JUnit XML for CI systems
//
// Equal runs produce equal bytes: the package does not use the time or the order of maps.
package report
