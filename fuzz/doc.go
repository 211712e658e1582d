// Package fuzz makes traces for differential testing: small worlds, few names reused a lot, an explicit weighted mix
// of operations and queries, and the patterns that break real engines (docs/fuzzing.md).
//
//   - [Generate], [Decode], [Generator]: the trace of a seed, of any byte string, of any [Source]
//   - [Option]: [Operations], [Entities], [WithFeatures], [WithWeights], [Arbitrary]
//   - [Features], [DefaultFeatures]: the features that are generated
//   - [Weights], [ParseWeights], [Preset]: how often
//   - [FragmentNames]: the patterns
//   - [Census]: the content of traces, counted from the traces themselves
//
// Package fuzz/draw makes the same traces from draws of rapid.
package fuzz
