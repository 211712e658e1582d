package fast

import (
	"testing"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
	"github.com/stretchr/testify/require"
)

// The states of deleted tables are dropped, so that a world with short-lived entities keeps few.
func TestStatesOfDeletedTablesAreDropped(t *testing.T) {
	w := NewWorld()
	tag := w.Spawn()
	require.NoError(t, w.SetName(tag, "Tag"))
	q, err := w.Prepare(spec.Query{Expr: "Tag", Kind: spec.KindCached, DetectChanges: true})
	require.NoError(t, err)
	stays := w.Spawn()
	require.NoError(t, w.Add(stays, Single(tag)))
	for range 3 * change.MinStates {
		parent := w.Spawn()
		child := w.Spawn(Below(parent), tag)
		changed, err := q.Changed()
		require.NoError(t, err)
		require.True(t, changed)
		require.NoError(t, q.ClearChanged())
		require.NoError(t, w.Delete(parent))
		require.False(t, w.Alive(child))
	}
	require.LessOrEqual(t, len(w.core.Watch.States), change.MinStates)
	require.NoError(t, q.ClearChanged())
	changed, err := q.Changed()
	require.NoError(t, err)
	require.False(t, changed)
}

// Batch.Modified is seen by queries that detect changes. If non-fragmenting pairs divide a table,
// it affects only the entities of the batch.
func TestBatchModifiedIsDetected(t *testing.T) {
	w := NewWorld(WithProfile(spec.Flecs4()))
	c := Register[int32](w)
	require.NoError(t, w.SetName(c.Entity(), "Value"))
	relationship, north, south := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.SetName(relationship, "Side"))
	require.NoError(t, w.SetName(north, "North"))
	require.NoError(t, w.SetName(south, "South"))
	for _, id := range []Entity{Exclusive, DontFragment} {
		require.NoError(t, w.Add(relationship, Single(id)))
	}
	for _, side := range []Entity{north, south} {
		require.NoError(t, w.AddPair(Spawn1(w, int32(0)), relationship, side))
	}
	changed := func(q *Query) bool {
		got, err := q.Changed()
		require.NoError(t, err)
		require.NoError(t, q.ClearChanged())
		return got
	}
	var asks []*Query
	for _, text := range []string{"[in] Value, (Side, North)", "[in] Value, (Side, South)"} {
		q, err := w.Prepare(spec.Query{Expr: text, Kind: spec.KindCached, DetectChanges: true})
		require.NoError(t, err)
		asks = append(asks, q)
		require.True(t, changed(q))
		require.False(t, changed(q))
	}
	for batch := range NewQuery1[int32](w, Pair(relationship, south)).Batches() {
		batch.Modified(0)
	}
	require.False(t, changed(asks[0]))
	require.True(t, changed(asks[1]))
	reads := NewQuery1[int32](w, Field[int32](Text("[in] Value")), Pair(relationship, south))
	for range reads.Batches() {
		continue
	}
	require.False(t, changed(asks[1]), "a loop that only reads must not count as a write")
	for batch := range reads.Batches() {
		batch.Modified(0)
	}
	require.False(t, changed(asks[0]))
	require.True(t, changed(asks[1]))
}
