// Package scenario reads Gherkin features in the step grammar of docs/steps.md and runs them on
// engines. It does not depend on a test framework: a test, a command and an adapter can run the
// same features.
//
//   - [Load], [Embedded], [Scenario], [Step]: features as scenarios with an id, a profile and the
//     statements that they check
//   - [Shapes], [Shape]: the step shapes
//   - [Nearest]: the step that the author probably meant
//   - [Compile], [Check]: steps as operations with expectations
//   - [Expectation]: [Refused], [Answer], [Result], [Changes]
//   - [Session], [Run], [Report]: running checks on an engine, with a readable description of
//     differences
//   - [ParseOwn], [Judge]: a feature outside the suite, with optional tags, and all failures by
//     step
//   - [Scenario.Lacks]: which scenarios an implementation cannot run
//   - [Scenario.Under], [Scenario.OfOwn]: scenarios for an engine with its own profile
//   - [Print]: the reverse, a trace as a scenario that compiles to the same operations
package scenario
