// Package stats counts entities, tables and pairs, and finds relationships that spread entities
// over too many tables.
//
// Reading the code: footprint (memory of a Go value), relationships (counts), hints (advice as
// text).
package stats
