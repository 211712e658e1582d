// Package events gives the events of operations: which tables changed since a query saw them, and
// which changes observers hear of. It is the last part of the text that begins with
// [github.com/relspec/relspec/model/rules], and cites in the same way.
//
//   - observers.go: which events an operation causes, in which order
//   - changes.go: the writes and moves by which a table counts as changed for a query
package events
