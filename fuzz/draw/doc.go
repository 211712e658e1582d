// Package draw makes the traces of package fuzz from draws of rapid, for property tests: [Trace].
package draw
