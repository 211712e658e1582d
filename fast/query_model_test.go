package fast_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// twin is two worlds with the same changes: one through the fast paths of the typed API, one
// through the general ones.
type twin struct {
	short, general *fast.World
	relationships  []fast.Entity
	entities       []fast.Entity
	random         *rand.Rand
}

func newTwin(profile spec.Profile, seed uint64) *twin {
	tw := &twin{random: rand.New(rand.NewPCG(seed, 1))}
	options := []fast.Option{fast.WithProfile(profile)}
	tw.general = fast.NewWorld(options...)
	if seed%3 == 0 { // the storage must not matter
		options = append(options, fast.WithoutFragmenting(), fast.WithTradingTables())
	}
	tw.short = fast.NewWorld(options...)
	for _, w := range []*fast.World{tw.short, tw.general} {
		fast.Register[position](w)
		fast.Register[velocity](w)
		fast.Register[enemy](w)
		tw.relationships = []fast.Entity{
			fast.ChildOf, fast.IsA,
			w.NewRelationship("RPlain"), w.NewRelationship("RExclusive", fast.Exclusive),
			w.NewRelationship("RAcyclic", fast.Acyclic), w.NewRelationship("RSymmetric", fast.Symmetric),
			w.NewRelationship("RTransitive", fast.Transitive),
			w.NewRelationship("RBoth", fast.Symmetric, fast.Exclusive),
			w.NewRelationship("RUnion", fast.Union), w.NewRelationship("RLoose", fast.Exclusive, fast.DontFragment),
			w.NewRelationship("RLooseTree", fast.Exclusive, fast.DontFragment, fast.Acyclic),
			w.NewRelationship("RLooseIn", fast.Exclusive, fast.DontFragment, fast.Transitive),
		}
		with := w.NewRelationship("RWith")
		_ = w.AddPair(with, fast.With, tw.relationships[2])
		tw.relationships = append(tw.relationships, with)
		deletes := w.NewRelationship("RDeletes")
		_ = w.AddPair(deletes, fast.OnDeleteTarget, fast.Delete)
		tw.relationships = append(tw.relationships, deletes)
	}
	for range 12 {
		tw.entities = append(tw.entities, tw.short.Spawn())
		tw.general.Spawn()
	}
	// A query for the transitive relationship builds its index.
	fast.NewQuery0(tw.short, fast.Pair(tw.relationships[6], tw.entities[0]), fast.Rule)
	return tw
}

func (tw *twin) pick() fast.Entity { return tw.entities[tw.random.IntN(len(tw.entities))] }

// step makes one change in both worlds and compares the errors.
func (tw *twin) step(t *testing.T, names bool) {
	e, target, r := tw.pick(), tw.pick(), tw.relationships[tw.random.IntN(len(tw.relationships))]
	p := fast.Register[position](tw.short)
	id := p.ID()
	x := float64(tw.random.IntN(100))
	switch tw.random.IntN(12) {
	case 0, 1, 2, 3:
		require.Equal(t, code(tw.general.Add(e, fast.Pair(r, target))), code(tw.short.AddPair(e, r, target)))
	case 4, 5:
		require.Equal(t, code(tw.general.Remove(e, fast.Pair(r, target))), code(tw.short.RemovePair(e, r, target)))
	case 6:
		require.Equal(t, code(tw.general.Add(e, id)), code(p.Add(e)))
	case 7:
		require.Equal(t, code(tw.general.Remove(e, id)), code(p.Remove(e)))
	case 8:
		require.Equal(t, code(fast.Set(tw.general, e, position{x, 0})), code(p.Set(e, position{x, 0})))
	case 9:
		require.Equal(t, code(tw.general.Delete(e)), code(tw.short.Delete(e)))
	case 10:
		ids := []fast.ID{id, fast.Pair(r, target)}
		if tw.random.IntN(2) == 0 {
			ids = append(ids, fast.Pair(tw.relationships[3], tw.pick()), fast.Single(tw.pick()))
		}
		made, err := trySpawn(tw.general, as[fast.Initial](ids)...)
		if err != nil {
			require.Equal(t, code(err), panicCode(func() { fast.Spawn1(tw.short, position{}, as[fast.Initial](ids[1:])...) }))
			break
		}
		again := fast.Spawn1(tw.short, position{x, 1}, as[fast.Initial](ids[1:])...)
		require.NoError(t, fast.Set(tw.general, made, position{x, 1}))
		require.Equal(t, made, again)
		tw.entities[tw.random.IntN(len(tw.entities))] = made
	case 11:
		if names {
			name := string(rune('a' + tw.random.IntN(3)))
			require.Equal(t, code(tw.general.SetName(e, name)), code(tw.short.SetName(e, name)))
		}
	}
}

