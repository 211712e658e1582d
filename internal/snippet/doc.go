// Package snippet writes a counterexample in the language of the engine under test: a program that
// calls the engine alone, without adapter and protocol, and prints the right answer beside the one
// that it gets.
//
//   - [Read] reads templates, one for each operation, from a file in YAML that stands beside the adapter
//   - [Templates.Of] writes the program for a trace
//
// docs/adapters.md describes the file.
package snippet
