package fast_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestSpawnIsAsAddingOneByOne(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes", fast.Symmetric)
	near := w.NewRelationship("Near", fast.Exclusive)
	target := w.Spawn()
	p, v := fast.Register[position](w), fast.Register[velocity](w)
	ids := []fast.ID{fast.Pair(likes, target), fast.Pair(near, target), fast.Pair(fast.ChildOf, target)}
	e := fast.Spawn2(w, position{1, 2}, velocity{3, 4}, as[fast.Initial](ids)...)
	require.Equal(t, position{1, 2}, *p.Get(e))
	require.Equal(t, velocity{3, 4}, *v.Get(e))
	require.True(t, w.HasPair(target, likes, e), "the mirror of a symmetric pair")
	one, err := trySpawn(w, as[fast.Initial](append([]fast.ID{p.ID(), v.ID()}, ids...))...)
	require.NoError(t, err)
	require.Equal(t, w.IDs(one), w.IDs(e))
}

// A spawner caches the table for its ids. The table of a pair stored outside tables outlives the
// target.
func TestSpawnRefusesIDsThatHaveDied(t *testing.T) {
	w := fast.NewWorld()
	near := w.NewRelationship("Near")
	loose := w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment)
	for _, id := range []func(fast.Entity) fast.ID{
		func(e fast.Entity) fast.ID { return fast.Pair(loose, e) },
		func(e fast.Entity) fast.ID { return fast.Pair(fast.ChildOf, e) },
		func(e fast.Entity) fast.ID { return fast.Pair(near, e) },
		fast.Single,
	} {
		dies := w.Spawn()
		for range 3 {
			require.NoError(t, w.Delete(fast.Spawn1(w, position{}, id(dies))))
		}
		require.NoError(t, w.Delete(dies))
		require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.Spawn1(w, position{}, id(dies)) }))
		require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.SpawnMany1[position](w, 2, id(dies)) }))
	}
}

func TestSpawnInAScope(t *testing.T) {
	w := fast.NewWorld()
	scope := w.Spawn()
	_, err := w.SetScope(scope)
	require.NoError(t, err)
	e := fast.Spawn1(w, position{1, 2})
	require.Equal(t, scope, w.Parent(e))
	require.Zero(t, w.Parent(fast.Register[velocity](w).Entity()), "components are outside")
}

func TestSpawnMany(t *testing.T) {
	w := fast.NewWorld()
	near := w.NewRelationship("Near", fast.Exclusive)
	target := w.Spawn()
	before := fast.Spawn1(w, position{9, 9}, fast.Pair(near, target))
	batch := fast.SpawnMany1[position](w, 100, fast.Pair(near, target))
	require.Equal(t, 100, batch.Len())
	p := batch.Field()
	require.Len(t, p, 100)
	for i := range p {
		p[i].X = float64(i)
	}
	for i, e := range batch.Entities() {
		require.Equal(t, float64(i), fast.Get[position](w, e).X)
		require.True(t, w.HasPair(e, near, target))
	}
	require.Equal(t, 9.0, fast.Get[position](w, before).X)
}

func TestSpawnManyWithConsequences(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes", fast.Symmetric)
	target := w.Spawn()
	batch := fast.SpawnMany2[position, velocity](w, 10, fast.Pair(likes, target))
	p, _ := batch.Fields()
	require.Len(t, p, 10)
	for _, e := range batch.Entities() {
		require.True(t, w.HasPair(target, likes, e))
	}
}

// If the target is in the table of the new entities, creating the first one moves the target out,
// and the entity takes its row.
func TestSpawnManyBesideTheirTarget(t *testing.T) {
	type note struct{ Text string }
	w := fast.NewWorld()
	married := w.NewRelationship("MarriedTo")
	target := fast.Spawn2(w, position{1, 1}, note{"target"})
	require.NoError(t, w.AddPair(target, married, target))
	other := fast.Spawn2(w, position{2, 2}, note{"other"}, fast.Pair(married, target))
	require.NoError(t, w.Add(married, fast.Symmetric))
	batch := fast.SpawnMany2[position, note](w, 3, fast.Pair(married, target))
	p, l := batch.Fields()
	require.Len(t, p, 3)
	for i, e := range batch.Entities() {
		require.Equal(t, note{}, l[i])
		p[i], l[i] = position{10 + float64(i), 0}, note{fmt.Sprint(i)}
		require.True(t, w.HasPair(e, married, target))
		require.True(t, w.HasPair(target, married, e))
	}
	for i, e := range batch.Entities() {
		require.Equal(t, position{10 + float64(i), 0}, *fast.Get[position](w, e))
		require.Equal(t, note{fmt.Sprint(i)}, *fast.Get[note](w, e))
		require.Equal(t, i, int(e.Index()-batch.Entities()[0].Index()))
	}
	require.Equal(t, position{2, 2}, *fast.Get[position](w, other))
	require.Equal(t, note{"other"}, *fast.Get[note](w, other))
	require.Equal(t, note{"target"}, *fast.Get[note](w, target))
}

