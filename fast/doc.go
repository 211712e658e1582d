// Package fast is an entity component system with relationships: entities have ids, which are components, tags and
// pairs of a relationship and a target, and queries find them. It has the semantics of the profiles of package spec,
// which documents of the Flecs family gave, and is held to them by package model and the oracle.
//
// Entities with the same ids share a table with a contiguous column per component. An index leads
// from every id, and from (R, *), (*, T), * and (*, *), to its tables, so that queries, and the
// deletion of targets, cost as much as the tables they touch.
//
// # Contents
//
// Everything is an [Entity]: what a program makes, its tags, components and relationships. What an
// entity has is named by an [AnyID]: a tag, the *[Component] of a Go type, or a [Pair] of a
// relationship and a target. docs/guide teaches by task, docs/embed.md is the reference.
//
//   - Make: [NewWorld]; [World.NewTag], [World.NewRelationship], [NewRelationshipOf], [Register] for what
//     entities have; [World.Spawn] and [Spawn1] to [Spawn8] with [Named] and [Below] for entities, [SpawnMany1]
//     and its relatives for many.
//   - Change: [World.Add], [World.AddPair], [World.Remove], [Set], [Component.Set], [Component.SetPair],
//     [World.Exchange], [World.Delete], [SetOne] for resources.
//   - Ask: [World.Has], [Get], [One], [World.IDs]; [World.Target], [World.Targets], [World.Sources],
//     [World.Children], [World.Traverse], [Component.Pairs], [Relationship], [Closure].
//   - Names: [World.SetName], [World.Find], [World.FindBelow], [World.Path], [World.SetScope].
//   - Queries: [NewQuery0] to [NewQuery8] with [Term]s ([Not], [Maybe], [Optional], [On], [Up], [Cascade], [Text],
//     [OrderBy], ...); [Query2.All], [Query2.Batches], [Query2.With], [Query2.Bind], [Query2.Split];
//     [World.Prepare] for queries that come from outside.
//   - Change all that matches: [Query0.AddAll], [Query0.ExchangeAll], [SetAll], [Query0.DeleteAll].
//   - Wait: [World.Defer], [Commands].
//   - Hear: [World.Observe], [Observe], [World.Emit], [World.Listen]; [Changes] for values written since.
//   - Prefabs: [World.Instantiate], [World.Clone], [World.Override], [World.DisableID].
//   - Keep: [World.Snapshot], [World.Restore], [World.Save], [World.Load]; [World.SaveTree],
//     [World.SaveQuery], [World.SavePart], [World.LoadPart] for parts; [World.Teardown] ends a world.
//   - Look: [World.Describe], [World.Stats], [World.Tables], [World.Records], [World.TextOf].
//   - Reserved entities: [ChildOf], [IsA], [Exclusive], [Transitive], [Symmetric], [Prefab], ...
//
// Arguments stand in the order of the sentence: the entity, the relationship, the target. Calls that
// make something from what a program says (New..., Register, Spawn..., Observe, Listen) panic with an
// [*Error] if it makes no sense; other calls return it. A dead entity has nothing.
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
