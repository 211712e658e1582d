// Package query defines the rows that answer a query. Read it after
// [github.com/relspec/relspec/model/rules], whose comments explain the citations. Read the files in
// this order; each has an Example:
//
//   - terms.go: a query whose names are resolved
//   - terms_kinds.go: a table of the features that each kind of query supports
//   - terms_facts.go: when an entity has the id that a term asks for, and by which derivation
//   - terms_rows.go: the parts of a row
//   - operators.go: how the terms of a query are combined
//   - variables.go: the order in which terms are evaluated, and which variables stay unset
//   - traversal.go: terms that search other entities
//   - wildcards.go: what a wildcard covers, and which ids a term with one reports
//   - scopes.go: scopes of terms
//   - order.go: the order, blocks and batches of rows
//   - sets.go: the sets of the elements of a term, written or implied
//   - sets_substitution.go: which ids match a term with sets, and on which entities
//   - statements.go: a table of the statements behind the steps of a proof
package query

import "github.com/relspec/relspec/model/rules"

// Short names for types of package rules.
type (
	// World is a list of entities; see [rules.World].
	World = rules.World
	// Entity numbers an entity; see [rules.Entity].
	Entity = rules.Entity
	// ID is a pair or a single element; see [rules.ID].
	ID = rules.ID
	// Set is a set of entities that an element of a term stands for; see [rules.Set].
	Set = rules.Set
	// Holding is an id and its owner; see [rules.Holding].
	Holding = rules.Holding
)

// Special values of Entity.
const (
	None     = rules.None
	Wildcard = rules.Wildcard
	Any      = rules.Any
)
