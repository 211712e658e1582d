// Package rules defines a world: which ids an entity has, what each operation changes, and when it
// is refused. It is meant to be read from top to bottom by someone who knows entities and
// components. Package [github.com/relspec/relspec/model/rules/query] continues with the rows that
// answer a query, and [github.com/relspec/relspec/model/rules/events] with the events of an
// operation. Almost all data structures are plain lists. There are no indexes, no caches and no
// optimisations.
//
// Comments cite their sources: statements of the ledger (REL-131, QRY-200, FQL-030, SET-109) and
// clauses of docs/specification (facts.transitive). Where the manuals disagree, the rules test a
// field of the profile, never the name of the profile.
//
// Two kinds of calls occur in many rules. A method of limits_and_errors.go, such as mayAdd, returns
// an error if a change is refused. because, of the same file, records a consequence of the
// operation for explanations and changes nothing.
//
// The files are named after the chapters of the specification (docs/specification). Read them side
// by side, in this order. Each file has an Example:
//
//   - entities_and_ids.go: entities, ids, facts, tables, and the order in which everything
//     is listed
//   - components_and_pairs.go: creation, the data of an id, and the consequences of adding, setting
//     and removing one
//   - relationship_properties.go: what the properties of a relationship mean for its ids;
//     ordered_sources.go: the order of the sources of a pair
//   - inheritance.go: own ids and ids inherited from bases; copies.go: clones and instances
//   - hierarchies_and_names.go: parents, names, paths
//   - cleanup.go: what is deleted or removed along with an entity, and the teardown of a world
//   - change.go: deferred commands, snapshots, saving and loading
//   - events/observers.go: which events an operation causes, in which order
//   - query/terms.go, terms_kinds.go, terms_facts.go, terms_rows.go: what a term asks for, when it
//     is true, and what a row reports
//   - query/operators.go: how the terms of a query are combined
//   - query/variables.go: the order in which terms are evaluated, and which variables stay unset
//   - query/traversal.go: terms that search other entities
//   - query/wildcards.go: what a wildcard covers and reports
//   - query/scopes.go: scopes of terms
//   - query/order.go: the order, blocks and batches of rows
//   - events/changes.go: change detection
//   - query_text.go: facts in query text
//   - limits_and_errors.go: the conditions under which an operation, or a consequence, is refused;
//     arguments.go: the arguments of operations
//   - sets.go, query/sets.go, query/sets_substitution.go: sets of entities that stand for an
//     element of a term, in profiles that have them
//
// The chapter on declared relationships is [github.com/relspec/relspec/model/tecs].
//
// Package [github.com/relspec/relspec/model] applies the operations of the protocol to a world.
// Package [github.com/relspec/relspec/model/proof] turns derivations into text. The engine under
// test shares only the vocabulary (spec, spec/lang) with this package.
package rules
