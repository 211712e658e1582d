// Package store is the storage of package fast: archetype tables with an index of ids. It does
// not know what relationships mean; inheritance, exclusivity, cleanup and names are in package
// rules.
//
// # Use
//
//	s := store.New(store.Options{Reserved: 256, TypeOf: world.typeOf})
//	position := store.Register[Position](s)     // TypeOf must return position for Single(p.Index())
//	e, err := s.Create()                        // in store.Root
//	s.Add(e, store.Single(p.Index()))           // one id; moves between tables
//	s.Change(e, add, remove)                    // several, one move
//	t, err := s.Table(ids...)                   // find or create; then
//	e, err = s.CreateIn(t)                      // straight into it, or
//	row, err := s.CreateMany(t, n)              // s.Entities(t)[row:] are new
//	*store.Value[Position](s, e, id) = ...      // or s.Get(e, id): address, type, found
//
// To read one component or relationship of many entities, look it up once:
// positions := s.Reader(p.Index()), then positions.Cell(e) or Has(e);
// likes := s.Relation(r.Index()), then likes.One(e) or Has(e, target). These are two to four times
// as fast as Value, HasID and Target, and most can be inlined.
//
// Iteration is over tables; positions in IDs are the column numbers:
//
//	for _, p := range s.Lookup(id) {            // id may be (R,*), (*,T), (*,*), *
//		if s.Count(p.Table) == 0 { continue }   // empty tables are listed
//		column, _ := s.Find(p.Table, id)
//		cells := store.Column[Position](s, p.Table, column)
//		for row, e := range s.Entities(p.Table) { ... }
//	}
//	column, count := s.Find(t, id)              // where, and how often, t has id
//	s.Next(t, id, from)                         // the next match, for (*, T)
//
// # Deletion
//
// Delete(e) frees the index of e, so no id may mention it any more. If Mentioned(e.Index()) is
// true, the layer above first applies its policies to the entities in Lookup(Single(e)),
// Lookup(Pair(e, Wildcard)) and Lookup(Pair(Wildcard, e)), in bulk with MoveAll(t, TableWithout(t,
// id)). If the caller does not need to know which entities move, use Merge instead of MoveAll: if
// the other table is empty, Merge may exchange the ids of the two tables instead of moving rows.
//
// Delete then purges: it removes tables that had e as component or relationship, and parks tables
// that had e as target, to be reused for another target (TableRetargeted). If other entities still
// have ids that mention e, it returns ErrInUse. Delete and PurgePairs make the store call TypeOf
// again for the ids whose tables they remove.
//
// Replace is the fastest way to give an entity with one target another target. If entities collect
// hundreds of pairs one by one, their tables change ids in place (see wide); at the end of an
// operation, call Trim if TrimDue. Shrink frees memory that is no longer needed.
//
// # Cached queries
//
// Subscribe to table events: TableCreated (match it), TableRetargeted (single ids and (R,*) still
// match, targets have changed), TableParked (empty now), TableRemoved (drop it).
//
// # Rules
//
//   - Indices below Options.Reserved are alive from the start, in Root. Index 1
//     is the wildcard. A first element is at most MaxFirst; a target can be any index.
//   - Slices and addresses are valid until the next structural change (rows
//     are added or removed, a table is created).
//   - Any number of goroutines may read while none writes. Alive, At, Record,
//     Get, Value, Has, HasID, Find, Next, Lookup, Target, Column, Entities
//     and IDs read; creating a table writes.
//   - An operation that returns an error changes no entity, but may have
//     created an empty table.
//
// # Outside the tables
//
// Exclusive stores a relationship with one target per source without creating tables. Reachability
// answers questions about ancestors, in constant time on a clean forest and by walking otherwise.
// Ordered stores the sources of each target in an order. The layer above adds and removes the
// pairs, and removes deleted entities.
//
// # Files
//
// id, types, errors: vocabulary. store, entity, table, archetype: the data.
// find, transition, move, merge, row, wide: moving an entity to another table.
// key, index, list, access, reader: finding an id. adopt (loading), clone, event, log, purge,
// shrink: as their names say. memory, slab, arena, hash, own, bytes: allocation and copies.
// exclusive, ordered, reachability: storage outside the tables. check, check_room, debug, stale:
// invariants.
//
// Build with -tags relspec_debug to check rows, that ids name alive entities, and in small worlds
// all invariants after every change. The build also detects stale addresses and concurrent writers
// (see stale). A violation panics.
package store
