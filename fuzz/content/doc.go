// Package content selects what generated traces contain: [Features] has the operations and the
// parts of queries, and [Properties] has the properties of entities. Pass them to package fuzz with
// fuzz.WithFeatures.
package content
