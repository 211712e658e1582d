package fast

// The typed API is the part of the package whose components are Go types. It is generic over them and works on the
// same world as everything else: a component is an entity, its values are what [World.Add], queries and snapshots see.
//
//   - typed_component: [Component], [Register], [Get], [Set], [Has], [Add], [Unset]
//   - typed_pair: [World.AddPair] and relatives, [Relationship], values of pairs
//   - typed_spawn: entities straight in their final table, one by one or in bulk
//   - typed_world: what a world keeps for it, and the lock while loops run
