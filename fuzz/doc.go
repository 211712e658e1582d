// Package fuzz generates traces for differential testing. The worlds are small and reuse few names.
// The mix of operations and queries has explicit weights, and includes patterns in which real engines
// had bugs (docs/fuzzing.md). The same seed always gives the same trace.
//
//   - [Generate], [Decode], [Generator]: make a trace from a seed, a byte string, or a [Source]
//   - [Option]: [Operations], [Entities], [WithFeatures], [WithWeights], [Arbitrary]
//   - [Weights], [ParseWeights], [Preset]: how often each operation and query shape is generated
//
// Package fuzz/content lists the features that can be generated. Package fuzz/draw makes the same
// traces from draws of rapid. The traces are built by package internal/flecs for the profiles of
// Flecs, and by package internal/declared for profiles with declared relationships.
package fuzz
