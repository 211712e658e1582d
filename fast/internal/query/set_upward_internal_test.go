package query

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// branches is a random world of entities that lead to each other over four relationships, cycles and diamonds included, some pairs
// switched off, and in which few entities are targets of two others.
type branches struct {
	w                *rules.World
	r                *rand.Rand
	followed, firsts []rules.Entity
	crowd            []rules.Entity
}

func newBranches(t *testing.T, seed uint64) *branches {
	t.Helper()
	b := &branches{w: &rules.World{}, r: rand.New(rand.NewPCG(seed, 3))}
	b.w.Init(rules.Options{Profile: spec.Flecs3Beta()})
	made := func(traits ...rules.Entity) rules.Entity {
		birth := rules.Birth{}
		for _, trait := range traits {
			birth.IDs = append(birth.IDs, rules.Elements{First: trait})
		}
		e, err := b.w.CreateNow(&birth, rules.NothingMore)
		require.Nil(t, err)
		return e
	}
	b.followed = []rules.Entity{rules.IsA, made(rules.Transitive), made(rules.Acyclic), made()}
	b.firsts = []rules.Entity{made(), made(), made()}
	for range 10 + b.r.IntN(30) {
		b.crowd = append(b.crowd, made())
	}
	for range 2 * len(b.crowd) { // more below the first than elsewhere; a refused pair is none
		_ = b.w.AddNow(b.any(), b.pair(b.followed, b.crowd[:5]))
		_ = b.w.AddNow(b.any(), b.pair(b.followed, b.crowd))
	}
	for range b.r.IntN(16) {
		_ = b.w.AddNow(b.any(), b.pair(b.firsts[:2], b.crowd))
	}
	if b.r.IntN(2) == 0 {
		for range 10 {
			e := b.any()
			if ids := b.w.OwnIDs(b.w.Table(e.Index()), e.Index()); len(ids) > 0 {
				_ = b.w.ToggleNow(e, ids[b.r.IntN(len(ids))], false)
			}
		}
	}
	return b
}

func (b *branches) any() rules.Entity { return b.crowd[b.r.IntN(len(b.crowd))] }

func (b *branches) pair(firsts, seconds []rules.Entity) store.ID {
	return store.Pair(firsts[b.r.IntN(len(firsts))].Index(), seconds[b.r.IntN(len(seconds))].Index())
}

// draw draws a set all of whose candidates count.
func (b *branches) draw() *Set {
	s := &Set{Self: b.r.IntN(2) == 0, Down: true, All: true, Relation: b.followed[b.r.IntN(len(b.followed))]}
	if b.r.IntN(3) == 0 {
		s.Max = 1 + b.r.IntN(4)
		if !s.Self {
			s.Min = b.r.IntN(s.Max + 1)
		}
	}
	return s
}

// query is a query whose runs walk.
func (b *branches) query(t *testing.T) *Query {
	q, err := Compile(b.w, &spec.Query{Text: true, Expr: "(ChildOf, *)", Kind: spec.KindRule}, b.w.Named)
	require.Nil(t, err)
	return q
}

// The targets of some pairs that lead up to an entity are those of its candidates that such a pair has.
func TestTargetsThatLeadUpAreTheCandidatesBelow(t *testing.T) {
	found, shorter := 0, 0
	for seed := range uint64(300) {
		b := newBranches(t, seed)
		q := b.query(t)
		for range 20 {
			x := q.NewExec()
			s, start := b.draw(), b.any().Index()
			firsts := []uint32{b.firsts[0].Index(), b.firsts[1].Index(), b.firsts[2].Index()}[b.r.IntN(3):]
			want := slices.DeleteFunc(x.candidatesOf(s, start), func(at uint32) bool {
				return !slices.ContainsFunc(firsts, func(first uint32) bool { return len(b.w.Store.Lookup(store.Pair(first, at))) > 0 })
			})
			b.w.SortEntities(want)
			require.Equal(t, want, x.targetsBelow(s, firsts, start), "seed %d: %+v from %d", seed, *s, start)
			shortest := firsts != nil && b.below(s, start, 0) > upwardCost*b.tables(firsts)
			require.Equal(t, shortest, x.isShorterUp(s, firsts, start), "seed %d", seed)
			if found += len(want); x.isShorterUp(s, firsts, start) {
				shorter++
				require.Equal(t, want, x.targetsOf(s, firsts, start), "seed %d", seed)
			}
			x.Release()
		}
	}
	require.Greater(t, found, 1000, "most sets have candidates that are targets")
	require.Greater(t, shorter, 600, "the way up is taken")
	require.Less(t, shorter, 5000, "and the way down")
}

