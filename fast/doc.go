// Package fast is an archetype ECS with relationships. An id is anything that you can add to an
// entity: a component, a tag, or a pair of a relationship and a target. Queries find entities by
// their ids. A world follows a profile: a set of rules, by default those of Flecs 4.1.
// docs/specification describes the rules.
//
// Entities with the same ids are rows of one table, which has a slice for each component. An index
// maps each id, and each of the patterns (R, *), (*, T), * and (*, *), to the tables that have a
// matching id. So the cost of a query, or of deleting a target, depends on the matching tables and
// not on the size of the world.
//
// # Contents
//
// Objects, tags, components and relationships are all an [Entity]. Wherever a call takes an
// [AnyID], pass a tag, the *[Component] of a Go type, or a [Pair] of a relationship and a target.
// docs/guide has instructions for common tasks; docs/embed.md is the reference.
//
//   - Create: [NewWorld]; [World.NewTag], [World.NewRelationship], [NewRelationshipOf] and
//     [Register] for tags, relationships and components; [World.Spawn] and [Spawn1] to [Spawn8]
//     with [Named] and [Below] for entities; [SpawnMany1] and similar functions for many entities.
//   - Change: [World.Add], [World.AddPair], [World.Remove], [Set], [Component.Set],
//     [Component.SetPair], [World.Exchange], [World.Delete], [SetOne] for resources.
//   - Read: [World.Has], [Get], [One], [World.IDs]; [World.Target], [World.Targets],
//     [World.Sources], [World.Children], [World.Traverse], [Component.Pairs], [Relationship],
//     [Closure].
//   - Names: [World.SetName], [World.Find], [World.FindBelow], [World.Path], [World.SetScope].
//   - Queries: [NewQuery0] to [NewQuery8] with [Term]s ([Not], [Maybe], [Optional], [On], [Up],
//     [Cascade], [Text], [OrderBy], ...); [Query2.All], [Query2.Batches], [Query2.With],
//     [Query2.Bind], [Query2.Split]; [World.Prepare] for query text from users, since it returns
//     errors and does not panic.
//   - Change all matches: [Query0.AddAll], [Query0.ExchangeAll], [SetAll], [Query0.DeleteAll].
//   - Defer: [World.Defer], [Commands].
//   - Observe: [World.Observe], [Observe], [World.Emit], [World.Listen]; [Changes] for written
//     values.
//   - Prefabs: [World.Instantiate], [World.Clone], [World.Override], [World.DisableID].
//   - Save: [World.Snapshot], [World.Restore], [World.Save], [World.Load]; [World.SaveTree],
//     [World.SaveQuery], [World.SavePart], [World.LoadPart] for parts; [World.Teardown] ends a
//     world.
//   - Inspect: [World.Describe], [World.Stats], [World.Tables], [World.Records], [World.TextOf].
//   - Reserved entities: [ChildOf], [IsA], [Exclusive], [Transitive], [Symmetric], [Prefab], ...
//
// The order of arguments is entity, relationship, target. Constructors (New..., Register, Spawn...,
// Observe, Listen) panic with an [*Error] if their arguments are invalid. Other calls return the
// error, or panic with it if they have no error result. Calls that only read, such as [World.Has]
// and [Get], treat a dead entity as one without ids.
//
// # Reading the code
//
// This folder is the public API. Each package in this list imports only packages further down.
// Those above internal also import package fast, which imports those in internal:
//
//   - fast/engine: operations of package spec on a world, for the oracle and adapters.
//   - fast/tecs/engine: the same operations on a world of fast/tecs.
//   - fast/tecs: an API like that of the library Tecs.
//   - fast/inspect: a page that shows a running world in a browser.
//   - internal/bridge: access to the core of a [World], for fast/engine and fast/tecs.
//   - internal/change: the steps of a change, hooks, deferral, observers, change detection.
//   - internal/query: compiling, planning, running, caching and ordering of queries.
//   - internal/save: files; internal/stats: statistics of a world.
//   - internal/rules: the meaning of ids: inheritance, exclusivity, cleanup, names, and undo.
//   - internal/store: tables, columns and indexes.
//
// # Goroutines
//
// Any number of goroutines may read a world and run queries while no goroutine writes.
// [Query2.Split] divides a query among goroutines.
package fast

//go:generate go run ./internal/typedgen
