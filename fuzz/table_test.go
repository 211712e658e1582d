package fuzz

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFlatTablesDistributeBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 40).Draw(t, "weights")
		total := 0
		for _, w := range weights {
			total += w
		}
		slots := make([]int, len(weights))
		for _, choice := range newFlat(weights) {
			slots[choice]++
		}
		if total == 0 {
			require.Equal(t, 256, slots[0])
			return
		}
		for i, w := range weights {
			require.Equal(t, w > 0, slots[i] > 0, "choice %d of %v", i, weights)
			if w > 0 && len(weights) < 10 {
				require.InDelta(t, float64(w)*256/float64(total), slots[i], 8)
			}
		}
	})
}

func TestTablesGiveRareChoicesASecondByte(t *testing.T) {
	weights := []int{900, 0, 97, 2, 1}
	got := make([]int, len(weights))
	table := newTable(weights)
	for first := range 256 {
		for second := range 256 {
			s := &byteSource{data: []byte{byte(first), byte(second)}}
			choice := table.pick(s)
			got[choice]++
			require.Equal(t, weights[choice] < 10, s.at == 2, "choice %d", choice)
		}
	}
	for i, w := range weights {
		require.InDelta(t, float64(w)/1000, float64(got[i])/(1<<16), 0.005, "choice %d", i)
	}
}

func TestATableWithoutWeightsMakesItsFirstChoice(t *testing.T) {
	table := newTable([]int{0, 0, 0})
	for b := range 256 {
		require.Equal(t, 0, table.pick(&byteSource{data: []byte{byte(b)}}))
	}
}

func TestATableOfRareChoicesOnly(t *testing.T) {
	weights := make([]int, 100)
	for i := range weights {
		weights[i] = 1
	}
	table := newTable(weights)
	seen := map[int]bool{}
	for second := range 256 {
		seen[table.pick(&byteSource{data: []byte{7, byte(second)}})] = true
	}
	require.Len(t, seen, 100)
}
