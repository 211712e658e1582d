// Package export writes the suite as data: scenarios and regressions with the answers of the
// reference, one file of JSON lines for each profile, for those who test an engine without this
// program.
//
//   - [Source.Read] runs the reference over the cases of a profile, [Write] writes them with the [Header]
//   - [Files] are the files that a reader needs beside them: the rules, an example that uses them, the form
//
// Equal versions of the suite give equal bytes.
package export
