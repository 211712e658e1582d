// Package show writes what is compared as lines that people read: operations and queries in the profile's dialect,
// rows, values, outcomes, entities of a world, events. The same text is compared, shown in reports and saved.
//
//   - [Operation], [Query], [Trace], [TraceUpTo]: what is asked, such as "add a (R, b)"
//   - [Outcome], [Row], [Value], [Event], [DumpEntity]: what is answered, such as "$this=a  (R, b)"
package show
