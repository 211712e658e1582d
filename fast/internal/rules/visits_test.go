package rules

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVisitsAddsEachIndexOnce(t *testing.T) {
	var v Visits
	for _, step := range []uint32{1, 97} { // neighbouring indices first, then some beyond the bitmap
		for i := range uint32(100) {
			index := 3 + i*step
			require.Equal(t, step == 1 || index >= 103, v.Add(index), index)
			require.False(t, v.Add(index), index)
		}
	}
}
