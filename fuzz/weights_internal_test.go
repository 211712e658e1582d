package fuzz

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPresetsChangeOnlyWeightsThatExist(t *testing.T) {
	known := WeightKeys()
	for _, p := range presets {
		for key := range p.weights {
			require.Contains(t, known, key, "preset %s", p.name)
		}
	}
}

func TestEveryGroupOfChoicesHasAName(t *testing.T) {
	for g := range groupCount {
		require.NotEmpty(t, groups[g].Choices, "group %d", g)
		require.Equal(t, g == groupStep, groups[g].Name == "", "group %d", g)
		for _, c := range groups[g].Choices {
			require.NotEmpty(t, c.Name)
		}
	}
}
