// Package snippet writes a counterexample in the language of the engine under test: a program that
// calls the engine directly, without adapter or protocol, and prints the right answer next to the
// actual one.
//
//   - [Read] reads templates, one per operation, from a YAML file next to the adapter
//   - [Templates.Of] writes the program for a trace
//
// docs/adapters.md describes the file.
package snippet
