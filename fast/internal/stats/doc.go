// Package stats counts the parts of a world, and finds relationships whose pairs spread entities over too many tables.
//
// Reading the code: footprint (the bytes behind a Go value), relationships (a count for each), hints (sentences).
package stats
