// Package rules says what a world means: which ids an entity has, what an operation changes or is refused, and which rows
// answer a query. It is written to be read in one sitting, top to bottom, by someone who knows what an entity and a
// component are. Everything is a plain list; nothing is indexed, remembered or ordered for speed.
//
// The comments cite what they implement: statements of the ledger (REL-131, QRY-200, FQL-030), rulings of
// docs/profiles.md ("ruling 12") and of docs/rulings.md ("P-26"). Where the manuals disagree, the rules ask a field of the
// profile and never its name.
//
// Read the files in this order; each has an Example that runs:
//
//   - world.go: entities, ids, facts, and the order in which everything is listed
//   - traits.go: what the properties of a relationship say about its ids, and which component gives an id data
//   - inherit.go: what an entity has: its own ids and those of its bases
//   - relate.go: creation, and what adding, setting and removing an id brings with it
//   - cleanup.go: what goes when an entity is deleted, and the end of a world
//   - names.go: names, paths, hierarchies
//   - term.go, variables.go: what the elements of a query's terms refer to, and in which order the terms are evaluated
//   - holds.go, traverse.go: when an id counts as had by an entity, and by which derivation
//   - search.go: how terms are true together
//   - rows.go, order.go: what a row is, and the order, blocks and batches of rows
//   - changes.go, observe.go: what changes to a table count, and what observers hear of an operation
//   - arguments.go, refusals.go, needs.go, reasons.go: what an operation may be given, and the tables: what is refused,
//     which kind of query supports what, and which statements a reason rests on
//
// [github.com/relspec/relspec/model] keeps a world and performs the operations of the protocol on it;
// [github.com/relspec/relspec/model/proof] puts derivations into words. The engine under test shares nothing with this
// package but the vocabulary (spec, spec/lang).
package rules
