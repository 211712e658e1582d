// Package store is the storage kernel of package fast: an archetype store
// that knows ids, tables and an index, and no meaning of relationships
// (inheritance, exclusivity, cleanup and names live above it).
//
// # Use
//
//	s := store.New(store.Options{Reserved: 256, TypeOf: world.typeOf})
//	position := store.Register[Position](s)     // TypeOf(Single(p)) answers position
//	e, err := s.Create()                        // in store.Root
//	s.Add(e, store.Single(p.Index()))           // one id; moves between tables
//	s.Change(e, add, remove)                    // several, one move
//	t, err := s.Table(ids...)                   // find or make; then
//	e, err = s.CreateIn(t)                      // straight into it, or
//	row, err := s.CreateMany(t, n)              // s.Entities(t)[row:] are new
//	*store.Value[Position](s, e, id) = ...      // or s.Get(e, id): address, type, found
//
// Where one component or relationship of many entities is read, resolve it
// once: positions := s.Reader(p.Index()) and then positions.Cell(e), Has(e);
// likes := s.Relation(r.Index()) and then likes.One(e), Has(e, target). They are two to four times
// as fast as Value, HasID and Target, and mostly small enough to be inlined.
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
// id)). If no entity has to be notified, use Merge instead of MoveAll: it takes constant time if
// the other table is empty. The two tables may then exchange their numbers.
// Delete then purges: tables that had e as component or relationship are removed, tables that had
// it as target are parked and come back for another target (TableRetargeted). Otherwise it errs
// with ErrInUse. Only PurgePairs makes the store call TypeOf again.
//
// To give an entity with one target of a relationship another target, Replace
// is the cheapest way. Where entities collect hundreds of pairs one by one,
// their tables change ids where they are (see wide); call Trim when TrimDue,
// at the end of an operation. Shrink gives back memory that was once needed.
//
// # Cached queries
//
// Subscribe for table events: TableCreated (match it), TableRetargeted (single
// ids and (R,*) still match, targets have changed), TableParked (empty now),
// TableRemoved (drop it).
//
// # Rules
//
//   - Indices below Options.Reserved are alive from the start, in Root. Index 1
//     is the wildcard. Indices in ids are at most MaxFirst, but targets any.
//   - Slices and addresses are valid until the next structural change (rows
//     come or go, a table is made).
//   - Any number of goroutines may read while none writes. Reading is all of
//     Alive, At, Record, Get, Value, Has, HasID, Find, Next, Lookup, Target,
//     Column, Entities, IDs, Lock and Unlock; making a table is writing.
//   - An operation that errs changes nothing, except that Add, Remove, Change
//     and TableWith may have made an empty table.
//
// # Beside the tables
//
// Exclusive holds a relationship with one target per source without making tables; Reachability
// answers ancestor questions on forests in constant time when clean, by walking otherwise. The
// layer above feeds them, and removes deleted entities.
//
// # Files
//
// id, types, errors: vocabulary. store, entity, table, archetype: the data.
// find, transition, move, merge, row: how an entity gets into another table.
// key, index, list, access: where an id is. purge, event, lock, change, clone: as their names say. memory, slab,
// arena, hash: allocation without pointers. exclusive, reachability: storage
// beside the tables. check, debug: invariants.
//
// Build with -tags relspec_debug to check rows, that ids name living entities, and in small worlds
// all invariants after every change; addresses kept over a change, and writers at the same time,
// are noticed too (see stale). An error panics.
package store