// A symmetric pair is added to the base of the new entities, and inherited by the following ones.
// So no single table fits all of them.
func TestSpawnManyThatComeApart(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	fast.Register[position](w)
	near := w.NewRelationship("Near", fast.Symmetric)
	base := w.Spawn()
	count := w.Len()
	require.Equal(t, spec.CodeInvalid, panicCode(func() {
		fast.SpawnMany1[position](w, 3, fast.Pair(fast.IsA, base), fast.Pair(near, base))
	}))
	require.Equal(t, count, w.Len(), "nothing is left of them")
	require.Empty(t, w.IDs(base))
}

func TestSpawnZeroesWhatItDoesNotSet(t *testing.T) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	for range 3 {
		e := fast.Spawn1(w, position{1, 1}, m.ID())
		require.Equal(t, mass{}, *m.Get(e))
		require.NoError(t, m.Set(e, mass{7}))
		require.NoError(t, w.Delete(e))
		e = fast.Spawn1(w, position{2, 2})
		require.NoError(t, m.Add(e))
		require.Equal(t, mass{}, *m.Get(e))
		require.NoError(t, m.Set(e, mass{7}))
		require.NoError(t, w.Delete(e))
	}
}

func TestSpawnRefuses(t *testing.T) {
	w := fast.NewWorld()
	near := w.NewRelationship("Near", fast.Exclusive)
	dead := w.Spawn()
	require.NoError(t, w.Delete(dead))
	count := w.Len()
	require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.Spawn1(w, position{}, fast.Pair(near, dead)) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Spawn1(w, position{}, fast.Pair(near, fast.Wildcard)) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany1[position](w, -1) }))
	fast.Register[position](w)
	require.Equal(t, count+1, w.Len(), "only the component was made")
}

func TestSpawnerFollowsItsTable(t *testing.T) {
	w := fast.NewWorld()
	near := w.NewRelationship("Near", fast.Exclusive)
	first := w.Spawn()
	require.True(t, w.HasPair(fast.Spawn1(w, position{}, fast.Pair(near, first)), near, first))
	require.NoError(t, w.Delete(first))
	second := w.Spawn()
	other := fast.Spawn1(w, position{}, fast.Pair(near, second))
	require.True(t, w.HasPair(other, near, second))
	require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.Spawn1(w, position{}, fast.Pair(near, first)) }))
	require.NoError(t, w.Add(near, fast.Symmetric))
	third := w.Spawn()
	e := fast.Spawn1(w, position{}, fast.Pair(near, third))
	require.True(t, w.HasPair(third, near, e), "properties of the relationship have changed")
}

// A spawner that has created an entity with a pair behaves like a new one, whatever has changed
// since.
func TestSpawnerWithTargetFollowsChanges(t *testing.T) {
	w := fast.NewWorld()
	r, tag, target := w.NewRelationship("R"), w.NewTag("Tag"), w.Spawn()
	spawn := func(target fast.Entity) fast.Entity {
		e := fast.Spawn1(w, position{1, 2}, fast.Pair(r, target))
		require.Equal(t, position{1, 2}, *fast.Get[position](w, e))
		require.Equal(t, []fast.Entity{target}, w.Targets(e, r))
		return e
	}
	spawn(target)
	before := w.Snapshot()
	spawn(target)
	require.NoError(t, w.Delete(target))
	again := w.Spawn()
	require.Equal(t, target.Index(), again.Index())
	require.Panics(t, func() { fast.Spawn1(w, position{}, fast.Pair(r, target)) })
	spawn(again)
	w.Restore(before)
	spawn(target)
	require.Panics(t, func() { fast.Spawn1(w, position{}, fast.Pair(r, again)) })
	require.NoError(t, w.AddPair(r, fast.With, tag))
	require.True(t, w.HasPair(spawn(target), tag, target))
	require.NoError(t, w.RemovePair(r, fast.With, tag))
	require.False(t, w.HasPair(spawn(target), tag, target))
	require.NoError(t, w.Delete(r))
	require.Panics(t, func() { fast.Spawn1(w, position{}, fast.Pair(r, target)) })
}
