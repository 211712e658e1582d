package exhaust_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/exhaust"
	"github.com/relspec/relspec/spec"
)

// In profiles with sets, every element occurs with every set. In other profiles none does.
func TestEverySetIsEnumeratedOnEveryElement(t *testing.T) {
	count := func(profile string) (on [3]int) {
		b := exhaust.Bound{Profile: profile, Entities: 2, Relationships: 1, Properties: 1, Operations: 1, Terms: 1}
		for _, q := range exhaust.Queries(b) {
			q.Walk(func(term *spec.Term) {
				for i, r := range []*spec.Ref{&term.First, &term.Second, &term.Src} {
					if r.Trav != nil && slices.Contains([]spec.TravFlags{
						spec.TravDown, spec.TravDown | spec.TravAll,
						spec.TravUp | spec.TravAll,
					}, r.Trav.Flags) {
						on[i]++
					}
				}
			})
		}
		return on
	}
	for _, n := range count("flecs-3-beta") {
		require.Greater(t, n, 30)
	}
	require.Equal(t, [3]int{}, count("flecs-3"))
}
