// Package rules decides what the ids of entities mean: which ids follow from others, what instances inherit, what a deletion
// takes along, which names are free. It keeps the tables of package store accordingly.
//
// Its [World] does operations at once. Whoever wants to know of a change before it is made is its [Listener]; a world without
// one pays a test of a word per change.
//
// # Reading the code
//
// What an entity is: world, elements (ids with generations), builtin (reserved entities), traits (properties as bits), component
// (types of ids), order (type order), names.
//
// What an operation does: entity (new ones), add, check (what is refused), remove, cleanup (deletions and their policies),
// copies, override, spread (what instances and children get), toggle, raw (changes without checks), undo (taking back),
// nonfragmenting (targets beside the tables), snapshot.
//
// What is asked: inherit, target, depth, reach (what lies above and below along a transitive relationship), data, table_key.
//
// What others follow the world by: listener, hooks, changelog, meter, invariants.
package rules
