package fast_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// level is a sort key.
type level struct{ Value int64 }

// sortedWorld has queries with cached orders, and addresses that the program holds.
type sortedWorld struct {
	*fast.World
	level    *fast.Component[level]
	tag      fast.Entity
	entities []fast.Entity
	held     []*level
	queries  []fast.Query1[level] // their loops write nothing
	writers  []fast.Query1[level] // the same queries with loops that may write
}

func newSortedWorld() *sortedWorld {
	s := &sortedWorld{World: fast.NewWorld()}
	s.level, s.tag = fast.Register[level](s.World), s.NewTag("Tag")
	tag := fast.Single(s.tag)
	byFunc := fast.OrderByFunc(func(a, b *level) int { return cmp.Compare(a.Value, b.Value) })
	for _, terms := range [][]fast.Term{
		{fast.OrderBy[level]()},
		{fast.Descending(fast.OrderBy[level]())},
		{byFunc, fast.Optional(tag)},
		{byFunc, fast.Not(tag)},
	} {
		s.writers = append(s.writers, fast.NewQuery1[level](s.World, terms...))
		s.queries = append(s.queries, fast.NewQuery1[level](s.World, append(terms, fast.ReadOnly[level]())...))
	}
	return s
}

// structure makes a structural change, which invalidates all addresses.
func (s *sortedWorld) structure(t *rapid.T, e fast.Entity) {
	s.held = nil
	switch rapid.IntRange(0, 6).Draw(t, "structure") {
	case 0:
		s.entities = append(s.entities, fast.Spawn1(s.World, level{rapid.Int64Range(0, 9).Draw(t, "value")}))
	case 1:
		_ = s.Delete(e)
	case 2:
		_ = s.Add(e, s.tag)
	case 3:
		_ = s.Remove(e, s.tag)
	case 4:
		_ = s.level.Remove(e)
	case 5:
		batch := fast.SpawnMany1[level](s.World, 2, s.tag)
		s.entities = append(s.entities, batch.Entities()...)
		s.held = append(s.held, &batch.Field()[0], &batch.Field()[1])
	case 6:
		_ = s.AddPair(e, fast.ChildOf, rapid.SampledFrom(s.entities).Draw(t, "parent"))
	}
}

// write writes values by one of the possible calls.
func (s *sortedWorld) write(t *rapid.T, e fast.Entity) {
	value := level{rapid.Int64Range(0, 9).Draw(t, "value")}
	q := s.writers[rapid.IntRange(0, 3).Draw(t, "query")]
	stop := rapid.IntRange(1, 4).Draw(t, "stop")
	switch rapid.IntRange(0, 7).Draw(t, "write") {
	case 0, 1:
		if !s.level.Owns(e) {
			s.held = nil // adding a value is a structural change
		}
		_ = s.level.Set(e, value)
	case 2:
		if s.Alive(e) {
			if at := s.level.Get(e); at != nil {
				s.held = append(s.held, at)
			}
		}
	case 3:
		if s.Alive(e) && s.level.Owns(e) {
			s.held = append(s.held, fast.GetID[level](s.World, e, s.level.ID()))
		}
	case 4:
		for _, at := range s.held {
			at.Value = value.Value
		}
	case 5: // a loop with nested loops
		for _, at := range q.All() {
			at.Value = value.Value
			s.requireSorted(t, s.queries)
			if stop--; stop == 0 {
				break
			}
		}
	case 6:
		for batch := range q.Batches() {
			batch.Field()[batch.Len()-1] = value
			if stop--; stop == 0 {
				break
			}
		}
	case 7:
		for batch := range fast.NewQuery0(s.World, s.level.ID()).Batches() {
			s.level.In(batch)[0] = value
			s.requireSorted(t, s.queries)
		}
		if at := s.level.Own(e); at != nil {
			*at = value
			require.NoError(t, s.level.Modified(e))
		}
	}
}

