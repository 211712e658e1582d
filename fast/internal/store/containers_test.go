package store

import (
	"maps"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestExclusiveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, want := NewExclusive(), map[uint32]uint32{}
		small := rapid.Uint32Range(1, 9)
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			source, target := small.Draw(t, "source")*700, small.Draw(t, "target")
			old, had := want[source]
			switch rapid.IntRange(0, 3).Draw(t, "op") {
			case 0:
				got, ok := x.Remove(source)
				require.Equal(t, had, ok)
				require.Equal(t, old, got)
				delete(want, source)
			default:
				got, ok := x.Set(source, target)
				require.Equal(t, had, ok)
				require.Equal(t, old, got)
				want[source] = target
			}
			if rapid.IntRange(0, 9).Draw(t, "clone") == 0 {
				c := x.Clone()
				x.Set(1, 1)
				x = c
			}
			checkExclusive(t, x, want)
		}
	})
}

func checkExclusive(t *rapid.T, x *Exclusive, want map[uint32]uint32) {
	sources := map[uint32][]uint32{}
	for source, target := range want {
		got, ok := x.Target(source)
		require.True(t, ok)
		require.Equal(t, target, got)
		sources[target] = append(sources[target], source)
	}
	require.Equal(t, len(want), x.Len())
	for target := range uint32(10) {
		slices.Sort(sources[target])
		require.Equal(t, sources[target], slices.Sorted(slices.Values(x.Sources(target))))
	}
	targets := slices.Sorted(slices.Values(x.Targets()))
	require.Equal(t, slices.Sorted(maps.Keys(sources)), targets)
	var spans []span
	for number, list := range x.lists {
		spans = append(spans, list.span)
		for at, source := range x.sources.of(&list.span) {
			require.Equal(t, exclusiveCell{uint32(number), uint32(at)}, *x.cell(source))
		}
		require.True(t, number == 0 || (list.length == 0) == slices.Contains(x.unused, uint32(number)))
	}
	require.NoError(t, x.sources.check("sources", spans))
	require.NoError(t, x.targets.check("targets"))
	require.Equal(t, len(x.lists)-1-len(x.unused), len(targets))
}

// facts is a relationship as a set of (child, parent).
type facts map[[2]uint32]bool

func (f facts) parents(child uint32) (parents []uint32) {
	for fact := range f {
		if fact[0] == child {
			parents = append(parents, fact[1])
		}
	}
	return parents
}

// below returns the nodes from which one or more facts lead to a.
func (f facts) below(a uint32) map[uint32]bool {
	found := map[uint32]bool{}
	for grown := true; grown; {
		grown = false
		for fact := range f {
			if (fact[1] == a || found[fact[1]]) && !found[fact[0]] {
				found[fact[0]], grown = true, true
			}
		}
	}
	return found
}

// chain reports whether each node above a node has one parent and there is no cycle.
func (f facts) chain(from uint32) bool {
	for range len(f) + 1 {
		switch parents := f.parents(from); len(parents) {
		case 0:
			return true
		case 1:
			from = parents[0]
		default:
			return false
		}
	}
	return false
}

func (f facts) tree() bool {
	for fact := range f {
		if len(f.parents(fact[0])) > 1 || f.below(fact[0])[fact[0]] {
			return false
		}
	}
	return true
}

func TestReachabilityModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, want := NewReachability(), facts{}
		graphs := rapid.Bool().Draw(t, "graphs")
		node := rapid.Uint32Range(1, 7)
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			fact := [2]uint32{node.Draw(t, "child"), node.Draw(t, "parent")}
			op := rapid.IntRange(0, 9).Draw(t, "op")
			if graphs {
				op = min(op, 1)
			}
			switch {
			case want[fact]:
				l.Remove(fact[0], fact[1])
				delete(want, fact)
			case op > 1 && (len(want.parents(fact[0])) > 0 || want.below(fact[0])[fact[1]]):
				// skip, so that most graphs are forests
			case op > 0:
				l.Add(fact[0], fact[1])
				want[fact] = true
			}
			if op%3 == 0 {
				require.Equal(t, want.tree(), l.Refresh())
			}
			checkReachability(t, l, want)
		}
	})
}

