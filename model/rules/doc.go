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
// Read the files in this order; each has an Example that runs:
//
//   - world.go: entities, ids, facts, tables, and the order in which everything is listed
//   - traits.go: what the properties of a relationship mean for its ids; the data of an id
//   - inherit.go: the ids of an entity: its own and those of its bases
//   - sets.go: which entities a set stands for, in profiles whose terms have sets
//   - relate.go: creation, and the consequences of adding, setting and removing an id
//   - cleanup.go: the entities and pairs that go when an entity is deleted, and the end of a world
//   - names.go: names, paths, hierarchies
//   - define.go: facts in query text
//   - arguments.go: the arguments that an operation takes
//   - refusals.go: a table of the conditions under which an operation, or a consequence, is refused
//   - reasons.go: a table of the statements that a consequence, or a step of a proof, rests on
//
// [github.com/relspec/relspec/model] keeps a world and performs the operations of the protocol on
// it; [github.com/relspec/relspec/model/proof] puts derivations into words. The engine under test
// shares nothing with this package but the vocabulary (spec, spec/lang).
package rules
