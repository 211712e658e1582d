package rules

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVisitsKnowEachIndexOnce(t *testing.T) {
	var v Visits
	for _, step := range []uint32{1, 97} { // few and neighbours, then some that have no bit
		for i := range uint32(100) {
			index := 3 + i*step
			require.Equal(t, step == 1 || index >= 103, v.Add(index), index)
			require.False(t, v.Add(index), index)
		}
	}
}
