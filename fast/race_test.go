package fast_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// SET-018: many goroutines read and loop while none writes. The race detector is what checks this test.
func TestManyReaders(t *testing.T) {
	w := fast.NewWorld()
	p, m := fast.Register[position](w), fast.Register[mass](w)
	near := w.NewRelationship("Near", fast.Exclusive)
	reader := w.Relationship(near)
	beside := w.NewRelationship("Beside", fast.Exclusive, fast.DontFragment)
	nonFragmenting := w.Relationship(beside)
	byNonFragmenting := fast.NewQuery1[position](w, fast.Pair(beside, fast.Wildcard))
	base := fast.Spawn1(w, mass{1})
	cached := fast.NewQuery2[position, mass](w)
	fixed := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.On(base, m.ID())))
	up := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Up(fast.ChildOf, m.ID())))
	uncached := fast.NewQuery1[position](w, fast.Pair(near, fast.Wildcard), fast.Uncached)
	x := fast.Variable(1)
	bound := fast.NewQuery1[position](w, fast.Pair(near, x))
	for round := range 3 {
		var all, targets []fast.Entity
		for i := range 50 {
			target := w.Spawn()
			targets = append(targets, target)
			all = append(all, fast.Spawn1(w, position{1, float64(i)}, fast.Pair(near, target), fast.Pair(fast.IsA, base),
				fast.Pair(fast.ChildOf, base), fast.Pair(beside, target)))
		}
		var running sync.WaitGroup
		for range 4 {
			running.Go(func() {
				var later fast.Commands
				n := 0
				for _, row := range cached.All() {
					n += int(row.A.X * row.B.Kilograms)
				}
				for range fixed.Batches() {
					n++
				}
				for range up.Batches() {
					n++
				}
				for batch := range uncached.Batches() {
					n += batch.Len()
				}
				for batch := range byNonFragmenting.Batches() {
					n += batch.Len()
				}
				for i, e := range all {
					for range bound.Bind(x, targets[i]).All() {
						n++
					}
					if m.Get(e) == nil || !p.Has(e) || reader.Target(e) != targets[i] || nonFragmenting.Target(e) != targets[i] || !w.HasPair(e, near, targets[i]) {
						n = -1 << 30
					}
					m.SetLater(&later, e, mass{2})
				}
				if want := (4*50+1*50)*(round+1) + 0; n < want-200 {
					panic("a reader has missed something")
				}
			})
		}
		running.Wait()
		require.NoError(t, fast.Set(w, base, mass{1}))
	}
}
