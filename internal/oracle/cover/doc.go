// Package cover counts what traces contain and what was compared, to detect gaps of a generator.
//
//   - [Counts]: operations, rows, refusals, properties of ids, comparisons; [Counts.Write] prints
//     them, [Counts.Never] lists what does not occur
//   - [Census]: counts one trace
//   - [Counts.Apart], [Counts.PropertiesApart]: features and properties that never occur together
package cover
