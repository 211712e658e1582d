// Package hash draws numbers that are the same on every machine: [Mix] from a number, [Of] from the bytes of a value.
// Variants, laws and campaigns choose with them, so that a trace is rewritten in the same way wherever it runs.
package hash
