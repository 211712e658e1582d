package fast_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/spec"
)

// shelf has targets of an Ordered relationship with their expected orders.
type shelf struct {
	w       *fast.World
	r       fast.Entity
	targets []fast.Entity
	want    map[fast.Entity][]fast.Entity
	single  bool // an entity has only one target
}

func (s *shelf) leave(e, target fast.Entity) {
	s.want[target] = slices.DeleteFunc(slices.Clone(s.want[target]), func(x fast.Entity) bool { return x == e })
}

func (s *shelf) come(e, target fast.Entity) {
	if slices.Contains(s.want[target], e) {
		return
	}
	for _, other := range s.targets {
		if s.single {
			s.leave(e, other)
		}
	}
	s.want[target] = append(slices.Clone(s.want[target]), e)
}

func (s *shelf) check(t require.TestingT) {
	pairs := s.w.Relationship(s.r)
	for _, target := range s.targets {
		want := s.want[target]
		if len(want) == 0 {
			want = nil
		}
		got := s.w.Sources(s.r, target)
		if len(got) == 0 {
			got = nil
		}
		require.Equal(t, want, got)
		require.Equal(t, want, slices.Collect(pairs.Sources(target)))
	}
}

// Each way to add or remove a pair maintains the expected order.
func TestOrderFollowsEveryChangeOfAPair(t *testing.T) {
	kinds := [][]fast.Entity{
		nil,
		{fast.Exclusive},
		{fast.Exclusive, fast.DontFragment},
		{fast.Transitive},
		{fast.Acyclic, fast.Exclusive},
		{fast.Union},
	}
	rapid.Check(t, func(t *rapid.T) { runShelf(t, rapid.SampledFrom(kinds).Draw(t, "properties")) })
}

func runShelf(t *rapid.T, properties []fast.Entity) {
	w := fast.NewWorld()
	s := &shelf{
		w: w, r: w.NewRelationship("", append([]fast.Entity{fast.Ordered}, properties...)...),
		want: map[fast.Entity][]fast.Entity{},
	}
	s.single = slices.Contains(properties, fast.Exclusive) || slices.Contains(properties, fast.Union)
	for range 2 {
		s.targets = append(s.targets, w.Spawn())
	}
	mark := w.NewTag("")
	type Size struct{ N int }
	size := fast.Register[Size](w)
	var all []fast.Entity
	some := func() fast.Entity { return rapid.SampledFrom(all).Draw(t, "entity") }
	for range 4 {
		all = append(all, fast.Spawn1(w, Size{1}))
	}
	bySize := fast.NewQuery1[Size](w)
	var saved *fast.Snapshot
	var savedWant map[fast.Entity][]fast.Entity
	var savedAll []fast.Entity
	for range 40 {
		target := rapid.SampledFrom(s.targets).Draw(t, "target")
		pair := fast.Pair(s.r, target)
		switch rapid.IntRange(0, 15).Draw(t, "step") {
		case 0:
			e := some()
			require.NoError(t, w.Add(e, pair))
			s.come(e, target)
		case 1:
			e := some()
			require.NoError(t, w.AddPair(e, s.r, target))
			s.come(e, target)
		case 2:
			e := some()
			require.NoError(t, w.RemovePair(e, s.r, target))
			gone := slices.Contains(s.want[target], e)
			for _, other := range s.targets {
				if gone || slices.Contains(properties, fast.Union) {
					if other == target || slices.Contains(properties, fast.Union) {
						s.leave(e, other)
					}
				}
			}
		case 3, 4:
			e, other := some(), some()
			after := rapid.Bool().Draw(t, "after")
			err := w.MoveBefore(e, pair, other)
			if after {
				err = w.MoveAfter(e, pair, other)
			}
			list := s.want[target]
			if !slices.Contains(list, e) || !slices.Contains(list, other) {
				require.ErrorContains(t, err, string(spec.CodeInvalid))
				continue
			}
			require.NoError(t, err)
			if e != other {
				s.leave(e, target)
				at := slices.Index(s.want[target], other)
				if after {
					at++
				}
				s.want[target] = slices.Insert(s.want[target], at, e)
			}
		case 5:
			e := some()
			require.NoError(t, w.Delete(e))
			all = slices.DeleteFunc(all, func(x fast.Entity) bool { return x == e })
			for _, other := range s.targets {
				s.leave(e, other)
			}
			all = append(all, w.Spawn(pair))
			s.come(all[len(all)-1], target)
		case 6:
			e := fast.Spawn1(w, Size{2}, pair)
			all = append(all, e)
			s.come(e, target)
		case 7:
			batch := fast.SpawnMany1[Size](w, 2, pair)
			for _, e := range batch.Entities() {
				all = append(all, e)
				s.come(e, target)
			}
		case 8:
			e := some()
			require.NoError(t, w.Exchange(e, []fast.AnyID{pair, fast.Single(mark)}, nil))
			s.come(e, target)
		case 9:
			require.NoError(t, w.RemoveAll(pair))
			s.want[target] = nil
		case 10:
			_, err := bySize.RemoveAll(fast.Pair(s.r, fast.Wildcard))
			require.NoError(t, err)
			for _, e := range all {
				if size.Owns(e) {
					for _, other := range s.targets {
						s.leave(e, other)
					}
				}
			}
		case 11:
			e := some()
			made, err := w.Clone(e)
			require.NoError(t, err)
			all = append(all, made)
			for _, other := range s.targets {
				if slices.Contains(s.want[other], e) {
					s.come(made, other)
				}
			}
		case 12:
			saved, savedAll, savedWant = w.Snapshot(), slices.Clone(all), map[fast.Entity][]fast.Entity{}
			for k, v := range s.want {
				savedWant[k] = v
			}
		case 13:
			if saved != nil {
				w.Restore(saved)
				all, s.want = slices.Clone(savedAll), map[fast.Entity][]fast.Entity{}
				for k, v := range savedWant {
					s.want[k] = v
				}
			}
		case 14:
			var file bytes.Buffer
			require.NoError(t, w.Save(&file))
			require.NoError(t, w.Load(&file))
		case 15:
			e := some()
			w.DeferBegin()
			require.NoError(t, w.AddPair(e, s.r, target))
			require.NoError(t, w.MoveBefore(e, pair, e))
			err := w.DeferEnd()
			require.NoError(t, err)
			s.come(e, target)
		}
		s.check(t)
		require.NoError(t, bridge.Core(w).CheckInvariants())
	}
}
