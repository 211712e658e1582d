package fast_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// With returns the same as a query with the pair as a term.
func TestWithIsATerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		relationships := []fast.Entity{
			w.NewRelationship("Plain"), w.NewRelationship("Inside", fast.Transitive, fast.Reflexive),
			w.NewRelationship("One", fast.Exclusive, fast.DontFragment), fast.ChildOf,
		}
		tag := w.NewTag("Tag")
		var list []fast.Entity
		for i := range 8 {
			list = append(list, fast.Spawn1(w, mass{float64(i)}))
		}
		entity := func() fast.Entity { return rapid.SampledFrom(list).Draw(t, "entity") }
		relationship := func() fast.Entity { return rapid.SampledFrom(relationships).Draw(t, "relationship") }
		sorts := rapid.Bool().Draw(t, "sorts")
		order := fast.OrderBy[mass]()
		if !sorts {
			order = rapid.SampledFrom([]fast.Term{
				fast.NotInstanced, fast.Uncached, fast.Text("(Inside, $x)"),
			}).Draw(t, "option")
		}
		q := fast.NewQuery1[mass](w, fast.Not(tag), order)
		for range 20 {
			if rapid.Bool().Draw(t, "tag") {
				_ = w.Add(entity(), tag)
			} else {
				_ = w.AddPair(entity(), relationship(), entity())
			}
			r, target := relationship(), entity()
			found := func(q fast.Query1[mass]) (list []fast.Entity) {
				for e := range q.All() {
					list = append(list, e)
				}
				if !sorts {
					slices.Sort(list)
				}
				return list
			}
			want := found(fast.NewQuery1[mass](w, fast.Not(tag), order, fast.Pair(r, target)))
			require.Equal(t, want, found(q.With(r, target)))
			require.Equal(t, len(want), q.With(r, target).Len())
			if len(want) > 0 {
				require.True(t, q.With(r, target).Matches(want[0]))
			}
		}
	})
}
