package fast_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// both runs a test on a cached and an uncached query.
func both(t *testing.T, f func(t *testing.T, terms ...fast.Term)) {
	t.Run("cached", func(t *testing.T) { f(t) })
	t.Run("uncached", func(t *testing.T) { f(t, fast.Uncached) })
	t.Run("rule", func(t *testing.T) { f(t, fast.Rule) })
}

// found lists the entities of a query, sorted.
func found[A any](q fast.Query1[A]) []fast.Entity {
	var all []fast.Entity
	for batch := range q.Batches() {
		all = append(all, batch.Entities()...)
	}
	var rows []fast.Entity
	for e := range q.All() {
		rows = append(rows, e)
	}
	if !slices.Equal(all, rows) {
		panic("Batches and All differ")
	}
	slices.Sort(all)
	return all
}

func TestQueryReadsAndWrites(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		q := fast.NewQuery2[position, velocity](w, terms...)
		a := fast.Spawn2(w, position{1, 2}, velocity{10, 20})
		b := fast.Spawn2(w, position{3, 4}, velocity{30, 40})
		require.NoError(t, fast.Set(w, b, mass{5}))
		fast.Spawn1(w, position{5, 6})
		for batch := range q.Batches() {
			p, v := batch.Fields()
			for i := range p {
				p[i].X += v[i].X
			}
		}
		for e, row := range q.All() {
			row.A.Y += row.B.Y
			require.Contains(t, []fast.Entity{a, b}, e)
		}
		require.Equal(t, position{11, 22}, *fast.Get[position](w, a))
		require.Equal(t, position{33, 44}, *fast.Get[position](w, b))
		require.Equal(t, 2, q.Len())
	})
}

func TestQueryWithWildcardGivesEachTarget(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		likes := w.NewRelationship("Likes")
		x, y := w.Spawn(), w.Spawn()
		e := fast.Spawn1(w, position{1, 2}, fast.Pair(likes, x), fast.Pair(likes, y))
		q := fast.NewQuery1[position](w, append(terms, fast.Pair(likes, fast.Wildcard))...)
		var targets []fast.Entity
		for batch := range q.Batches() {
			require.Equal(t, []fast.Entity{e}, batch.Entities())
			require.Equal(t, fast.Pair(likes, batch.Target(1)), batch.ID(1))
			targets = append(targets, batch.Target(1))
		}
		require.ElementsMatch(t, []fast.Entity{x, y}, targets)
		one := fast.NewQuery1[position](w, append(terms, fast.Pair(likes, fast.Any))...)
		require.Len(t, found(one), 1)
	})
}

func TestQuerySharedFields(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
		base := fast.Spawn1(w, mass{10}, fast.Prefab)
		a := fast.Spawn1(w, position{1, 0}, fast.Pair(fast.IsA, base))
		b := fast.Spawn2(w, position{2, 0}, mass{3}, fast.Pair(fast.IsA, base))
		q := fast.NewQuery2[position, mass](w, terms...)
		sum := map[fast.Entity]float64{}
		for e, row := range q.All() {
			sum[e] = row.A.X * row.B.Kilograms
		}
		require.Equal(t, map[fast.Entity]float64{a: 10, b: 6}, sum)
		for batch := range q.Batches() {
			p, m := batch.Columns()
			require.False(t, p.IsShared())
			require.Equal(t, batch.Entities()[0] == a, m.IsShared())
			if m.IsShared() {
				require.Equal(t, base, batch.Source(1))
				require.Equal(t, 10.0, m.Value().Kilograms)
				require.Equal(t, spec.CodeInvalid, panicCode(func() { batch.Fields() }))
			} else {
				require.Zero(t, batch.Source(1))
				require.Equal(t, 3.0, m.At(0).Kilograms)
				require.Equal(t, spec.CodeInvalid, panicCode(func() { m.At(1) }))
				require.Equal(t, spec.CodeInvalid, panicCode(func() { m.Value() }))
			}
		}
		require.NoError(t, fast.Unset[mass](w, base))
		require.Equal(t, 1, q.Len())
		require.NoError(t, fast.Set(w, base, mass{11}))
		require.Equal(t, 2, q.Len())
	})
}

func TestQueryFixedSourceAndOptional(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		game := fast.Spawn1(w, mass{42})
		a := fast.Spawn1(w, position{})
		b := fast.Spawn2(w, position{}, velocity{1, 1})
		m, v := fast.Register[mass](w), fast.Register[velocity](w)
		q := fast.NewQuery3[position, velocity, mass](w, append(terms,
			fast.Field[mass](fast.On(game, m.ID())), fast.Field[velocity](fast.Optional(v.ID())))...)
		seen := map[fast.Entity]bool{}
		for batch := range q.Batches() {
			require.Equal(t, game, batch.Source(2))
			_, vs, ms := batch.Columns()
			require.Equal(t, 42.0, ms.Value().Kilograms)
			require.Equal(t, vs.IsSet(), batch.IsSet(1))
			if !vs.IsSet() {
				require.Equal(t, spec.CodeInvalid, panicCode(func() { vs.Slice() }))
				require.Equal(t, spec.CodeInvalid, panicCode(func() { vs.At(0) }))
			}
			for _, e := range batch.Entities() {
				seen[e] = vs.IsSet()
			}
		}
		require.Equal(t, map[fast.Entity]bool{a: false, b: true}, seen)
		for e, row := range q.All() {
			require.Equal(t, e == b, row.B != nil)
		}
		require.NoError(t, fast.Unset[mass](w, game))
		require.Zero(t, q.Len())
		require.NoError(t, fast.Set(w, game, mass{1}))
		require.Equal(t, 2, q.Len())
	})
}

