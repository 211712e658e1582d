// Package scenario reads Gherkin features written in the step grammar of docs/steps.md and runs them on engines.
// It knows nothing of a test framework: the same features run from a test, from a command and from an adapter.
//
//   - [Load], [Embedded], [Scenario], [Step]: features as scenarios with an id, a profile and the
//     statements that they check
//   - [Shapes], [Shape]: the step shapes, for everything that an engine can be asked
//   - [Nearest]: the step that somebody probably meant
//   - [Compile], [Check]: steps as operations, each with its expectations
//   - [Expectation]: [Refused], [Answer], [Result], [Changes]
//   - [Session], [Run], [Report]: checks on an engine, with a readable account of the differences
//   - [ParseOwn], [Judge]: a feature outside the suite, whose tags are optional, and all failures by step
//   - [Scenario.Lacks]: which scenarios an implementation cannot run, before running any
//   - [Scenario.Under], [Scenario.OfOwn]: scenarios for an engine with a profile of its own
//   - [Print]: the reverse, a trace as a scenario that compiles to the same operations
package scenario
