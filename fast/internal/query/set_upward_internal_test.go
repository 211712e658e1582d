package query

import (
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

// The targets of some pairs that lead up to an entity are those of its candidates that such a pair has.
func TestTargetsThatLeadUpAreTheCandidatesBelow(t *testing.T) {
	found, shorter := 0, 0
	for seed := range uint64(300) {
		b := newBranches(t, seed)
		q, err := Compile(b.w, &spec.Query{Text: true, Expr: "(ChildOf, *)", Kind: spec.KindRule}, b.w.Named)
		require.Nil(t, err)
		for range 20 {
			x := q.NewExec()
			s, start := b.draw(), b.any().Index()
			firsts := []uint32{b.firsts[0].Index(), b.firsts[1].Index(), b.firsts[2].Index()}[b.r.IntN(3):]
			want := slices.DeleteFunc(x.candidatesOf(s, start), func(at uint32) bool {
				return !slices.ContainsFunc(firsts, func(first uint32) bool { return len(b.w.Store.Lookup(store.Pair(first, at))) > 0 })
			})
			b.w.SortEntities(want)
			require.Equal(t, want, x.targetsBelow(s, firsts, start), "seed %d: %+v from %d", seed, *s, start)
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
