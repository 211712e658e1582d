package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The units must pass without a mutant, twice in one process. This test runs one unit in eight: the
// default run of diffcheck covers all scenarios, regressions and transcripts, and a mutation run
// stops at a unit that fails without a mutant.
func TestUnitsOfTheMutationRunAreRight(t *testing.T) {
	units, err := mutationUnits(2, 1)
	require.NoError(t, err)
	require.NotEmpty(t, units)
	names := map[string]bool{}
	for i, u := range units {
		require.False(t, names[u.Name], "%s stands twice", u.Name)
		names[u.Name] = true
		if i%8 != 0 {
			continue
		}
		require.Empty(t, u.Run(), u.Name)
		require.Empty(t, u.Run(), u.Name)
	}
}
