// Package query gives the rows that answer a query. It is the second part of the text that begins
// with [github.com/relspec/relspec/model/rules], and cites in the same way. Read it in this order;
// each file has an Example:
//
//   - terms.go: the entities and variables that the elements of a term refer to, once and for all
//   - terms_kinds.go: a table of the features that each kind of query supports
//   - terms_facts.go: when an entity has the id that a term asks for, and by which derivation
//   - terms_rows.go: the parts of a row
//   - operators.go: how terms are true together
//   - variables.go: in which order terms are evaluated, and which variables that leaves unset
//   - traversal.go: where else a term may look
//   - wildcards.go: what a wildcard covers, and which ids a term with one reports
//   - scopes.go: terms that are true together, or not, inside of a query
//   - order.go: the order, blocks and batches of rows
//   - sets.go: which sets the elements of a term have, written or implied
//   - sets_substitution.go: which ids stand for a term, and where they are found
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
