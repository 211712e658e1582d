// Package suite tests an engine that is not the reference: one behind an adapter, or any [spec.Engine] of this
// process. Package enginetest is its form for Go tests, "diffcheck test" its form for processes.
//
//   - [Subject], [Adapter], [InProcess]: the tested engine, with its declaration
//   - [Run], [Options], [Report]: scenarios, transcripts of the reference and a random campaign, by feature area
//   - [Case], [CaseResult], [Status], [Area]: the single test and how it ended
//   - [Known], [ReadKnown]: failures that are expected, which still run and must still fail
//   - [Finding]: a divergence, reduced on the subject and given a name, saved with a script of protocol lines
package suite
