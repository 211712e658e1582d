// Package proof puts into words how rows, their absence and the consequences of an operation
// follow. It decides nothing: the derivation of a row comes with its matches, the consequences come
// from the rules as steps, and which statements a step rests on is a table of the rules. Only the
// reason for an absence is searched for, since a missing row has no derivation.
//
//   - steps.go: why an operation did more than it was asked for, or was refused
//   - row.go: why a row is there
//   - miss.go: why another is not; nearest.go: the nearest match
package proof
