// Package tecs is an API on top of package fast with the calls of the library Tecs, as described in
// its document on relationships: relationships are declared, an edge goes from one entity to
// another and may have data, and a query returns an entity once, however many targets it has. Its
// semantics are those of the profile tecs; package model and the oracle test them.
//
//   - [NewWorld], [World.Spawn], [World.Despawn]: entities.
//   - [World.NewRelationship], [NewRelationshipOf]: relationships without data, with named
//     fields, with data of a Go type.
//   - [Relationship.To], [Relationship.New], [World.Set], [World.Remove], [World.Has]: edges.
//   - [World.Get], [World.GetTo], [World.Target], [World.Targets], [World.ForEach]: the data and
//     edges of an entity.
//   - [World.NewQuery], [Relationship.Targeting], [Query.Batches]: queries.
//   - [World.Sources], [World.Traverse], [World.WalkUp]: walks along a relationship. Tecs calls
//     Sources world:targets.
//   - [World.Defer], [World.Commit]: staged changes.
//   - [World.Observe], [World.Snapshot], [World.Restore].
//
// # Storage
//
// Each world stores its data in a world of package fast. A dense edge is a pair in the tables, with
// its data in a column. A sparse edge of an exclusive relationship is a non-fragmenting pair
// (docs/decisions/004-targets-beside-tables.md). The edges of a sparse relationship with several
// targets are in maps, by source and by target, and the table has a tag. Exclusive relationships
// and cascades use the properties Exclusive and OnDeleteTarget of package fast.
//
// # Reading the code
//
// world, relationship (declarations), data (Go types of values), edges and many_sparse (storage of
// edges), part (edges as values), ids (operations), reverse (along relationships), query, stage,
// monitor, limits, snapshot, component, typed. Package engine applies operations of package spec.
package tecs
