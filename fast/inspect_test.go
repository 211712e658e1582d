package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// elements is large enough to make pairs and small enough for collisions.
const elements = 5

// drawnWorld draws a world in which entities have single ids and pairs of a few elements. If
// requested, indices are reused, so that their order is not that of creation.
func drawnWorld(t *rapid.T) (w *fast.World, parts, entities []fast.Entity) {
	w = fast.NewWorld(fast.WithRecycledIndices(rapid.IntRange(0, 20).Draw(t, "recycled")))
	for range elements {
		parts = append(parts, w.Spawn())
	}
	for range rapid.IntRange(1, 8).Draw(t, "entities") {
		e := w.Spawn()
		for _, id := range rapid.SliceOfN(rapid.Custom(func(t *rapid.T) fast.ID { return drawID(t, parts) }), 0,
			6).Draw(t, "ids") {
			require.NoError(t, w.Add(e, id))
		}
		entities = append(entities, e)
	}
	return w, parts, entities
}

func drawID(t *rapid.T, parts []fast.Entity) fast.ID {
	first := rapid.SampledFrom(parts).Draw(t, "first")
	if rapid.Bool().Draw(t, "pair") {
		return fast.Pair(first, rapid.SampledFrom(parts).Draw(t, "second"))
	}
	return fast.Single(first)
}

// patterns returns every id and wildcard over the elements.
func patterns(parts []fast.Entity) []fast.ID {
	all := append(slices.Clone(parts), fast.Wildcard)
	var list []fast.ID
	for _, first := range all {
		list = append(list, fast.Single(first))
		for _, second := range all {
			list = append(list, fast.Pair(first, second))
		}
	}
	return list
}

// Entities are in the same table exactly if they own the same ids (REL-259), which the table lists.
func TestATableIsASetOfIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, _, entities := drawnWorld(t)
		numbers := map[string]int{}
		for _, e := range entities {
			table, ok := w.TableOf(e)
			require.True(t, ok)
			require.ElementsMatch(t, w.IDs(e), table.IDs)
			key := fmt.Sprint(w.IDs(e))
			if number, known := numbers[key]; known {
				require.Equal(t, number, table.Number, "entities with the same ids are in different tables")
			}
			numbers[key] = table.Number
		}
		different := map[int]bool{}
		for _, number := range numbers {
			different[number] = true
		}
		require.Len(t, different, len(numbers), "entities with different ids are in one table")
	})
}

// The index of every id and wildcard contains every matching table (REL-267, REL-268, REL-269),
// with the first position and the number of matches (REL-274, REL-275). For an id the number is one
// (REL-276).
func TestRecordsAgreeWithTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, parts, _ := drawnWorld(t)
		for _, pattern := range patterns(parts) {
			var want []fast.Record
			for _, table := range w.Tables() {
				record := fast.Record{Table: table.Number, Column: -1}
				for column, id := range table.IDs {
					if id.Matches(pattern) {
						record.Count++
						if record.Column < 0 {
							record.Column = column
						}
					}
				}
				if record.Count > 0 {
					want = append(want, record)
				}
			}
			got := w.Records(pattern)
			require.Equal(t, want, got, "records of %v", pattern)
			exact := pattern.First() != fast.Wildcard && pattern.Second() != fast.Wildcard
			for _, record := range got {
				require.True(t, record.Count == 1 || !exact, "an id occurs several times in a table")
			}
		}
	})
}

// Single ids come first, and the pairs of a relationship are consecutive (REL-277, REL-282). So the
// matches of (R, *) are one run, starting at the column. Those of (*, T) are found one by one, and
// a search can stop after the last one (REL-281).
func TestOrderOfATable(t *testing.T) {
	apart := false
	rapid.Check(t, func(t *rapid.T) {
		w, parts, _ := drawnWorld(t)
		for _, table := range w.Tables() {
			pairs := slices.IndexFunc(table.IDs, fast.ID.IsPair)
			require.True(t, pairs < 0 || !slices.ContainsFunc(table.IDs[pairs:],
				func(id fast.ID) bool { return !id.IsPair() }))
		}
		for _, part := range parts {
			for _, pattern := range []fast.ID{fast.Pair(part, fast.Wildcard), fast.Pair(fast.Wildcard, part)} {
				for _, record := range w.Records(pattern) {
					table := tableNumbered(w, record.Table)
					at := table.Search(pattern, 0)
					require.Equal(t, record.Column, at)
					for range record.Count - 1 {
						next := table.Search(pattern, at+1)
						require.Positive(t, next)
						apart = apart || next > at+1
						require.True(t, next == at+1 || pattern.First() == fast.Wildcard,
							"the pairs of a relationship are not consecutive")
						at = next
					}
					require.Equal(t, -1, table.Search(pattern, at+1))
				}
			}
		}
	})
	require.True(t, apart, "no table had separate pairs of one target (REL-279)")
}