func (tw *twin) compare(t *testing.T) {
	for _, e := range tw.entities {
		require.Equal(t, tw.general.Alive(e), tw.short.Alive(e))
		require.Equal(t, tw.general.IDs(e), tw.short.IDs(e))
		require.Equal(t, tw.general.Name(e), tw.short.Name(e))
		if tw.short.Alive(e) {
			require.Equal(t, fast.Get[position](tw.general, e), fast.Get[position](tw.short, e))
		}
	}
	require.Equal(t, tw.general.Len(), tw.short.Len())
}

// The fast paths of the typed API have the same effects and errors as the general ones.
func TestFastPathsAgreeWithGeneralOnes(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 10
	}
	for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		for seed := range seeds {
			tw := newTwin(profile, uint64(seed))
			for range 120 {
				tw.step(t, seed%2 == 0)
				tw.compare(t)
			}
		}
	}
}

// After every change, old queries, new queries and a naive evaluation of their terms agree.
func TestQueriesAgreeWithNaiveEvaluation(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 8
	}
	for seed := range seeds {
		tw := newTwin(spec.Flecs3(), uint64(1000+seed))
		w, p := tw.short, fast.Register[position](tw.short)
		var patterns []fast.ID
		for _, r := range tw.relationships {
			patterns = append(patterns, fast.Pair(r, tw.entities[0]), fast.Pair(r, fast.Wildcard),
				fast.Pair(r, fast.Any))
		}
		patterns = append(patterns, fast.Pair(fast.Wildcard, tw.entities[1]), fast.Single(tw.entities[2]))
		var saved, without []fast.Query1[position]
		for _, id := range patterns {
			saved = append(saved, fast.NewQuery1[position](w, id))
			without = append(without, fast.NewQuery1[position](w, fast.Not(id)))
		}
		for step := range 60 {
			tw.step(t, false)
			i := tw.random.IntN(len(patterns))
			var with, not []fast.Entity
			for _, e := range distinct(tw.entities) {
				if !w.Alive(e) || !p.Has(e) {
					continue
				}
				if w.Has(e, patterns[i]) {
					with = append(with, e)
				} else {
					not = append(not, e)
				}
			}
			require.Equal(t, with, among(tw, found(saved[i])), "%v %v", seed, step)
			require.Equal(t, not, among(tw, found(without[i])), "%v %v", seed, step)
			require.Equal(t, with, among(tw, found(fast.NewQuery1[position](w, patterns[i], fast.Uncached))))
			require.Equal(t, not, among(tw, found(fast.NewQuery1[position](w, fast.Not(patterns[i]), fast.Uncached))))
		}
	}
}

// distinct sorts entities and removes duplicates.
func distinct(list []fast.Entity) []fast.Entity {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// among returns the distinct entities of a result that belong to the twin.
func among(tw *twin, list []fast.Entity) (known []fast.Entity) {
	for _, e := range distinct(list) {
		if slices.Contains(tw.entities, e) {
			known = append(known, e)
		}
	}
	return known
}
