// Package rules is the meaning of a world: which ids an entity has, which changes an operation makes or is refused, and which rows
// answer a query. It is written to be read in one sitting, top to bottom, by someone who knows entities and
// components. Everything is a plain list; nothing is indexed, remembered or ordered for speed.
//
// The comments cite their sources: statements of the ledger (REL-131, QRY-200, FQL-030), rulings of
// docs/profiles.md ("ruling 12") and of docs/rulings.md ("P-26"). Where the manuals disagree, the rules ask a field of the
// profile and never its name.
//
// Read the files in this order; each has an Example that runs:
//
//   - world.go: entities, ids, facts, and the order in which everything is listed
//   - traits.go: the meaning of the properties of a relationship for its ids, and which component gives an id data
//   - inherit.go: the ids of an entity: its own and those of its bases
//   - relate.go: creation, and the consequences of adding, setting and removing an id
//   - cleanup.go: the entities and pairs that go when an entity is deleted, and the end of a world
//   - names.go: names, paths, hierarchies
//   - term.go, variables.go: the references of a query's terms, and in which order the terms are evaluated
//   - holds.go, traverse.go: when an id counts as had by an entity, and by which derivation
//   - search.go: how terms are true together
//   - rows.go, order.go: the content of a row, and the order, blocks and batches of rows
//   - changes.go, observe.go: which changes of a table count, and the events that observers hear of an operation
//   - arguments.go, refusals.go, needs.go, reasons.go: the arguments of an operation, and the tables: the refusals,
//     the features that a kind of query supports, and the statements that a reason rests on
//
// [github.com/relspec/relspec/model] keeps a world and performs the operations of the protocol on it;
// [github.com/relspec/relspec/model/proof] puts derivations into words. The engine under test shares nothing with this
// package but the vocabulary (spec, spec/lang).
package rules
