// Package suite tests an engine against the reference. The engine runs behind an adapter, or is any
// [spec.Engine] of this process. Package enginetest offers the suite to Go tests, and "diffcheck
// test" offers it for adapters.
//
//   - [Subject], [Adapter], [InProcess]: the tested engine and its declaration
//   - [Run], [Options], [Report]: scenarios, transcripts of the reference and a random campaign,
//     by feature area
//   - [Case], [CaseResult], [Status], [Area]: a single test and its result
//   - [Known], [ReadKnown]: known failures, which still run and must still fail
//   - [Finding]: a reduced divergence with a name, saved with a script of protocol lines
package suite
