package query

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/internal/rules"
)

// After any insertions and removals a sequence equals a sorted list, and copies of it do not change.
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
			s.check(t)
			copied.check(t)
			require.Equal(t, before, listed(copied))
		}
	})
}

// check verifies the runs of a sequence: each has its own number, its entities are found under that
// number, and all other numbers are free.
func (s *Sequence) check(t require.TestingT) {
	in := 0
	for _, r := range s.runs {
		require.NotEmpty(t, r.items)
		require.LessOrEqual(t, len(r.items), runLength)
		require.Equal(t, runLength, cap(r.items), "no run grows")
		require.Same(t, r, s.byRun[r.number])
		for _, index := range r.items {
			require.Equal(t, r.number+1, s.where[index])
		}
		in += len(r.items)
	}
	require.Equal(t, in, s.length)
	for _, number := range s.where {
		if number != 0 {
			in--
		}
	}
	require.Zero(t, in, "only these entities have runs")
	require.Len(t, s.byRun, len(s.runs)+len(s.unused))
	for i, number := range s.unused {
		require.Nil(t, s.byRun[number])
		require.NotContains(t, s.unused[:i], number)
	}
}

// The runs of a new sequence are half full. A full run is split in the middle, and the number of an
// empty run is reused.
func TestRunsOfASequence(t *testing.T) {
	lengths := func(s *Sequence) (list []int) {
		s.check(t)
		for _, r := range s.runs {
			list = append(list, len(r.items))
		}
		return list
	}
	list := make([]uint32, 150)
	for i := range list {
		list[i] = uint32(2 * i)
	}
	s := newSequence(list)
	require.Equal(t, []int{64, 64, 22}, lengths(s))
	before := func(index uint32) func(uint32) bool { return func(other uint32) bool { return index < other } }
	for i := range uint32(64) {
		s.insert(2*i+1, before(2*i+1))
	}
	require.Equal(t, []int{128, 64, 22}, lengths(s))
	s.insert(300, before(0))
	require.Equal(t, []int{65, 64, 64, 22}, lengths(s))
	for _, index := range slices.Clone(s.runs[1].items[:63]) {
		s.remove(index)
	}
	last := s.runs[1].items[0]
	number := s.runs[1].number
	require.Equal(t, []int{65, 1, 64, 22}, lengths(s))
	s.remove(last)
	require.Equal(t, []uint32{number}, s.unused)
	require.Equal(t, []int{65, 64, 22}, lengths(s))
	rooms := map[int]bool{len(s.where): true}
	for i := range uint32(10000) {
		s.insert(1000+i, before(1000+i))
		rooms[len(s.where)] = true
		require.Less(t, len(s.where), 2*max(301, int(1000+i)))
	}
	require.Empty(t, s.unused)
	require.Less(t, len(rooms), 12, "room for entities grows by half")
	s.check(t)
}

// Marking the first entities of a sequence as written works across its runs.
func TestASequenceMarksTheFirstAsWritten(t *testing.T) {
	list := make([]uint32, 300)
	for i := range list {
		list[i] = uint32(i + 1)
	}
	s := newSequence(list)
	for _, n := range []int{1, 63, 64, 65, 128, 129, 300, 400} {
		var keys rules.SortKeys
		s.Wrote(s.whole(), min(n, len(list)), &keys)
		written, _, known := keys.Written(nil, 0)
		require.True(t, known)
		require.Equal(t, list[:min(n, len(list))], written)
	}
}

func listed(s *Sequence) []uint32 {
	list := []uint32{}
	for c := s.whole(); ; {
		index, ok := s.Next(&c)
		if !ok {
			return list
		}
		list = append(list, index)
	}
}
