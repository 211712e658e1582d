// Package tecs is a front of package fast with the calls of Tecs, another library, as its document
// on relationships describes them: relationships are declared, an edge leads from an entity to an
// entity and may have data, and a query finds an entity once, however many targets it has. It has
// the semantics of the profile tecs and is held to it by package model and the oracle.
//
//   - [NewWorld], [World.Spawn], [World.Despawn]: entities.
//   - [World.NewRelationship], [NewRelationshipOf]: relationships without data, with named fields,
//     with data of a Go type.
//   - [Relationship.To], [Relationship.New], [World.Set], [World.Remove], [World.Has]: edges.
//   - [World.Get], [World.GetTo], [World.Target], [World.Targets], [World.ForEach]: the data and edges of an entity.
//   - [World.NewQuery], [Relationship.Targeting], [Query.Batches]: queries.
//   - [World.Sources], [World.Traverse], [World.WalkUp]: along a relationship. Tecs calls the first world:targets.
//   - [World.Defer], [World.Commit]: changes that wait.
//   - [World.Observe], [World.Snapshot], [World.Restore].
//
// # Storage
//
// Behind a world is one of package fast. A dense edge is a pair in its tables, with the data in a
// column. A sparse edge of an exclusive relationship is a pair that does not fragment
// (docs/decisions/004-targets-beside-tables.md). The edges of a sparse relationship with several
// targets lie in maps, by source and by target, and the table has a tag. Exclusive relationships
// and cascades are properties of package fast.
//
// # Reading the code
//
// world, relationship (declarations), data (Go types of values), edges and many_sparse (where edges
// lie), part (edges as values), ids (operations), reverse (along relationships), query, stage,
// monitor, snapshot, component, typed. Package engine applies operations of package spec.
package tecs
