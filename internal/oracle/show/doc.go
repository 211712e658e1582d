// Package show formats operations and answers as lines for people: operations and queries in the
// profile's dialect, rows, values, outcomes, entities of a world, events. Reports, saved files and
// lists of differences have the same text.
//
//   - [Operation], [Query], [Trace], [TraceUpTo]: operations, such as "add a (R, b)"
//   - [Number], [Plural]: numbers
//   - [Outcome], [Row], [Value], [Event], [DumpEntity]: an answer, such as "$this=a  (R, b)"
package show