func checkReachability(t *rapid.T, l *Reachability, want facts) {
	require.Equal(t, len(want), l.Len())
	requireNodes(t, l, want)
	for a := uint32(1); a < 8; a++ {
		below := want.below(a)
		list, ok := l.Descendants(a)
		require.Equal(t, l.Clean(), ok)
		if ok {
			list = slices.DeleteFunc(slices.Clone(list), func(index uint32) bool { return index == 0 })
			require.Equal(t, slices.Sorted(maps.Keys(below)), slices.Sorted(slices.Values(list)))
		}
		for d := uint32(1); d < 8; d++ {
			is, _ := l.Below(d, a)
			require.Equal(t, below[d], is, "%d below %d in %v", d, a, want)
		}
		checkClimb(t, l, want, a)
		require.Equal(t, slices.Sorted(maps.Keys(below)), slices.Sorted(slices.Values(l.Walk(nil, a))),
			"below %d in %v", a, want)
	}
}

// requireNodes checks that the nodes equal the facts, that links agree in both directions, and that
// removed nodes are zero and free.
func requireNodes(t require.TestingT, l *Reachability, want facts) {
	indices, links := map[uint32]bool{}, 0
	for fact := range want {
		indices[fact[0]], indices[fact[1]] = true, true
	}
	require.Len(t, l.nodes, 1+len(indices)+len(l.unused))
	require.NoError(t, l.byID.check("nodes"))
	require.NoError(t, l.further.byFact.check("further facts"))
	for number := uint32(1); int(number) < len(l.nodes); number++ {
		node := l.nodes[number]
		if node.index == 0 {
			require.Equal(t, intervalNode{}, node)
			require.Contains(t, l.unused, number)
			continue
		}
		at, _ := l.byID.get(uint64(node.index))
		require.Equal(t, number, at)
		require.True(t, indices[node.index])
		before := uint32(0)
		for c := node.first; c != 0; c = l.nodes[c].next {
			require.Equal(t, []uint32{number, before}, []uint32{l.nodes[c].parent, l.nodes[c].previous})
			require.True(t, want[[2]uint32{l.nodes[c].index, node.index}])
			before = c
			links++
		}
		before = 0
		for f := node.more; f != 0; f = l.further.list[f].nextParent {
			fact := l.further.list[f]
			at, _ := l.further.byFact.get(pairKey(number, fact.parent))
			require.Equal(t, []uint32{number, before, f}, []uint32{fact.child, fact.beforeParent, at})
			require.True(t, want[[2]uint32{node.index, l.nodes[fact.parent].index}])
			before = f
			links++
		}
		before = 0
		for f := node.under; f != 0; f = l.further.list[f].nextChild {
			require.Equal(t, []uint32{number, before},
				[]uint32{l.further.list[f].parent, l.further.list[f].beforeChild})
			before = f
		}
	}
	require.Len(t, want, links)
	free := 0
	for at := l.further.unused; at != 0; at = l.further.list[at].nextParent {
		require.Zero(t, l.further.list[at].child)
		free++
	}
	require.Equal(t, max(0, len(l.further.list)-1), free+l.further.count)
	holes := 0
	for _, index := range l.order {
		if index == 0 {
			holes++
		}
	}
	require.True(t, l.dirty || holes == l.holes)
}

// checkClimb compares the nodes above a node, nearest first, with the facts.
func checkClimb(t *rapid.T, l *Reachability, want facts, from uint32) {
	above, ok := l.Climb([]uint32{99}, from)
	require.Equal(t, uint32(99), above[0])
	if chain := want.chain(from); !chain || !ok {
		require.Equal(t, chain, ok, "above %d in %v", from, want)
		require.Len(t, above, 1)
		return
	}
	for _, next := range above[1:] {
		require.True(t, want[[2]uint32{from, next}], "above %d in %v", from, want)
		from = next
	}
	require.Empty(t, want.parents(from))
}

