// Package export writes the suite as data, for people who test an engine without diffcheck. It
// writes scenarios and regressions with the answers of the reference, as one file of JSON lines per
// profile.
//
//   - [Source.Read] runs the cases of a profile on the reference, [Write] writes them with the
//     [Header]
//   - [Files] are the accompanying files: the rules, an example program, the schema
//
// Equal versions of the suite produce equal bytes.
package export
