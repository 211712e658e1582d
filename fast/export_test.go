package fast

import (
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/bridge"
)

// RequireWhole fails where something that a world keeps is not what it is made of.
func RequireWhole(t require.TestingT, w *World) {
	require.NoError(t, w.core.CheckInvariants())
}

// ValuesTaken is for how many values that went observers have room.
func ValuesTaken(w *World) int { return w.core.Observers.SpareCells() }

// ForgetQueries makes the world compile each query that is made from now on.
func ForgetQueries(w *World) {
	for i := range w.typed.made {
		w.typed.made[i].Store(nil)
	}
}

// WithRecycledIndices, WithoutFragmenting and WithTradingTables are options of worlds that change no answer, see package bridge.
func WithRecycledIndices(n int) Option { return bridge.RecycledIndices(n).(Option) }

func WithoutFragmenting() Option { return bridge.NotFragmenting().(Option) }

func WithTradingTables() Option { return bridge.TradingTables().(Option) }