func TestReachabilityStaysCleanWhileATreeGrowsDepthFirst(t *testing.T) {
	l := NewReachability()
	for i := uint32(2); i < 1000; i++ {
		l.Add(i, i-1)
	}
	require.True(t, l.Clean())
	below, ok := l.Descendants(500)
	require.True(t, ok)
	require.Len(t, below, 499)
	for i := uint32(999); i > 600; i-- {
		l.Remove(i, i-1)
	}
	require.True(t, l.Clean())
	require.Len(t, l.Walk(nil, 500), 100)
	l.Remove(550, 549)
	require.False(t, l.Clean())
	is, _ := l.Below(600, 550)
	require.True(t, is)
	require.True(t, l.Refresh())
	is, _ = l.Below(600, 549)
	require.False(t, is)
}

// Labels become stale once searches without labels have visited more nodes than exist.
func TestReachabilityIsStaleOnceSearchesCostMoreThanRefresh(t *testing.T) {
	l := NewReachability()
	for i := uint32(2); i < 100; i++ {
		l.Add(i, i-1)
	}
	ask := func() (steps int) {
		_, steps = l.Below(99, 60)
		return steps + len(l.Walk(nil, 97))
	}
	for range 3 {
		for range 200 {
			require.Equal(t, 2, ask())
		}
		require.False(t, l.Stale())
		l.Remove(50, 49)
		l.Add(50, 49)
		require.False(t, l.Clean())
		walked := 0
		for range 50 {
			require.Equal(t, walked > len(l.nodes), l.Stale(), "%d walked", walked)
			walked += ask()
		}
		require.Greater(t, walked, len(l.nodes))
		require.True(t, l.Refresh())
		require.False(t, l.Stale())
	}
}

// A set of nodes that was returned to the pool is reused if it is large enough.
func TestPooledSetsAreReused(t *testing.T) {
	var p marksPool
	again := false
	for range 100 { // a pool may drop its content, and does with the race detector
		had := &marks{bits: make([]uint64, 3)}
		had.add(70)
		p.put(had)
		m := p.get(3 * 64)
		if m != had {
			continue
		}
		again = true
		require.Len(t, m.bits, 3)
		require.Equal(t, []uint64{0, 0, 0}, m.bits)
		require.Empty(t, m.added)
		p.put(m)
		require.GreaterOrEqual(t, len(p.get(3*64+1).bits), 4)
	}
	require.True(t, again)
}

// An answer takes more steps only if entities on its path have a second target. The number of steps
// depends on how many such entities there are, not on the length of the path.
func TestReachabilityTakesStepsForFurtherParentsOnly(t *testing.T) {
	l := NewReachability()
	const top, n = 1, 10_000
	for i := uint32(top + 1); i <= n; i++ {
		l.Add(i, i-1)
	}
	l.Add(n+3, n+1)
	l.Add(n+3, n+2)
	below, steps := l.Below(n, top)
	require.True(t, below)
	require.Zero(t, steps)
	below, steps = l.Below(n, n+2)
	require.False(t, below)
	require.Less(t, steps, 10)
	require.Len(t, l.Walk(nil, top), n-1)

	l.Add(n, n+2) // a second target of a leaf does not change the labels
	below, steps = l.Below(n, n+2)
	require.True(t, below)
	require.Less(t, steps, 10)
	l.Add(n+4, n)
	below, steps = l.Below(n+4, n+2)
	require.True(t, below)
	require.Less(t, steps, 10)
	l.Remove(n, n+2)
	below, _ = l.Below(n+4, n+2)
	require.False(t, below)
}

