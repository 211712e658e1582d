// Package query answers queries about a world of package rules. [Compile] resolves and analyses a
// query once; an [Exec] is one run of it, whose results go to a [Sink].
//
// # Reading the code
//
// Before a run: query (a compiled query), compile, compile_element (terms resolved), analyse
// (conditional variables), ordering, member (C.m), lookup ($x.child), place (of errors in a text),
// set (the entities that stand for an element), data (text as facts).
//
// A run: plan and plan_cost (the order of terms), exec (walks the plan and goes back), match (one
// term), facts, transitive and reach (the pairs that hold for an entity or a table), candidates
// (tables to try), chain, compare, list, traverse, toggle, nonfragmenting, plan_text (a plan as
// text). Where elements stand for more than themselves: set_walk (the candidates of a set),
// set_match (which of the ids that they show count), set_transitive (pairs that follow),
// chain_every.
//
// After a run: rows, comparer and ordered (sorting, groups, cascade, anew for a run), cache and
// cache_match (matches that are brought up to date), cached_order and sequence (their order, too).
package query
