// Package hash computes numbers that are the same on every machine: [Mix] from a number, [Of] from
// the JSON text of a value. Variants, laws and campaigns use them for choices, so that a trace is
// rewritten in the same way on every machine.
package hash
