// Package query gives the rows that answer a query. It is the second part of the text that begins
// with [github.com/relspec/relspec/model/rules], and cites in the same way. Read it in this order;
// each file has an Example:
//
//   - term.go: the entities and variables that the elements of a term refer to, once and for all
//   - needs.go: a table of the features that each kind of query supports
//   - variables.go: in which order terms are evaluated, and which variables that leaves unset
//   - holds.go: when an entity has the id that a term asks for, and by which derivation
//   - traverse.go: where else a term may look
//   - sets.go: which sets the elements of a term have, written or implied
//   - substitute.go: which ids stand for a term, and where they are found
//   - search.go: how terms are true together
//   - rows.go: the parts of a row
//   - order.go: the order, blocks and batches of rows
//   - statements.go: a table of the statements that a step of a proof rests on
package query

import "github.com/relspec/relspec/model/rules"

// The words of the first part, which this one uses as its own.
type (
	// World is a list of entities; see [rules.World].
	World = rules.World
	// Entity numbers an entity; see [rules.Entity].
	Entity = rules.Entity
	// ID is a pair or a single element; see [rules.ID].
	ID = rules.ID
	// Set is what an element of a term stands for; see [rules.Set].
	Set = rules.Set
	// Holding is an id with the entity that owns it; see [rules.Holding].
	Holding = rules.Holding
)

// Entities that are not one.
const (
	None     = rules.None
	Wildcard = rules.Wildcard
	Any      = rules.Any
)
