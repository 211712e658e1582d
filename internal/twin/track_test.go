package twin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/twin"
)

// AddAll that is refused changes no table, and what stands for it in the general world is no difference.
func TestRefusedAddAllIsNoChange(t *testing.T) { require.NotPanics(t, twin.RefusedAddAll) }

// A batch has changed if the batch before it, of the same table, was announced as written.
func TestAnnouncedBatchChangesTheNext(t *testing.T) { require.NotPanics(t, twin.AnnouncedBatch) }

// The copies of a symmetric pair of a base move the instances, so that SpawnMany has no batch to give.
func TestSpawnManyOfABaseWithAMirror(t *testing.T) {
	require.EqualError(t, twin.ManyOfAMirroredBase(), "the numbers of the worlds are no longer the same")
}