// tables is how many tables have pairs with some relationships.
func (b *branches) tables(firsts []uint32) int {
	n := 0
	for _, first := range firsts {
		n += len(b.w.Store.Lookup(store.Pair(first, store.Wildcard)))
	}
	return n
}

// below counts the entities that lead to one, on each way to it, up to a number that no world needs.
func (b *branches) below(s *Set, at uint32, counted int) int {
	for _, p := range b.w.Store.Lookup(store.Pair(s.Relation.Index(), at)) {
		counted += len(b.w.Store.Entities(p.Table))
	}
	for _, p := range b.w.Store.Lookup(store.Pair(s.Relation.Index(), at)) {
		for _, e := range b.w.Store.Entities(p.Table) {
			if counted > 300 {
				return counted
			}
			if b.w.Store.Mentioned(e.Index()) {
				counted = b.below(s, e.Index(), counted)
			}
		}
	}
	return counted
}

// next are the entities that one step of a set leads to, by the ids of all entities.
func (b *branches) next(s *Set, at uint32) []uint32 {
	var list []uint32
	for _, e := range b.crowd {
		for _, other := range b.crowd {
			pair := store.Pair(s.Relation.Index(), other.Index())
			if !b.w.OwnsID(b.w.Table(e.Index()), e.Index(), pair) || b.w.IsOff(e.Index(), pair) {
				continue
			}
			if s.Up && e.Index() == at {
				list = append(list, other.Index())
			}
			if s.Down && other.Index() == at {
				list = append(list, e.Index())
			}
		}
	}
	slices.SortFunc(list, func(a, b2 uint32) int { return cmp.Compare(b.w.Entities[a].Order, b.w.Entities[b2].Order) })
	return list
}

// visited are the candidates of a set by the words of S-4 and S-5: depth first, each entity at its first place; with bounds it counts if
// some way to it has a length that they allow.
func (b *branches) visited(s *Set, start uint32) []uint32 {
	var list []uint32
	if s.Self {
		list = append(list, start)
	}
	if s.alone() || !b.w.CanFollow(s.Relation, s.Max > 0) {
		return list
	}
	type place struct {
		at    uint32
		depth int
	}
	entered, told := map[place]bool{}, map[uint32]bool{}
	var from func(at uint32, depth int)
	from = func(at uint32, depth int) {
		for _, next := range b.next(s, at) {
			key := place{next, depth}
			if s.Max == 0 {
				key.depth = 0
			}
			if entered[key] {
				continue
			}
			entered[key] = true
			if depth >= s.Min && !told[next] {
				told[next] = true
				list = append(list, next)
			}
			if s.Max == 0 || depth < s.Max {
				from(next, depth+1)
			}
		}
	}
	from(start, 1)
	return list
}

// A walk visits the entities that a search over all ids visits, in its order, and startsOf finds those whose walks visit an entity.
func TestWalksVisitWhatASearchOverAllIDsVisits(t *testing.T) {
	visits, starts := 0, 0
	for seed := range uint64(40) {
		b := newBranches(t, seed)
		q := b.query(t)
		for range 8 {
			x := q.NewExec()
			s, start := b.draw(), b.any().Index()
			if b.r.IntN(2) == 0 {
				s.Up, s.Down = true, false
			}
			s.All = b.r.IntN(2) == 0
			want := b.visited(s, start)
			var got []uint32
			x.walk(s, b.w.Table(start), start, func(at uint32, visited bool) bool {
				require.Equal(t, s.Self && len(got) == 0, !visited)
				got = append(got, at)
				return true
			})
			require.Equal(t, want, got, "seed %d: %+v from %d", seed, *s, start)
			visits += len(want)
			if len(want) > 0 { // a visitor may end the walk anywhere
				enough := b.r.IntN(len(want))
				got = nil
				x.walk(s, b.w.Table(start), start, func(at uint32, _ bool) bool {
					got = append(got, at)
					return len(got) <= enough
				})
				require.Equal(t, want[:enough+1], got)
			}
			mentioned := slices.DeleteFunc(slices.Clone(want), func(at uint32) bool { return at != start && !b.w.Store.Mentioned(at) })
			if s.Self { // a way back does not list it again
				mentioned = append([]uint32{start}, slices.DeleteFunc(mentioned, func(at uint32) bool { return at == start })...)
			}
			if s.Up {
				require.Equal(t, append([]uint32{}, mentioned...), x.candidatesOf(s, start))
			}
			var leading []uint32
			for _, e := range b.crowd {
				if slices.Contains(b.visited(s, e.Index()), start) {
					leading = append(leading, e.Index())
				}
			}
			found := x.startsOf(s, []uint32{start, start})
			slices.Sort(found)
			slices.Sort(leading)
			require.Equal(t, leading, found, "seed %d: %+v to %d", seed, *s, start)
			starts += len(found)
			require.Empty(t, x.level)
			require.Equal(t, slices.Contains(want, b.crowd[0].Index()), x.leadsTo(s, start, b.crowd[0].Index()))
			x.Release()
		}
	}
	require.Greater(t, visits, 400)
	require.Greater(t, starts, 400)
}

