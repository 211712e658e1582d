// Package variant rewrites a recorded trace so that, according to the specification, no answer
// changes. For example, queries run as another kind, are prepared first, have permuted terms, or
// are written as text; changes are deferred; a snapshot is restored; handles are renamed.
//
//   - [Variant], [All], [ByName]
//   - [Recorded]: a trace with the answers of the reference; [Step]: an operation of the
//     rewritten trace
package variant
