package fast_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// The order by depth follows pairs that are added and removed by the fast path, also if cycles are
// allowed or if there are no observers.
func TestCascadeFollowsParentsOfParents(t *testing.T) {
	const n = 8
	for name, relationship := range map[string]func(w *fast.World) fast.Entity{
		"ChildOf": func(*fast.World) fast.Entity { return fast.ChildOf },
		"ChildOf beside tables": func(w *fast.World) fast.Entity {
			require.NoError(t, w.Add(fast.ChildOf, fast.DontFragment))
			return fast.ChildOf
		},
		"traversable": func(w *fast.World) fast.Entity { return w.NewRelationship("R", fast.Traversable) },
		"transitive":  func(w *fast.World) fast.Entity { return w.NewRelationship("R", fast.Transitive) },
		"exclusive": func(w *fast.World) fast.Entity {
			return w.NewRelationship("R", fast.Transitive, fast.Exclusive)
		},
		"beside tables": func(w *fast.World) fast.Entity {
			return w.NewRelationship("R", fast.Transitive, fast.Exclusive, fast.DontFragment)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(200) {
				random := rand.New(rand.NewPCG(seed, 1))
				w := fast.NewWorld()
				number := fast.Register[int](w)
				r := relationship(w)
				var entities []fast.Entity
				for i := range n {
					entities = append(entities, fast.Spawn1(w, i))
				}
				q := fast.NewQuery2[int, int](w, fast.Field[int](fast.Optional(fast.Cascade(r, number.ID()))))
				parents := map[int]int{}
				for range 25 {
					child, parent := random.IntN(n), random.IntN(n)
					before, has := parents[child]
					delete(parents, child)
					switch {
					case has && random.IntN(2) == 0:
						require.NoError(t, w.RemovePair(entities[child], r, entities[before]))
					case above(parents, child, parent):
						if has {
							parents[child] = before
						}
					default:
						if has {
							require.NoError(t, w.RemovePair(entities[child], r, entities[before]))
						}
						require.NoError(t, w.AddPair(entities[child], r, entities[parent]))
						parents[child] = parent
					}
					seen := map[int]bool{}
					for _, row := range q.All() {
						if parent, has := parents[*row.A]; has {
							require.True(t, seen[parent], "seed %d: %d comes before its parent %d; %v", seed, *row.A,
								parent, parents)
						}
						seen[*row.A] = true
					}
					require.Len(t, seen, n)
				}
			}
		})
	}
}

// above reports whether one is equal to or above other.
func above(parents map[int]int, one, other int) bool {
	for {
		if one == other {
			return true
		}
		next, has := parents[other]
		if !has {
			return false
		}
		other = next
	}
}

// Nothing is below a dead entity or along a dead relationship, even if their indices are reused.
func TestNothingIsBelowTheDead(t *testing.T) {
	w := fast.NewWorld(fast.WithRecycledIndices(1))
	likes, parent := w.NewRelationship("Likes"), w.Spawn()
	child := w.Spawn(fast.Pair(fast.ChildOf, parent), fast.Pair(likes, parent))
	require.Equal(t, []fast.Entity{child}, w.Traverse(parent, likes, 0))
	check(w.Delete(likes))
	require.Empty(t, w.Traverse(parent, likes, 0))
	require.Empty(t, w.Traverse(likes, fast.ChildOf, 0))
	next := w.Spawn()
	require.Equal(t, likes.Index(), next.Index())
	check(w.AddPair(child, next, parent), w.AddPair(child, fast.ChildOf, next))
	require.Equal(t, []fast.Entity{child}, w.Traverse(parent, next, 0))
	require.Equal(t, []fast.Entity{child}, w.Traverse(next, fast.ChildOf, 0))
	require.Empty(t, w.Traverse(parent, likes, 0))
	require.Empty(t, w.Traverse(likes, fast.ChildOf, 0))
}

// A deletion removes pairs from entities that no query of the order matches. Their children then
// come earlier.
func TestCascadeFollowsDeletions(t *testing.T) {
	for name, traits := range map[string][]fast.Entity{
		"traversable":   {fast.Traversable},
		"exclusive":     {fast.Traversable, fast.Exclusive},
		"union":         {fast.Traversable, fast.Union},
		"beside tables": {fast.Traversable, fast.Exclusive, fast.DontFragment},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(200) {
				random := rand.New(rand.NewPCG(seed, 1))
				w := fast.NewWorld()
				number, tag, r := fast.Register[int](w), w.NewTag("Tag"), w.NewRelationship("R", traits...)
				query := func() fast.Query1[int] {
					return fast.NewQuery1[int](w, fast.Optional(fast.Cascade(r, number.ID())))
				}
				order := func(q fast.Query1[int]) (numbers []int) {
					for _, number := range q.All() {
						numbers = append(numbers, *number)
					}
					return numbers
				}
				var entities []fast.Entity
				one := func() fast.Entity { return entities[random.IntN(len(entities))] }
				q := query()
				for i := range 40 {
					switch kind := random.IntN(8); {
					case kind < 3 || len(entities) < 4:
						entities = append(entities, w.Spawn())
					case kind < 5:
						_ = w.AddPair(one(), r, one()) // refused where that makes a cycle
					case kind == 5:
						require.NoError(t, number.Set(one(), i))
					case kind == 6:
						require.NoError(t, w.Add(one(), tag))
					default:
						dead := random.IntN(len(entities))
						require.NoError(t, w.Delete(entities[dead]))
						entities = slices.Delete(entities, dead, dead+1)
					}
					cached := order(q)
					require.Equal(t, order(query()), cached, "seed %d, step %d", seed, i)
				}
			}
		})
	}
}
