// Package runner runs traces on a reference and on implementations, and stops at the first divergence of each.
//
//   - [Implementation]: an engine with a name; its panics are outcomes ([Implementation.Start])
//   - [Run], [Within]: a trace on all of them; Within ends what hangs
//   - [Record], [Recording.Check]: the same in two steps, when one trace is held against many implementations
//   - [Options], [Result], [Divergence]
package runner
