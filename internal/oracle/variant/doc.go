// Package variant rewrites a recorded trace so that by the specification no answer changes: queries of another kind,
// prepared first, with its terms permuted, as text, inside a deferral, after a restored snapshot, with other handles.
//
//   - [Variant], [All], [ByName]
//   - [Recorded]: a trace with the answers of the reference; [Step]: an operation of the rewritten trace
package variant
