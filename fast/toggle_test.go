package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestMisuseOfToggles(t *testing.T) {
	w := fast.NewWorld()
	tag, e := w.NewTag("Tag"), w.Spawn()
	require.EqualValues(t, "invalid", code(w.DisableID(e, tag)), "not owned")
	require.EqualValues(t, "invalid", code(w.DisableID(e, fast.Pair(tag, fast.Wildcard))))
	require.EqualValues(t, "invalid", code(w.DisableID(fast.IsA, fast.Transitive)))
	require.NoError(t, w.Delete(e))
	require.EqualValues(t, "not_alive", code(w.EnableID(e, tag)))
}