func TestQueryFieldsOfPairs(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		d := fast.Register[mass](w)
		near := w.NewRelationship("Near")
		x, y := w.Spawn(), w.Spawn()
		e := fast.Spawn1(w, mass{1})
		require.NoError(t, d.SetPair(e, x, mass{2}))
		require.NoError(t, d.SetPair(e, y, mass{3}))
		require.NoError(t, fast.SetID(w, e, fast.Pair(near, d.Entity()), mass{4}))
		q := fast.NewQuery3[mass, mass, mass](w, append(terms,
			fast.Field[mass](fast.Pair(near, d.Entity())), fast.Field[mass](d.Pair(fast.Wildcard)))...)
		got := map[fast.Entity]float64{}
		for batch := range q.Batches() {
			own, pair, reverse := batch.Fields()
			require.Equal(t, mass{1}, own[0])
			require.Equal(t, mass{4}, reverse[0])
			got[batch.Target(1)] = pair[0].Kilograms
		}
		require.Equal(t, map[fast.Entity]float64{x: 2, y: 3}, got)
	})
}

func TestQueryVariables(t *testing.T) {
	w := fast.NewWorld()
	likes, eats := w.NewRelationship("Likes"), w.NewRelationship("Eats")
	pie, fish := w.Spawn(), w.Spawn()
	a := fast.Spawn1(w, position{}, fast.Pair(likes, pie), fast.Pair(eats, pie))
	b := fast.Spawn1(w, position{}, fast.Pair(likes, pie), fast.Pair(eats, fish))
	c := fast.Spawn1(w, position{}, fast.Pair(likes, fish), fast.Pair(eats, fish))
	x := fast.Variable(1)
	q := fast.NewQuery1[position](w, fast.Pair(likes, x), fast.Pair(eats, x))
	require.Equal(t, []fast.Entity{a, c}, found(q))
	for batch := range q.Batches() {
		require.Equal(t, batch.Target(1), batch.Variable(x))
	}
	require.Equal(t, []fast.Entity{a}, found(q.Bind(x, pie)))
	require.Equal(t, []fast.Entity{c}, found(q.Bind(x, fish)))
	require.Empty(t, found(q.Bind(x, b)))
	require.NoError(t, w.Delete(pie))
	require.Empty(t, found(q.Bind(x, pie)))
	require.Equal(t, spec.CodeUnresolved, panicCode(func() { q.Bind(fast.Variable(2), pie) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { q.Bind(x, fast.Wildcard) }))
}

func TestQueryTransitiveFollowsChanges(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("LocatedIn", fast.Transitive)
	tag := w.NewTag("Tag")
	places := make([]fast.Entity, 30)
	for i := range places {
		places[i] = fast.Spawn1(w, position{})
		if i%3 == 0 {
			require.NoError(t, w.Add(places[i], tag))
		}
	}
	// above follows the pairs step by step.
	above := func(e, target fast.Entity) bool {
		seen := map[fast.Entity]bool{}
		todo := w.Targets(e, in)
		for len(todo) > 0 {
			at := todo[0]
			todo = todo[1:]
			if at == target {
				return true
			}
			if !seen[at] {
				seen[at] = true
				todo = append(todo, w.Targets(at, in)...)
			}
		}
		return false
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		e, target := places[random.IntN(len(places))], places[random.IntN(len(places))]
		switch round % 5 {
		case 0:
			require.NoError(t, w.RemovePair(e, in, fast.Wildcard))
		case 1:
			require.NoError(t, w.RemovePair(target, in, e))
		case 2:
			if e == target {
				continue
			}
			require.NoError(t, w.Delete(e))
			places[slices.Index(places, e)] = fast.Spawn1(w, position{}, fast.Pair(in, target))
		default:
			if round < 200 { // a forest in the first rounds
				require.NoError(t, w.RemovePair(e, in, fast.Wildcard))
			}
			if e != target && (round >= 200 || !above(target, e)) {
				require.NoError(t, w.AddPair(e, in, target))
			}
		}
		var want, tagged []fast.Entity
		for _, e := range places {
			if w.Alive(e) && above(e, target) {
				want = append(want, e)
				if w.Has(e, tag) {
					tagged = append(tagged, e)
				}
			}
		}
		slices.Sort(want)
		slices.Sort(tagged)
		require.Equal(t, want, found(fast.NewQuery1[position](w, fast.Pair(in, target), fast.Rule)), round)
		require.Equal(t, tagged, found(fast.NewQuery1[position](w, fast.Pair(in, target), tag, fast.Rule)),
			round)
		var up []fast.Entity
		x := fast.Variable(1)
		for batch := range fast.NewQuery1[position](w, fast.Pair(in, x)).Batches() {
			for _, at := range batch.Entities() {
				if at == target {
					up = append(up, batch.Variable(x))
				}
			}
		}
		for _, e := range places {
			if w.Alive(e) {
				require.Equal(t, above(target, e), slices.Contains(up, e), round)
			}
		}
		if round == 100 {
			w.Restore(w.Snapshot())
		}
	}
}

func TestQueryLocksTheWorld(t *testing.T) {
	both(t, func(t *testing.T, terms ...fast.Term) {
		w := fast.NewWorld()
		p := fast.Register[position](w)
		v := fast.Register[velocity](w)
		near := w.NewRelationship("Near")
		e := fast.Spawn1(w, position{1, 2})
		q := fast.NewQuery1[position](w, terms...)
		for range q.Batches() {
			require.Equal(t, spec.CodeLocked, code(v.Add(e)))
			require.Equal(t, spec.CodeLocked, code(v.Set(e, velocity{})))
			require.Equal(t, spec.CodeLocked, code(p.Remove(e)))
			require.Equal(t, spec.CodeLocked, code(w.Add(e, v.ID())))
			require.Equal(t, spec.CodeLocked, code(w.Remove(e, p.ID())))
			require.Equal(t, spec.CodeLocked, code(w.AddPair(e, near, e)))
			require.Equal(t, spec.CodeLocked, code(w.RemovePair(e, near, e)))
			require.Equal(t, spec.CodeLocked, code(w.Delete(e)))
			require.Equal(t, spec.CodeLocked, code(w.Clear(e)))
			require.Equal(t, spec.CodeLocked, code(w.RemoveAll(p.ID())))
			require.Equal(t, spec.CodeLocked, code(w.DeleteWith(p.ID())))
			_, err := trySpawn(w)
			require.Equal(t, spec.CodeLocked, code(err))
			require.Equal(t, spec.CodeLocked, panicCode(func() { w.Spawn() }))
			require.Equal(t, spec.CodeLocked, panicCode(func() { fast.Spawn1(w, position{}) }))
			require.Equal(t, spec.CodeLocked, panicCode(func() { fast.SpawnMany1[position](w, 1) }))
			require.NoError(t, p.Set(e, position{3, 4}), "an own value may be written")
			for range q.All() {
				break
			}
			require.Equal(t, spec.CodeLocked, code(w.Delete(e)), "the outer loop still runs")
		}
		require.Equal(t, position{3, 4}, *p.Get(e))
		require.NoError(t, v.Add(e))
		require.Panics(t, func() {
			for range q.All() {
				panic("in a loop")
			}
		})
		require.Equal(t, spec.CodeLocked, code(w.Delete(e)))
		w.AbandonLoops()
		require.NoError(t, w.Delete(e))
		require.Zero(t, q.Len())
	})
}

func TestQueryRefuses(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	game := w.Spawn()
	dead := w.Spawn()
	require.NoError(t, w.Delete(dead))
	for name, f := range map[string]func(){
		"no term":        func() { fast.NewQuery0(w) },
		"only an option": func() { fast.NewQuery0(w, fast.Uncached) },
		"field of a tag": func() { fast.NewQuery1[position](w, fast.Field[position](fast.Pair(game, game))) },
		"zero id":        func() { fast.NewQuery1[position](w, fast.ID{}) },
	} {
		require.NotEmpty(t, panicCode(f), name)
	}
	require.Equal(t, spec.CodeNotAlive, panicCode(func() {
		fast.NewQuery1[position](w, fast.Field[position](dead))
	}))
	many := slices.Repeat([]fast.Term{p.ID()}, 64)
	require.Zero(t, fast.NewQuery0(w, many...).Len())
	require.Equal(t, spec.CodeLimit, panicCode(func() { fast.NewQuery0(w, append(many, p.ID())...) }))
	require.Zero(t, fast.NewQuery1[position](w, dead).Len(), "a dead entity matches nothing")
}

// If a variable is bound twice, only the later value counts, even if the earlier one is dead.
func TestTheLaterValueOfAVariableCounts(t *testing.T) {
	w := fast.NewWorld()
	at, moon, gone := w.NewRelationship("At"), w.NewTag("Moon"), w.NewTag("Gone")
	ship := w.Spawn(fast.Pair(at, moon))
	port := fast.Variable(1)
	q := fast.NewQuery0(w, fast.Pair(at, port))
	require.NoError(t, w.Delete(gone))
	require.Zero(t, q.Bind(port, gone).Len())
	require.Equal(t, 1, q.Bind(port, gone).Bind(port, moon).Len())
	require.Zero(t, q.Bind(port, moon).Bind(port, gone).Len())
	require.True(t, q.Bind(fast.This, gone).Matches(ship))
	bound := q
	for range 5 {
		bound = bound.Bind(port, moon)
	}
	require.Equal(t, 1, bound.Len(), "one value for each variable")
}
