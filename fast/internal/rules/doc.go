// Package rules implements the meaning of ids: which ids follow from others, which ids instances
// inherit, which entities a deletion includes, which names are free. It updates the tables of
// package store accordingly.
//
// A [World] applies operations immediately. A [Listener] is notified of each change; without one, a
// change costs one test.
//
// # Reading the code
//
// Entities: world, elements (ids with generations), builtin (reserved entities), number (numbers as
// targets), traits (properties as bits), component (types of ids), order (type order), names.
//
// Operations: entity (creation), add, check and errors, remove, cleanup (deletions and their
// policies), copies, override, spread (ids that instances and children get), toggle, raw (changes
// without checks), undo, nonfragmenting (targets stored outside the tables), ordered (sources in
// an order), own (rules of profiles that engines define), snapshot, fill (loading), shrink.
//
// Questions: inherit, target, depth, reach (the entities above and below along a transitive
// relationship), data, table_key.
//
// Tracking changes: listener, hooks, changelog, sortkeys, meter, invariants.
package rules
