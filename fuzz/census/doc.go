// Package census counts the parts of traces, from the traces themselves ([Census]), so that a generator that stops making
// something is noticed.
package census