// requireSorted compares queries with the entities that have a value, sorted by it.
func (s *sortedWorld) requireSorted(t require.TestingT, queries []fast.Query1[level]) {
	for i, q := range queries {
		var want, got []fast.Entity
		for _, e := range s.entities {
			if s.Alive(e) && s.level.Owns(e) && (i != 3 || !s.Has(e, s.tag)) {
				want = append(want, e)
			}
		}
		slices.SortStableFunc(want, func(a, b fast.Entity) int { // they are in the order of creation
			c := cmp.Compare(s.level.Own(a).Value, s.level.Own(b).Value)
			if i == 1 {
				return -c
			}
			return c
		})
		for e, at := range q.All() {
			got = append(got, e)
			require.Equal(t, s.level.Own(e), at)
		}
		require.Equal(t, want, got, "query %d", i)
		require.Equal(t, len(want), q.Len())
	}
}

// A cached order is correct after any write, also through older addresses and during loops
// (order.values, QRY-523, QRY-540, SET-078, SET-090).
func TestCachedOrderFollowsWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSortedWorld()
		for range rapid.IntRange(1, 40).Draw(t, "entities") {
			s.entities = append(s.entities, fast.Spawn1(s.World, level{rapid.Int64Range(0, 9).Draw(t, "value")}))
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				e := rapid.SampledFrom(s.entities).Draw(t, "entity")
				if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
					s.structure(t, e)
				} else {
					s.write(t, e)
				}
			}
			s.requireSorted(t, s.queries)
		}
		s.requireSorted(t, s.writers)
	})
}

// Many changes of a large order: runs fill up, are split and become empty.
func TestCachedOrderOfManyEntities(t *testing.T) {
	s := newSortedWorld()
	for i := range 3_000 {
		s.entities = append(s.entities, fast.Spawn1(s.World, level{int64(i*7919) % 1000}))
	}
	s.requireSorted(t, s.queries)
	for round := range 40 {
		for i := range 30 {
			n := round*30 + i
			switch e := s.entities[(n*104729)%len(s.entities)]; {
			case round >= 20:
				_ = s.Delete(e)
			case i%3 == 0:
				s.entities = append(s.entities, fast.Spawn1(s.World, level{int64(500)}))
			default:
				_ = s.level.Set(e, level{int64(n*31) % 1000})
			}
		}
		if round%4 == 3 {
			s.requireSorted(t, s.queries)
		}
	}
}

// After a restore the order is that of the restored world, even if no row was added, removed or
// moved since the snapshot.
func TestSortedQueryAfterRestoreOfValues(t *testing.T) {
	s := newSortedWorld()
	var entities []fast.Entity
	for value := range int64(5) {
		entities = append(entities, fast.Spawn1(s.World, level{value}))
	}
	order := func() (list []fast.Entity) {
		for e := range s.queries[0].All() {
			list = append(list, e)
		}
		return list
	}
	require.Equal(t, entities, order())
	before := s.Snapshot()
	for i, e := range entities {
		require.NoError(t, s.level.Set(e, level{-int64(i)}))
	}
	backward := slices.Clone(entities)
	slices.Reverse(backward)
	require.Equal(t, backward, order())
	s.Restore(before)
	require.Equal(t, entities, order())
}

// Unchanged entities leave the order when their table stops matching, and return when it matches
// again.
func TestCachedOrderFollowsInheritance(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	open := fast.Single(w.NewTag("Open"))
	var bases, list []fast.Entity
	for i := range int64(3) {
		base := w.Spawn(open)
		bases = append(bases, base)
		list = append(list, fast.Spawn1(w, level{10 - i}, fast.Pair(fast.IsA, base)),
			fast.Spawn1(w, level{20 - i}, fast.Pair(fast.IsA, base)))
	}
	q := fast.NewQuery1[level](w, open, fast.OrderBy[level]())
	all, without := []fast.Entity{list[4], list[2], list[0], list[5], list[3], list[1]},
		[]fast.Entity{list[4], list[0], list[5], list[1]}
	order := func() (list []fast.Entity) {
		for e := range q.All() {
			list = append(list, e)
		}
		return list
	}
	require.Equal(t, all, order())
	require.NoError(t, w.Remove(bases[1], open))
	require.Equal(t, without, order())
	require.NoError(t, w.Add(bases[1], open))
	require.Equal(t, all, order())
}

