// Package fast is an entity component system with relationships: entities have ids, which are components, tags and
// pairs of a relationship and a target, and queries find them. It has the semantics of the profiles of package spec,
// which documents of the Flecs family gave, and is held to them by package model and the oracle.
//
// Entities with the same ids share a table with a contiguous column per component. An index leads
// from every id, and from (R, *), (*, T), * and (*, *), to its tables, so that queries, and the
// deletion of targets, cost as much as the tables they touch.
//
// # Worlds
//
//   - [NewWorld], [World.Create], [World.Spawn], [World.Delete]: entities. An [Entity] of a deleted one is refused.
//   - [World.Add], [World.Remove], [World.Has], [World.Owns], [World.IDs]: ids, made by [Single] and [Pair].
//   - [World.Target], [World.Targets], [World.Sources], [World.Parent], [World.Traverse]: along relationships.
//   - [World.SetName], [World.Lookup], [World.Path], [World.SetScope]: names.
//   - [World.Prepare], [Query.Rows]: queries in the query language or as terms.
//   - [World.Snapshot], [World.Restore], [World.Save], [World.Load], [World.Teardown].
//   - [World.SaveTree], [World.SaveQuery], [World.SavePart], [World.LoadPart]: parts of worlds, as templates.
//   - [World.Defer], [World.DeferBegin], [World.DeferEnd]: changes that wait.
//   - [World.Observe], [Observe], [World.Emit]: callbacks that hear of changes, of the values that
//     come and go, and of events of the program's own; monitors.
//   - [World.DisableID], [World.Override]: ids that queries do not see, ids that instances get copies of.
//   - [World.TableOf], [World.Tables], [World.Records], [World.Stats]: where ids are stored, to look at.
//   - [ChildOf], [IsA], [Exclusive], [Transitive], ...: reserved entities, relationships and properties.
//
// # Go types
//
// Components of Go types, queries for their values and loops over slices are generic. A component is an entity like all
// others: [World.Add], queries in the query language and snapshots see it. docs/embed.md is the guide.
//
//   - [Component], [Register], [Get], [Set], [Has], [Add], [Unset]: values.
//   - [World.AddPair] and relatives, [Relationship], [GetID], [SetID]: pairs and their values.
//   - [Spawn1] and relatives, [World.SpawnWith]: entities straight in their final table, one by one or in bulk.
//   - [Query0] to [Query8]: per number of fields, the query, its batches and rows. [Term] is a
//     further condition of a query.
//   - [Query0.ExchangeAll] and relatives, [SetAll], [World.Exchange], [World.SpawnMany]: many changes in one.
//   - [Batch], [Column], [Commands], [Changes], [Closure]: the values of a loop.
//
// # Reading the code
//
// This folder is the part that programs see. Behind it are rooms, each of which knows only those after it:
//
//   - fast/engine: operations of package spec on a world, for the oracle and adapters.
//   - fast/tecs: the calls of another library, Tecs, on a world; fast/tecs/engine: operations of package spec on that.
//   - internal/change: the steps of a change and who hears of it: hooks, deferral, observers, change detection.
//   - internal/query: how a query is compiled, planned, run, cached and ordered.
//   - internal/save: files; internal/stats: counts of the parts of a world.
//   - internal/rules: the meaning of ids: inheritance, exclusivity, cleanup, names, and how an operation is taken back.
//   - internal/store: tables, columns and indexes.
//
// # Goroutines
//
// Any number may read a world and run queries while none writes. [Query2.Split] gives each of them a part of a query.
package fast

//go:generate go run ./internal/typedgen
