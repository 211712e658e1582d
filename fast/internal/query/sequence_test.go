package query

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A sequence holds what a sorted list holds, whatever is put in and taken out, and a copy is not changed with it.
func TestSequenceIsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := uint32(rapid.IntRange(1, 1500).Draw(t, "entities"))
		keys, model := make([]int, n), []uint32{}
		order := func(a, b uint32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) }
		for index := uint32(1); index < n; index += 2 {
			keys[index] = int(index*7919) % 100
			model = append(model, index)
		}
		slices.SortFunc(model, order)
		s := newSequence(model)
		for range rapid.IntRange(1, 30).Draw(t, "rounds") {
			copied, before := s.clone(), slices.Clone(model)
			from, count := rapid.Uint32Range(0, n-1).Draw(t, "from"), rapid.IntRange(1, 300).Draw(t, "count")
			insert, key := rapid.Bool().Draw(t, "insert"), rapid.IntRange(0, 99).Draw(t, "key")
			for i := range count {
				index := (from + uint32(i)) % n
				at := slices.Index(model, index)
				require.Equal(t, at >= 0, s.has(index))
				switch {
				case at >= 0 && !insert:
					require.True(t, s.remove(index))
					model = slices.Delete(model, at, at+1)
				case at < 0 && insert:
					keys[index] = key + i%3
					s.insert(index, func(other uint32) bool { return order(index, other) < 0 })
					to, _ := slices.BinarySearchFunc(model, index, order)
					model = slices.Insert(model, to, index)
				case at < 0:
					require.False(t, s.remove(index))
				}
			}
			require.Equal(t, model, listed(s))
			require.Equal(t, len(model), s.Len())
			for _, r := range s.runs {
				require.NotEmpty(t, r.items)
				require.LessOrEqual(t, len(r.items), runLength)
			}
			require.Equal(t, before, listed(copied))
		}
	})
}

func listed(s *Sequence) []uint32 {
	list := []uint32{}
	for c := (Cursor{}); ; {
		index, ok := s.Next(&c)
		if !ok {
			return list
		}
		list = append(list, index)
	}
}
