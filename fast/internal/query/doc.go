// Package query answers queries about a world of package rules. [Compile] resolves and analyses a
// query once. An [Exec] is one run of it; it passes its results to a [Sink].
//
// # Reading the code
//
// Before a run: query (a compiled query), compile, compile_element (resolves terms), analyse
// (conditional variables), ordering, member (C.m), lookup ($x.child), place (positions of errors),
// set (the entities that an element can stand for), data (query text that states facts).
//
// A run: plan and plan_cost (the order of terms), exec (executes the plan, with backtracking),
// match (one term), facts, transitive and reach (the stored and derived pairs of an entity or
// table), candidates (tables to try), chain (Or), compare, list (AndFrom, OrFrom, NotFrom),
// traverse and above (ids of entities above), toggle (disabled ids), nonfragmenting, exact (queries
// with Exact), plan_text and plan_warn (a plan as text). scan and scan_table find matches by whole
// tables, without a plan. one tests a single entity. In profiles with sets: set_walk (the
// candidates of a set), set_match (matching a term with sets), set_transitive (derived pairs).
//
// After a run: rows and matches (results), comparer and ordered (sorting, groups and cascade of an
// uncached query), cache, cache_match and cache_above (cached matches), cached_order and sequence
// (cached order).
package query
