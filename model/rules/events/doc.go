// Package events defines what an operation reports: the events that observers receive, and the
// tables that count as changed for a query. It is the last part of the text that begins with
// [github.com/relspec/relspec/model/rules], and cites in the same way.
//
//   - observers.go: which events an operation causes, in which order
//   - changes.go: change detection
package events
