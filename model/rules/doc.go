// Package rules gives the meaning of a world: the ids that an entity has, and the changes and
// refusals of an operation. It is the first part of a text that is written to be read, top to
// bottom, by someone who knows entities and components. The second part,
// [github.com/relspec/relspec/model/rules/query], gives the rows that answer a query; the third,
// [github.com/relspec/relspec/model/rules/events], the events of an operation. Everything is a
// plain list; nothing is indexed, remembered or ordered for speed.
//
// The comments cite their sources: statements of the ledger (REL-131, QRY-200, FQL-030, SET-109),
// clauses of docs/specification (facts.transitive). Where the manuals disagree, the rules ask a field
// of the profile and never its name.
//
// Read the files beside the chapters of the specification (docs/specification), which they are
// named after, in the order of its contents. Each has an Example that runs:
//
//   - entities_and_ids.go: entities, ids, facts, tables, and the order in which everything is listed
//   - components_and_pairs.go: creation, the data of an id, and the consequences of adding, setting
//     and removing one
//   - relationship_properties.go: what the properties of a relationship mean for its ids
//   - inheritance.go: the ids of an entity: its own and those of its bases; copies.go: clones and instances
//   - hierarchies_and_names.go: parents, names, paths
//   - cleanup.go: the entities and pairs that go when an entity is deleted, and the end of a world
//   - change.go: deferred commands, and worlds that are taken back
//   - events/observers.go: which events an operation causes, in which order
//   - query/terms.go, terms_kinds.go, terms_facts.go, terms_rows.go: what a term asks for, when it
//     is true, and what a row reports
//   - query/operators.go: how terms are true together
//   - query/variables.go: in which order terms are evaluated, and which variables that leaves unset
//   - query/traversal.go: where else a term may look
//   - query/wildcards.go: what a wildcard covers and reports
//   - query/scopes.go: terms that are true together, or not, inside of a query
//   - query/order.go: the order, blocks and batches of rows
//   - events/changes.go: the writes and moves by which a table counts as changed for a query
//   - query_text.go: facts in query text
//   - limits_and_errors.go: a table of the conditions under which an operation, or a consequence,
//     is refused; arguments.go: the arguments that an operation takes
//   - sets.go, query/sets.go, query/sets_substitution.go: entities that stand for an element of a
//     term, in profiles whose terms have sets
//
// The chapter on declared relationships is [github.com/relspec/relspec/model/tecs]. Beside the
// chapters there are reasons.go, a table of the statements that a consequence, or a step of a
// proof, rests on, and [github.com/relspec/relspec/model/rules/order] and
// [github.com/relspec/relspec/model/rules/saved].
//
// [github.com/relspec/relspec/model] keeps a world and performs the operations of the protocol on
// it; [github.com/relspec/relspec/model/proof] puts derivations into words. The engine under test
// shares nothing with this package but the vocabulary (spec, spec/lang).
package rules
