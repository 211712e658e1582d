package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// If paths up are long, join, and form cycles, every entity still gets the nearest value above it,
// as found step by step.
func TestLongClimbsAgreeWithSteps(t *testing.T) {
	t.Run("tables", func(t *testing.T) { longClimbs(t, fast.Exclusive) })
	t.Run("beside tables", func(t *testing.T) { longClimbs(t, fast.Exclusive, fast.DontFragment) })
}

func longClimbs(t *testing.T, properties ...fast.Entity) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		in := w.NewRelationship("In", append(properties, fast.Traversable)...)
		n := rapid.IntRange(1, 150).Draw(t, "entities")
		all := make([]fast.Entity, n)
		for i := range all {
			all[i] = fast.Spawn1(w, position{X: float64(i)})
		}
		change := func() {
			e := all[rapid.IntRange(0, n-1).Draw(t, "changed")]
			if rapid.IntRange(0, 3).Draw(t, "has mass") == 0 {
				_ = fast.Set(w, e, mass{float64(e.Index())})
			} else {
				_ = fast.Unset[mass](w, e)
			}
			_ = w.AddPair(e, in, all[rapid.IntRange(0, n-1).Draw(t, "above")])
		}
		for i := 1; i < n; i++ { // mostly one long path
			_ = w.AddPair(all[i], in, all[max(0, i-rapid.IntRange(1, 3).Draw(t, "step"))])
		}
		for range n / 15 {
			e := all[rapid.IntRange(0, n-1).Draw(t, "heavy")]
			_ = fast.Set(w, e, mass{float64(e.Index())})
		}
		terms := []fast.Term{fast.Field[mass](fast.Up(in, fast.Register[mass](w).ID()))}
		cached := fast.NewQuery2[position, mass](w, terms...)
		uncached := fast.NewQuery2[position, mass](w, append(terms, fast.Uncached)...)
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			change()
			want := map[fast.Entity]mass{}
			for _, e := range all {
				at := w.Target(e, in, 0)
				for steps := 0; at != 0 && steps <= n && !fast.Has[mass](w, at); steps++ {
					at = w.Target(at, in, 0)
				}
				if at != 0 && fast.Has[mass](w, at) {
					want[e] = *fast.Get[mass](w, at)
				}
			}
			for _, q := range []fast.Query2[position, mass]{cached, uncached} {
				got := map[fast.Entity]mass{}
				for e, row := range q.All() {
					got[e] = *row.B
				}
				require.Equal(t, want, got)
			}
		}
	})
}
