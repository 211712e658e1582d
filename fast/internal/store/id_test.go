package store

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A pair is a 64-bit number from which both elements can be read (REL-245). It is above all single
// ids, and so never in the low range (REL-256).
func TestPairsAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Uint32Range(1, MaxFirst).Draw(t, "first")
		second := rapid.Uint32Min(1).Draw(t, "second")
		id := Pair(first, second)
		require.True(t, id.IsPair())
		require.Equal(t, first, id.First())
		require.Equal(t, second, id.Second())
		require.Greater(t, uint64(id), uint64(1<<32-1), "a pair is greater than any index")

		single := Single(second)
		require.False(t, single.IsPair())
		require.Equal(t, second, single.First())
		require.Zero(t, single.Second())
		require.Less(t, single, id)
	})
}
