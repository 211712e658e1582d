// Package proof explains in words why a row is in an answer, and why an entity has no row. It does
// not decide whether there is a row. The matches of a row contain its derivation, and tables in
// package query list the statements behind each step. Only the reason for a missing row must be
// searched for.
//
//   - row.go: why a row is in the answer
//   - miss.go: why an entity has no row; nearest.go: the nearest match
//   - failing.go: all terms that fail for an entity
package proof
