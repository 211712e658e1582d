// Package rules decides the meaning of the ids of entities: which ids follow from others, which
// ones instances inherit, which entities a deletion takes along, which names are free. It keeps the
// tables of package store accordingly.
//
// Its [World] does operations at once. Whoever wants to know of a change before it is made is its
// [Listener]; a world without one pays a test of a word per change.
//
// # Reading the code
//
// Entities: world, elements (ids with generations), builtin (reserved entities), traits (properties as bits), component
// (types of ids), order (type order), names.
//
// Operations: entity (new ones), add, check (refusals), remove, cleanup (deletions and their
// policies), copies, override, spread (the ids that instances and children get), toggle, raw
// (changes without checks), undo (taking back), nonfragmenting (targets beside the tables),
// snapshot.
//
// Questions: inherit, target, depth, reach (the entities above and below along a transitive
// relationship), data, table_key.
//
// For those who follow the world: listener, hooks, changelog, meter, invariants.
package rules
