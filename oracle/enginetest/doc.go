// Package enginetest tests implementations of [spec.Engine] written in Go, in the manner of testing/fstest.
//
//   - [Run] runs scenarios, transcripts of the reference and a random campaign as subtests
//   - [Option]: [Declares], [SameCodes], [KnownFailures] with [ReadKnown], [Traces], [For], [Seed],
//     [Transcripts], [Save], [Snippets], [JSON], [JUnit]
//   - [Replay] runs one trace, such as a finding that was kept
//   - [Verify] runs one trace on the engines of this repository
//   - "diffcheck test" does the same for engines in other languages
//
// docs/implementers.md says how to begin.
package enginetest
