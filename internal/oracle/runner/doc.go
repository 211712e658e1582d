// Package runner runs traces on a reference and on implementations, up to the first divergence of
// each.
//
//   - [Implementation]: an engine with a name; its panics become outcomes ([Implementation.Start])
//   - [Run], [Within]: run a trace on all of them; Within has a time limit for each operation
//   - [Record], [Recording.Check]: the same in two steps, to check many implementations with one
//     trace
//   - [Options], [Result], [Divergence]
package runner
