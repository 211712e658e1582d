// Package query answers queries about a world of package rules. [Compile] resolves and analyses a query once; an [Exec] is one
// run of it, whose results go to a [Sink].
//
// # Reading the code
//
// Before a run: query (what a compiled query is), compile, compile_element (terms resolved), analyse (conditional variables),
// ordering, member (C.m), lookup ($x.child), place (of errors in a text), set (what stands for an element), data (text as facts).
//
// A run: plan and plan_cost (the order of terms), exec (walks the plan and goes back), match (one term), facts, transitive and
// reach (what holds for an entity or a table), candidates (tables to try), chain, compare, list, traverse, toggle,
// nonfragmenting, plan_text (what a plan looks like). Where elements stand for more than themselves: set_plan (the lists of a term),
// set_walk (the candidates of a set), set_match and set_closed (what counts of the ids that they show), set_tables, chain_every.
//
// After a run: rows, comparer and ordered (sorting, groups, cascade), cache and cache_match (matches that are brought up to
// date), cached_order.
package query
