// Package cover counts what traces consist of and what was compared, so that a generator that stops making something
// is noticed.
//
//   - [Counts]: operations, rows, refusals, comparisons; [Counts.Write] prints them, [Counts.Never] says what is missing
//   - [Census]: follows a trace and counts it
//   - [QueryFeatures], [FeaturePairs]: what queries use, and which two of it together
//   - [Properties], [Patterns]: properties of ids, and constellations that have broken real engines
package cover
