// Package report makes pages and files for people and CI systems from saved runs of diffcheck.
//
//   - [Read] takes the output of "diffcheck run --json" and "diffcheck test --json", [Join] puts several into one [Run]
//   - [Run.HTML] is one page without references to anything outside of it; package graph draws its worlds
//   - [Run.JUnit] is for CI systems
//   - [Compare] gives the changes from one run to another
//
// Equal runs give equal bytes: nothing here asks for the time, and no map decides an order.
package report
