package fast

import (
	"github.com/stretchr/testify/require"
)

// RequireWhole fails where something that a world keeps is not what it is made of.
func RequireWhole(t require.TestingT, w *World) {
	require.NoError(t, w.core.CheckInvariants())
}

// ValuesTaken is for how many values that went observers have room.
func ValuesTaken(w *World) int { return w.core.Observers.SpareCells() }

// ForgetQueries makes the world compile each query that is made from now on.
func ForgetQueries(w *World) {
	for i := range w.typed.shared {
		w.typed.shared[i].Store(nil)
		w.typed.released[i].Store(nil)
	}
}
