//go:build !race && !relspec_debug

package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// Repeated small batches reuse the memory of earlier ones.
func TestSmallBatchesAllocateNothing(t *testing.T) {
	for _, n := range []int{1, 100, 200} {
		w := fast.NewWorld()
		fast.SpawnMany1[mass](w, n)
		broken := fast.Single(w.NewTag("Broken"))
		q, all := fast.NewQuery1[mass](w), fast.NewQuery0(w, broken)
		allocs := testing.AllocsPerRun(50, func() {
			if k, err := q.AddAll(broken); k != n || err != nil {
				t.Fatal(k, err)
			}
			if k, err := all.RemoveAll(broken); k != n || err != nil {
				t.Fatal(k, err)
			}
		})
		require.Zero(t, allocs, n)
	}
}
