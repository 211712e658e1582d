// Package proof explains in words why a row is in an answer, why an entity has no row, and what the
// consequences of an operation are. It decides nothing. The matches of a row contain its derivation,
// the rules record consequences as steps, and tables of the rules list the statements behind each
// step. Only the reason for a missing row must be searched for.
//
//   - steps.go: the consequences of an operation, or the reason of a refusal
//   - row.go: why a row is in the answer
//   - miss.go: why an entity has no row; nearest.go: the nearest match
//   - failing.go: all terms that fail for an entity
package proof
