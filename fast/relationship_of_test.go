package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// Several relationships have values of one Go type, and a snapshot has those that it was taken with.
func TestRelationshipsOfOneType(t *testing.T) {
	w := fast.NewWorld()
	likes, err := fast.NewRelationshipOf[float64](w, "Likes")
	require.NoError(t, err)
	saved := w.Snapshot()
	fears, err := fast.NewRelationshipOf[float64](w, "Fears", fast.Exclusive)
	require.NoError(t, err)
	_, err = fast.NewRelationshipOf[float64](w, "Fears")
	require.ErrorContains(t, err, "exists")

	ann, cat, dog := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, fast.SetID(w, ann, fast.Pair(likes, cat), 0.5))
	require.NoError(t, fast.SetID(w, ann, fast.Pair(fears, cat), 0.25))
	require.NoError(t, fast.SetID(w, ann, fast.Pair(fears, dog), 2.0))
	require.Equal(t, 0.5, *fast.GetID[float64](w, ann, fast.Pair(likes, cat)))
	require.Nil(t, fast.GetID[float64](w, ann, fast.Pair(fears, cat)), "another target of an exclusive relationship")
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
