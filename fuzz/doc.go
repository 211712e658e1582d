// Package fuzz makes traces for differential testing: small worlds, few names reused a lot, an explicit weighted mix
// of operations and queries, and the patterns that break real engines (docs/fuzzing.md).
//
//   - [Generate], [Decode], [Generator]: the trace of a seed, of any byte string, of any [Source]
//   - [Option]: [Operations], [Entities], [WithFeatures], [WithWeights], [Arbitrary]
//   - [Weights], [ParseWeights], [Preset]: how often
//   - [FragmentNames]: the fragments (docs/fragments.md)
//
// Package fuzz/content has the features that are generated, and fuzz/draw makes the same traces
// from draws of rapid. Two packages below internal build the traces: flecs those of the profiles of
// Flecs, with templates for fragments, and declared those of profiles whose relationships are
// declared. Seed 7, for example, gives the same trace every time.
package fuzz
