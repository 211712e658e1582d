// Package compare compares two outcomes of one operation. Deep equality would be wrong: rows are a
// set, events are ordered only within an observer, and a foreign engine may refuse with other codes
// ([Options]).
//
//   - [Outcomes], [Dumps]: nil, or a [Difference] with the lines that differ
//   - [MatchRows]: which row of one answer corresponds to which of the other
//   - [Expectations]: which `unsupported` answers are skipped, and which are wrong
//   - [StoredPairs]: the rows that a foreign engine may return instead of those of the reference
package compare