// keys are a set of numbers.
func TestKeysAreASet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for size := range 40 {
		var k keys
		want := map[uint64]bool{}
		for range size {
			n := r.Uint64N(40)
			require.Equal(t, want[n], k.has(n))
			require.Equal(t, !want[n], k.add(n))
			want[n] = true
			for n := range uint64(40) {
				require.Equal(t, want[n], k.has(n))
			}
			require.Equal(t, len(want) > len(k.few), k.many != nil, "few numbers are no map")
		}
	}
}

// A run remembers walks up to a size, and no more.
func TestARunRemembersWalks(t *testing.T) {
	var w walked[int]
	for i := range uint32(4) {
		w.put(walkOf{relationship: 1, target: i}, int(i), mostWalked/4)
	}
	require.Len(t, w.of, 4)
	require.Equal(t, mostWalked, w.size)
	require.Equal(t, 3, w.of[walkOf{relationship: 1, target: 3}])
	w.put(walkOf{relationship: 1, target: 4}, 4, 1)
	require.Equal(t, map[walkOf]int{{relationship: 1, target: 4}: 4}, w.of)
	require.Equal(t, 1, w.size)
}

// A run finds what leads to a target, what follows from one and what has a pair once.
func TestARunWalksOnce(t *testing.T) {
	s := newScene(t, spec.Flecs3Beta(), "T Transitive", "a", "b T:a", "c T:b", "d T:b T:c", "e T:d", "T2 IsA:T", "f T2:d", "g T:f")
	q, err := Compile(s.w, &spec.Query{Text: true, Expr: "(T, $x)", Kind: spec.KindRule}, s.w.Named)
	require.Nil(t, err)
	x := q.NewExec()
	defer x.Release()
	x.PlanFor(0)
	m := &x.steps[0].Terms[0]
	require.Equal(t, "[T2]", s.names(m.subclasses))
	places := x.leaderPlaces(m, s.entity("b").Index())
	require.Equal(t, map[uint32]int32{s.entity("b").Index(): 0, s.entity("c").Index(): 1, s.entity("d").Index(): 2, s.entity("f").Index(): 3}, places)
	require.Len(t, x.led.of, 1)
	require.Equal(t, len(places), x.led.size)
	require.Equal(t, "[c d]", s.names(x.havers(m, s.entity("b").Index())))
	require.Equal(t, "[f]", s.names(x.havers(m, s.entity("d").Index())))
	require.Len(t, x.having.of, 4, "one for each entity on the way")
	require.Equal(t, 1+2+1+1+1+1+1, x.having.size)
	above := x.targetsFrom(m, s.entity("f").Index())
	require.Equal(t, "[f d b c a]", s.names(above))
	require.Len(t, x.further.of, 1)
	require.Equal(t, len(above), x.further.size)
	x.work = 1 << 20
	left := x.work
	require.Equal(t, above, x.targetsFrom(m, s.entity("f").Index()))
	require.Equal(t, places, x.leaderPlaces(m, s.entity("b").Index()))
	require.Equal(t, left, x.work, "no walk is made again")
	x.work = 2 // a walk that was ended is not remembered
	x.targetsFrom(m, s.entity("g").Index())
	require.True(t, x.stop)
	require.Len(t, x.further.of, 1)
	x.work, x.stop = 1, false
	x.leaderPlaces(m, s.entity("a").Index())
	require.True(t, x.stop)
	require.Len(t, x.led.of, 1)
}
