// Package cover counts the parts of traces and the comparisons, so that a generator that stops making something
// is noticed.
//
//   - [Counts]: operations, rows, refusals, comparisons; [Counts.Write] prints them, [Counts.Never]
//     lists the features that were never tried
//   - [Census]: follows a trace and counts it
//   - [FeaturePairs]: which two features queries use together
//   - [Properties]: properties of ids
package cover
