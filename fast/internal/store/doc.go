// Package store is the storage kernel of package fast: an archetype store
// that knows ids, tables and an index, and nothing of what relationships mean
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
// Iteration is over tables; positions in IDs are the column numbers:
//
//	for _, p := range s.Lookup(id) {            // id may be (R,*), (*,T), (*,*), *
//		if s.Count(p.Table) == 0 { continue }   // empty tables are listed
//		cells := store.Column[Position](s, p.Table, int(p.Column))
//		for row, e := range s.Entities(p.Table) { ... }
//	}
//	column, count := s.Find(t, id)              // where, and how often, t has id
//	s.Next(t, id, from)                         // the next match, for (*, T)
//
// A query that runs user code locks the tables it is in (Lock, Unlock);
// rows of a locked table cannot be added or removed (ErrLocked), its cells
// may be written.
//
// # Deletion
//
// Delete(e) frees the index of e, so no id may mention it any more. If
// Mentioned(e.Index()) is true, the layer above first applies its policies to
// the entities in Lookup(Single(e)), Lookup(Pair(e, Wildcard)) and
// Lookup(Pair(Wildcard, e)), in bulk with MoveAll(t, TableWithout(t, id)) and
// DeleteRows(t). Delete then purges: tables that had e as component or
// relationship are removed, tables that had it as target are parked and come
// back for another target (TableRetargeted). Otherwise it errs with ErrInUse.
// Purge alone makes the store ask TypeOf again.
//
// # Cached queries
//
// Subscribe for table events and Watch matched tables: TableCreated (match
// it), TableRetargeted (single ids and (R,*) still match, targets have
// changed), TableParked (empty now), TableRemoved (drop it), TableFilled and
// TableEmptied (watched tables only).
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
// Exclusive holds a relationship with one target per source, Sparse a
// component, without making tables; Labels answers ancestor questions on
// forests in constant time. The layer above feeds them.
//
// # Files
//
// id, types, errors: vocabulary. store, entity, table, archetype: the data.
// find, move: how an entity gets into another table. key, index: where an id
// is. purge, event, lock, change, clone: what the names say. memory, slab,
// arena, hash: allocation without pointers. exclusive, sparse, label: storage
// beside the tables. check: invariants.
//
// Build with -tags relspec_debug to check every row access and to make the
// tests check all invariants after every step.
package store
