package fast_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// Several relationships may have values of the same Go type, and a snapshot has those that existed
// when it was taken.
func TestRelationshipsOfOneType(t *testing.T) {
	w := fast.NewWorld()
	likes := fast.NewRelationshipOf[float64](w, "Likes")
	saved := w.Snapshot()
	fears := fast.NewRelationshipOf[float64](w, "Fears", fast.Exclusive)
	require.Equal(t, fast.CodeExists, panicCode(func() { fast.NewRelationshipOf[float64](w, "Fears") }))

	ann, cat, dog := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, fast.SetID(w, ann, fast.Pair(likes, cat), 0.5))
	require.NoError(t, fast.SetID(w, ann, fast.Pair(fears, cat), 0.25))
	require.NoError(t, fast.SetID(w, ann, fast.Pair(fears, dog), 2.0))
	require.Equal(t, 0.5, *fast.GetID[float64](w, ann, fast.Pair(likes, cat)))
	require.Nil(t, fast.GetID[float64](w, ann, fast.Pair(fears, cat)), "another target replaced this one")
	require.Equal(t, 2.0, *fast.GetID[float64](w, ann, fast.Pair(fears, dog)))

	for batch := range fast.NewQuery0(w, fast.Pair(fears, fast.Any)).Batches() {
		require.Equal(t, []float64{2}, fast.ValuesIn[float64](batch, fast.Pair(fears, dog)))
		require.Nil(t, fast.ValuesIn[float64](batch, fast.Pair(fears, cat)))
		require.Nil(t, fast.ValuesIn[int](batch, fast.Pair(fears, dog)))
		require.Nil(t, fast.ValuesIn[float64](batch, fast.Pair(fears, fast.Wildcard)))
	}
	w.Restore(saved)
	require.True(t, w.Alive(likes))
	require.False(t, w.Alive(fears))
}

// A file contains the type of a relationship's values. Predeclared Go types need not be registered
// before loading.
func TestRelationshipsWithValuesAreSaved(t *testing.T) {
	w := fast.NewWorld()
	likes := fast.NewRelationshipOf[float64](w, "Likes")
	knows := fast.NewRelationshipOf[savedHarbour](w, "Knows")
	plain := fast.NewRelationshipOf[struct{}](w, "Plain")
	ann, cat := w.Spawn(), w.Spawn()
	require.NoError(t, fast.SetID(w, ann, fast.Pair(likes, cat), 0.5))
	require.NoError(t, fast.SetID(w, ann, fast.Pair(knows, cat), savedHarbour{1, 2}))
	require.NoError(t, w.AddPair(ann, plain, cat))
	var file bytes.Buffer
	require.NoError(t, w.Save(&file))

	next := fast.NewWorld()
	err := next.Load(bytes.NewReader(file.Bytes()))
	require.ErrorContains(t, err, "savedHarbour, which this world does not know")
	fast.Register[savedHarbour](next)
	require.NoError(t, next.Load(bytes.NewReader(file.Bytes())))
	require.Equal(t, w.Entities(), next.Entities(), "loading a type must not create a component")
	require.Equal(t, 0.5, *fast.GetID[float64](next, ann, fast.Pair(likes, cat)))
	require.Equal(t, savedHarbour{1, 2}, *fast.GetID[savedHarbour](next, ann, fast.Pair(knows, cat)))
	require.True(t, next.HasPair(ann, plain, cat))
	require.NoError(t, fast.Set(next, cat, 0.25))
	require.Equal(t, 0.5, *fast.GetID[float64](next, ann, fast.Pair(likes, cat)))
}
