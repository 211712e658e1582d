package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// After a restore no new entity has the handle of an entity created since the snapshot, even if its
// index was free before.
func TestRestoreGivesNoHandleTwice(t *testing.T) {
	w := fast.NewWorld()
	first := w.Spawn()
	require.NoError(t, w.Delete(first))
	s := w.Snapshot()
	since := w.Spawn()
	require.Equal(t, first.Index(), since.Index(), "no entity reused the index")
	w.Restore(s)
	require.False(t, w.Alive(since))
	for range 3 {
		require.NotEqual(t, since, w.Spawn())
		require.False(t, w.Alive(since))
	}
}
