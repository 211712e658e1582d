package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// A loop that goes on after AbandonLoops finds the values of tables that were made since it began.
func TestAbandonedLoopsReadNewTables(t *testing.T) {
	for _, n := range []int{3, 40, 700} {
		w := fast.NewWorld()
		q := fast.NewQuery1[position](w)
		fast.Spawn1(w, position{1, 2}, w.NewTag(""))
		fast.Spawn1(w, position{1, 2}, w.NewTag(""))
		for range q.All() { // caches the matches
		}
		made := false
		for e, p := range q.All() {
			if !made {
				made = true
				w.AbandonLoops()
				for range n {
					fast.Spawn1(w, position{1, 2}, w.NewTag(""))
				}
				require.Equal(t, n+2, q.Len())
				continue
			}
			require.True(t, w.Alive(e))
			require.Same(t, fast.Register[position](w).Get(e), p)
			require.Equal(t, position{1, 2}, *p)
		}
	}
}
