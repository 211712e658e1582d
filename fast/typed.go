package fast

//go:generate go run ./internal/typedgen

// The typed API is the part of the package whose components are Go types. It is generic over them and works on the
// same world as everything else: a component is an entity, its values are what [World.Add], queries and snapshots see.
// docs/embed.md is its guide.
//
//   - typed_component, typed_core: [Component], [Register], [Get], [Set], [Has], [Add], [Unset]
//   - typed_pair: [World.AddPair] and relatives, [Relationship], values of pairs
//   - typed_spawn: entities straight in their final table, one by one or in bulk
//   - typed_query0 to typed_query5: per number of fields, the query, its batches and rows, the spawner. They differ in
//     that number only
//   - typed_any: what they all have
//   - typed_term, typed_access, typed_order, typed_text, typed_query: what a query asks, and how the engine's query is
//     made of it
//   - typed_match, typed_scan, typed_sorted: what a loop goes over, from a cache, by going over tables, from the engine, in
//     order
//   - typed_walk, typed_batch: loops, [Batch] and [Column]
//   - typed_commands, typed_track, typed_changes: [Commands], change detection, [Changes]
//   - typed_world: what a world keeps for it, and the lock while loops run
//   - forest: transitive relationships as labels
