package fast_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// A query over a chain of bases costs time proportional to its length: of four times as many, four times as much and not sixteen.
func TestAQueryOverAChainOfBasesIsLinear(t *testing.T) {
	took := func(n int) time.Duration {
		best := time.Hour
		for range 3 {
			w := fast.NewWorld()
			e := fast.Spawn1(w, mass{1})
			for range n {
				e = w.SpawnWith(fast.Pair(fast.IsA, e))
			}
			q := fast.NewQuery1[mass](w)
			start := time.Now()
			require.Equal(t, n+1, q.Len())
			best = min(best, time.Since(start))
		}
		return best
	}
	small, large := took(3_000), took(12_000)
	require.Less(t, float64(large)/float64(small), 9.0, "%v and %v", small, large)
}