// If an entity loses its parent in the forest and has another one, Refresh makes that its parent.
func TestRefreshGivesRootsTheirFurtherParents(t *testing.T) {
	l := NewReachability()
	l.Add(20, 21)
	l.Add(10, 11)
	l.Add(10, 12)
	require.False(t, l.IsTree(), "10 has two parents")
	l.Remove(10, 11)
	require.True(t, l.Refresh())
	require.Equal(t, []uint32{10}, l.Walk(nil, 12))
	require.Empty(t, l.Walk(nil, 11))
}

// A fact that is added and removed many times takes no memory.
func TestReachabilityReusesRemovedNodes(t *testing.T) {
	l := NewReachability()
	for range 100 {
		l.Add(2, 1)
		l.Remove(2, 1)
	}
	require.Zero(t, l.Len())
	require.LessOrEqual(t, len(l.order), 4)
	require.LessOrEqual(t, len(l.nodes), 3)
}

// Freed memory is reused, so the arena never has more than the maximum that was in use at once.
func TestFreedMemoryIsReused(t *testing.T) {
	typ := columnType{size: 8}
	rapid.Check(t, func(t *rapid.T) {
		var m memory
		type array struct {
			at unsafe.Pointer
			n  int
		}
		var arrays []array
		sizes := rapid.SliceOfN(rapid.IntRange(1, 600), 1, 3).Draw(t, "sizes")
		for round := range 200 {
			for _, n := range sizes {
				arrays = append(arrays, array{m.alloc(&typ, n), n})
			}
			for _, a := range arrays {
				require.True(t, m.holds(&typ, a.at, a.n))
				m.release(&typ, a.at, a.n)
			}
			arrays = arrays[:0]
			require.LessOrEqual(t, len(m.pages), len(sizes), "round %d", round)
		}
	})
}

// Lists in an arena keep their content at any length, and freed memory is reused, also that of long
// lists with their own array.
func TestArenaModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a arena[uint32]
		lists, want := make([]span, 4), make([][]uint32, 4)
		next := uint32(0)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			i := rapid.IntRange(0, 3).Draw(t, "list")
			l := &lists[i]
			switch rapid.IntRange(0, 4).Draw(t, "op") {
			case 0:
				a.drop(l)
				want[i] = nil
			case 1:
				for n := rapid.IntRange(1, 700).Draw(t, "n"); n > 0 && len(want[i]) > 0; n-- {
					at, last := int(next)%len(want[i]), len(want[i])-1
					moved, other := a.cut(l, uint32(at))
					require.Equal(t, want[i][last], moved)
					require.Equal(t, at != last, other)
					want[i][at] = moved
					want[i] = want[i][:last]
					next++
				}
			case 2:
				was := a
				a = a.clone()
				clear(was.data)
				for _, list := range was.large {
					clear(list)
				}
				for class := range was.free {
					clear(was.free[class])
				}
				clear(was.gaps)
				clear(was.large)
			default:
				for range rapid.SampledFrom([]int{1, 3, 500, 1100}).Draw(t, "n") {
					require.Equal(t, uint32(len(want[i])), a.add(l, next))
					want[i] = append(want[i], next)
					next++
				}
			}
			for i := range lists {
				require.True(t, slices.Equal(want[i], a.of(&lists[i])), "list %d", i)
			}
			require.NoError(t, a.check("the arena", lists))
			require.LessOrEqual(t, len(a.large), 1+len(lists))
		}
	})
}

// The memory of a freed long list is given to one new list, not to two.
func TestSlotsOfLongListsAreGivenOnce(t *testing.T) {
	var a arena[uint32]
	var lists [4]span
	grow := func(i int) {
		for n := range uint32(1 << largeClass) {
			a.add(&lists[i], uint32(i)<<16|n)
		}
	}
	grow(0)
	grow(1)
	a.drop(&lists[0])
	grow(2)
	grow(3)
	require.Len(t, a.large, 4, "slot 0 is not used, and one freed slot was reused")
	for i := uint32(1); i < 4; i++ {
		for n, value := range a.of(&lists[i]) {
			require.Equal(t, i<<16|uint32(n), value)
		}
	}
	require.NoError(t, a.check("the arena", lists[:]))
}
