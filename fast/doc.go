// Package fast is an entity component system with relationships: entities have ids, which are components, tags and
// pairs of a relationship and a target, and queries find them. It has the semantics of the profiles of package spec,
// which documents of the Flecs family gave, and is held to them by package model and the oracle.
//
// Entities with the same ids share a table with a contiguous column per component. An index leads from every id, and
// from (R, *), (*, T), * and (*, *), to its tables, so that queries, and the deletion of what others mention, cost what
// they touch. What relationships mean (inheritance, exclusivity, cleanup) is decided here; package internal/store keeps
// the tables.
//
// # Worlds
//
//   - [NewWorld], [World.Create], [World.Spawn], [World.Delete]: entities. A kept [Entity] of a deleted one is refused.
//   - [World.Add], [World.Remove], [World.Has], [World.Owns], [World.IDs]: ids, made by [Single] and [Pair].
//   - [World.Target], [World.Targets], [World.Sources], [World.Parent], [World.Traverse]: along relationships.
//   - [World.SetName], [World.Lookup], [World.Path], [World.SetScope]: names.
//   - [World.Snapshot], [World.Restore], [World.Teardown].
//   - [World.Defer], [World.DeferBegin], [World.DeferEnd]: changes that wait.
//   - [World.Observe]: callbacks that hear of changes; monitors.
//   - [World.DisableID], [World.Override]: ids that queries do not see, ids that instances get copies of.
//   - [World.TableOf], [World.Tables], [World.Records]: where ids are stored, to look at.
//   - [ChildOf], [IsA], [Exclusive], [Transitive], ...: reserved entities, relationships and properties.
//
// Components of Go types, typed queries and loops over slices are in the files typed*.go; the examples show them.
//
// # Engines
//
// [NewEngine] is a world under handles that applies operations of package spec, as the oracle and adapters need.
//
// # Reading the code
//
// What an operation does: entity, add, remove, check (what is refused), raw (changes without checks), loose (targets
// beside the tables), cleanup, journal (taking back), names, component, traits (properties as bits), inherit, order
// (type order), target, hierarchy, snapshot. What a change passes before that: command (the gate), defer, override,
// toggle, observer (needs: what may concern it; capture: how it was before; events; dispatch), teardown.
//
// How a query is answered: compile (terms resolved), analyse (conditional variables), plan (order of terms, per run),
// exec (walks the plan and goes back), match (one term), facts and transitive (what holds for an entity or a table),
// candidates (tables to try), chain, compare, list, traverse, cache (matches kept up to date), lookup
// ($x.child), member (C.m), ordering, comparer, ordered and kept_order (sorting, groups, cascade), tracking (change detection).
//
// The oracle's view: engine*, explain.
//
// # Goroutines
//
// Any number may read a world and run queries while none writes.
package fast
