// Package compare says where two outcomes of one operation differ. Outcomes are never deeply equal: rows are a set,
// events are ordered within an observer, and an engine that is not ours may refuse with other codes ([Options]).
//
//   - [Outcomes], [Dumps]: nil or a [Difference], which has the lines that differ
//   - [MatchRows]: which row of one answer stands for which of the other
//   - [Expectations]: which answers `unsupported` are left out, and which are wrong
//   - [StoredPairs]: the rows that an engine may give in place of those of the reference
package compare
