// Package events says what is told of operations: which tables changed since a query saw them, and what observers hear.
// It is the last part of the text that begins with [github.com/relspec/relspec/model/rules], and cites in the same way.
//
//   - changes.go: what counts as a change of what a query matches
//   - observe.go: which events an operation causes, in which order
package events
