package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	_ "github.com/relspec/relspec/internal/heap"
)

func TestOverrideRefuses(t *testing.T) {
	w := fast.NewWorld()
	tag, base := w.NewTag("Tag"), w.Spawn()
	require.ErrorContains(t, w.Override(base, fast.Exclusive), "invalid")
	require.ErrorContains(t, w.Override(base, fast.Pair(fast.OnDelete, fast.Panic)), "invalid")
	require.ErrorContains(t, w.Override(fast.IsA, tag), "invalid")
	require.ErrorContains(t, w.Override(base, fast.Pair(tag, fast.Wildcard)), "invalid")
	require.NoError(t, w.Delete(tag))
	require.ErrorContains(t, w.Override(base, tag), "not_alive")
}
