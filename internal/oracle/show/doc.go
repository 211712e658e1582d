// Package show writes questions and answers as lines that people read: operations and queries in the profile's dialect,
// rows, values, outcomes, entities of a world, events. The same text is compared, shown in reports and saved.
//
//   - [Operation], [Query], [Trace], [TraceUpTo]: a question, such as "add a (R, b)"
//   - [Number], [Plural]: how many
//   - [Outcome], [Row], [Value], [Event], [DumpEntity]: an answer, such as "$this=a  (R, b)"
package show
