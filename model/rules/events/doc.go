// Package events defines what an operation reports: the events that observers receive, and the
// tables that count as changed for a query. Read it after packages
// [github.com/relspec/relspec/model/rules] and query, with the same kind of citations.
//
//   - observers.go: which events an operation causes, in which order
//   - changes.go: change detection
package events
