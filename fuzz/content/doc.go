// Package content lists the parts of traces: [Features], the operations and the parts of queries
// that are generated, and the [Properties] that entities are given. Package fuzz takes them with
// fuzz.WithFeatures.
package content