func tableNumbered(w *fast.World, number int) fast.TableInfo {
	tables := w.Tables()
	return tables[slices.IndexFunc(tables, func(t fast.TableInfo) bool { return t.Number == number })]
}

// Every call that adds an id leads to the same table (REL-250, REL-251, REL-252).
func TestCallsThatAddAnIDAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, parts, entities := drawnWorld(t)
		pos := fast.Register[position](w)
		e := rapid.SampledFrom(entities).Draw(t, "entity")
		twin := w.Spawn(as[fast.Initial](w.IDs(e))...)
		require.NoError(t, pos.Add(e))
		require.NoError(t, w.Add(twin, pos.Entity()))
		relationship, target := rapid.SampledFrom(parts).Draw(t, "relationship"),
			rapid.SampledFrom(parts).Draw(t, "target")
		require.NoError(t, w.AddPair(e, relationship, target))
		require.NoError(t, w.Add(twin, fast.Pair(relationship, target)))
		one, _ := w.TableOf(e)
		other, _ := w.TableOf(twin)
		require.Equal(t, one, other)
		require.True(t, w.Owns(e, pos.ID()) && w.Owns(e, fast.Pair(relationship, target)))
	})
}

// The match of a batch holds for each of its entities (REL-064), and the batches together contain
// every match once (REL-039).
func TestABatchMatchesAsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, parts, entities := drawnWorld(t)
		likes := parts[0]
		seen := map[string]bool{}
		for batch := range fast.NewQuery0(w, fast.Pair(likes, fast.Wildcard)).Batches() {
			require.Equal(t, likes, batch.ID(0).First())
			require.Positive(t, batch.Len())
			for _, e := range batch.Entities() {
				require.True(t, w.Owns(e, batch.ID(0)), "an entity of the batch lacks the pair")
				key := fmt.Sprint(e, batch.ID(0))
				require.False(t, seen[key], "a match occurs twice")
				seen[key] = true
			}
		}
		matches := 0
		for _, e := range entities {
			matches += len(w.Targets(e, likes))
		}
		require.Len(t, seen, matches)
	})
}

// Low indices are reserved (REL-253): entities of a program, including components, have higher
// ones, even if indices are reused. ReservedIndices is smaller than the 256 of the manual, because
// components do not need low ids here.
func TestLowIndicesAreReserved(t *testing.T) {
	w := fast.NewWorld(fast.WithRecycledIndices(30))
	for range 100 {
		e := w.Spawn()
		require.GreaterOrEqual(t, e.Index(), uint32(fast.ReservedIndices))
		if e.Index()%2 == 0 {
			require.NoError(t, w.Delete(e))
		}
	}
	require.GreaterOrEqual(t, fast.Register[position](w).Entity().Index(), uint32(fast.ReservedIndices))
	for _, e := range []fast.Entity{fast.ChildOf, fast.IsA, fast.Identifier, fast.Wildcard} {
		require.Less(t, e.Index(), uint32(fast.ReservedIndices))
	}
}

func TestInspectionOfDeadAndReservedEntities(t *testing.T) {
	w := fast.NewWorld()
	e, tag := w.Spawn(), w.Spawn()
	require.NoError(t, w.Add(e, tag))
	require.Len(t, w.Records(tag), 1)
	require.NoError(t, w.Delete(tag))
	require.Empty(t, w.Records(tag))
	_, ok := w.TableOf(tag)
	require.False(t, ok)
	_, ok = w.TableOf(fast.ChildOf)
	require.False(t, ok, "TableOf must not return a table for reserved entities")
	require.Empty(t, w.Records(fast.Pair(fast.OnDeleteTarget, fast.Wildcard)))
	require.False(t, fast.Single(e).Matches(fast.Pair(fast.Wildcard, fast.Wildcard)))
	require.False(t, fast.Pair(e, e).Matches(fast.Single(fast.Wildcard)))
}
