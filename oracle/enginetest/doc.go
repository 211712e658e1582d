// Package enginetest tests implementations of [spec.Engine] written in Go, like testing/fstest.
//
//   - [Run] runs scenarios, transcripts of the reference and a random campaign as subtests.
//   - [Option]: [Declares], [SameCodes], [KnownFailures] with [ReadKnown], [Traces], [For], [Seed],
//     [Transcripts], [Save], [Snippets], [JSON], [JUnit]
//   - [Replay] runs one trace, such as a saved finding.
//   - [Verify] runs one trace on the engines of this repository.
//
// To test an engine in another language, use "diffcheck test". To begin, read docs/implementers.md.
package enginetest
