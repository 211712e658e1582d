// Package census counts what traces contain, from the traces themselves ([Census]), so that a generator that stops making
// something is noticed.
package census
