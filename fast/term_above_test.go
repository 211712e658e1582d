package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// Batch.Variable and Batch.Source are right even if entities in one table have different parents.
func TestVariablesWithUp(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("In", fast.Exclusive, fast.DontFragment, fast.Traversable)
	near, far, tag := w.NewRelationship("Near"), w.NewRelationship("Far"), w.NewTag("Tag")
	above := []fast.Entity{w.Spawn(tag), w.Spawn(tag)}
	for i := range 12 {
		check(w.AddPair(w.Spawn(fast.Pair(near, above[i%2]), fast.Pair(far, above[i/2%2])), in, above[i%2]))
	}
	x, y := fast.Variable(1), fast.Variable(2)
	n := 0
	for b := range fast.NewQuery0(w, fast.Pair(near, x), fast.Pair(far, y), fast.Up(in, tag)).Batches() {
		for _, e := range b.Entities() {
			require.Equal(t, []fast.Entity{w.Target(e, near, 0), w.Target(e, far, 0), w.Target(e, in, 0)},
				[]fast.Entity{b.Variable(x), b.Variable(y), b.Source(2)})
			n++
		}
	}
	require.Equal(t, 12, n)
}
