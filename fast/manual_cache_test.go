package fast

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// QRY-640: once a cached query has found the tables, a loop searches for nothing: it iterates over
// the cached matches. Setting values and moving entities between known tables does not change that;
// a new table does.
func TestALoopOverACachedQueryLooksForNothing(t *testing.T) {
	w := NewWorld()
	tag := w.Spawn()
	e := Spawn1(w, 1.0)
	other := Spawn1(w, 2.0, Single(tag))
	q := NewQuery0(w, Register[float64](w).ID())
	require.Equal(t, 2, q.Len())
	saved := func() bool {
		set := q.typed.open(&binding{})
		defer set.close()
		return set == q.typed.cached && q.typed.stamp.Load() == w.stamp()
	}
	require.True(t, saved())
	require.NoError(t, Set(w, e, 3.0))
	require.NoError(t, w.Add(e, Single(tag)))
	require.NoError(t, w.Remove(other, Single(tag)))
	stamp := q.typed.stamp.Load()
	require.True(t, saved())
	require.Equal(t, 2, q.Len())
	require.Equal(t, stamp, q.typed.stamp.Load(), "nothing was looked for")

	Spawn1(w, 4.0, Single(w.Spawn()))
	require.NotEqual(t, stamp, w.stamp())
	require.Equal(t, 3, q.Len())
	require.NotEqual(t, stamp, q.typed.stamp.Load())
	require.True(t, saved())
}