// A loop over ordered rows that ends early reports only the entities it visited. A longer loop
// makes all values be compared.
func TestALoopThatEndsEarlyReportsFewWrites(t *testing.T) {
	w := fast.NewWorld()
	for i := range 64 {
		fast.Spawn1(w, mass{float64(i)})
	}
	q := fast.NewQuery1[mass](w, fast.OrderBy[mass]())
	for _, c := range []struct {
		rows  int
		swept bool
	}{{1, false}, {3, false}, {4, true}, {64, true}} {
		before, n := fast.KeysSwept(w), 0
		for range q.All() {
			if n++; n == c.rows {
				break
			}
		}
		require.Equal(t, c.swept, fast.KeysSwept(w) > before, "%d rows", c.rows)
	}
	before := fast.KeysSwept(w)
	for range fast.NewQuery1[mass](w, fast.OrderBy[mass](), fast.ReadOnly[mass]()).All() {
	}
	require.Equal(t, before, fast.KeysSwept(w), "a read-only loop must not compare all keys")
}

// A cached order is correct even if more values were written between two loops than the log of
// writes can hold.
func TestCachedOrderAfterMoreWritesThanAreLogged(t *testing.T) {
	w := fast.NewWorld()
	cell := fast.Register[level](w)
	var entities []fast.Entity
	for i := range int64(8) {
		entities = append(entities, fast.Spawn1(w, level{i}))
	}
	q := fast.NewQuery1[level](w, fast.OrderBy[level](), fast.ReadOnly[level]())
	order := func() (list []fast.Entity) {
		for e := range q.All() {
			list = append(list, e)
		}
		return list
	}
	require.Equal(t, entities, order())
	require.NoError(t, cell.Set(entities[0], level{100}))
	for range 20_000 {
		require.NoError(t, cell.Set(entities[1], level{1}))
	}
	require.Equal(t, append(slices.Clone(entities[1:]), entities[0]), order())
}

// The columns of a bulk creation can be written until the world changes, also after a loop over the
// order.
func TestCachedOrderOfAColumnWrittenAfterALoop(t *testing.T) {
	w := fast.NewWorld()
	q := fast.NewQuery1[level](w, fast.OrderBy[level](), fast.ReadOnly[level]())
	values := fast.SpawnMany1[level](w, 3).Field()
	order := func() (list []int64) {
		for _, l := range q.All() {
			list = append(list, l.Value)
		}
		return list
	}
	require.Equal(t, []int64{0, 0, 0}, order())
	for i := range values {
		values[i].Value = int64(3 - i)
	}
	require.Equal(t, []int64{1, 2, 3}, order())
}

// A loop over a wildcard may write the sort key of another query.
func TestAWildcardMayWriteTheSortKey(t *testing.T) {
	w := fast.NewWorld()
	var made []fast.Entity
	for i := range 40 {
		made = append(made, fast.Spawn1(w, mass{float64(i)}))
	}
	sorted := fast.NewQuery1[mass](w, fast.OrderBy[mass]())
	require.Equal(t, made, inOrder(sorted))
	for e, row := range fast.NewQuery1[mass](w, fast.Field[mass](fast.Wildcard)).All() {
		row.Kilograms = -float64(e.Index())
	}
	slices.Reverse(made)
	require.Equal(t, made, inOrder(sorted))
}

func inOrder(q fast.Query1[mass]) (list []fast.Entity) {
	for e := range q.All() {
		list = append(list, e)
	}
	return list
}
