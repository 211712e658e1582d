package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Each test in this file repeats a difference that was once found between the typed API and the
// general one. internal/twin compares the typed API with the model.

// An instance that does not inherit a component has no value for it.
func TestValueOfAnInstanceWithoutTheComponent(t *testing.T) {
	w := fast.NewWorld()
	cargo := w.NewComponent("Cargo", []spec.Member{{Name: "mass", Type: spec.F64}})
	base, e := w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(e, fast.IsA, base))
	value, err := w.Value(e, cargo)
	require.NoError(t, err)
	require.Nil(t, value)
}

// A query with only an optional Up returns every entity. With another Up, it returns those with
// that relationship.
func TestUpAlone(t *testing.T) {
	w := fast.NewWorld()
	tree := w.NewRelationship("Tree", fast.Exclusive, fast.Traversable)
	tag := w.NewTag("Tag")
	root, other := w.Spawn(tag), w.Spawn()
	child, leaf := w.Spawn(fast.Pair(fast.ChildOf, root)), w.Spawn(fast.Pair(tree, root))
	all := func(q fast.Query0) (list []fast.Entity) {
		for e := range q.All() {
			if e == root || e == other || e == child || e == leaf {
				list = append(list, e)
			}
		}
		return list
	}
	above := fast.Up(fast.ChildOf, tag)
	require.ElementsMatch(t, []fast.Entity{child}, all(fast.NewQuery0(w, above)))
	require.ElementsMatch(t, []fast.Entity{root, other, child, leaf}, all(fast.NewQuery0(w, fast.Optional(above))))
	require.ElementsMatch(t, []fast.Entity{leaf},
		all(fast.NewQuery0(w, fast.Optional(above), fast.Up(tree, tag))))
	require.ElementsMatch(t, []fast.Entity{root, other, child, leaf},
		all(fast.NewQuery0(w, fast.Optional(fast.Cascade(fast.ChildOf, tag)))))
}

// A dead value of a variable matches nothing, even if the variable occurs only in Not.
func TestDeadValueUnderNot(t *testing.T) {
	w := fast.NewWorld()
	likes, gone := w.NewRelationship("Likes"), w.Spawn()
	p := fast.Register[position](w)
	require.NoError(t, p.Set(w.Spawn(), position{}))
	q := fast.NewQuery1[position](w, fast.Not(fast.Pair(likes, fast.Variable(1))))
	require.Equal(t, 1, q.Bind(fast.Variable(1), gone).Len())
	require.NoError(t, w.Delete(gone))
	require.Zero(t, q.Bind(fast.Variable(1), gone).Len())
}

// In the profile of sets, a term with a target also matches pairs with instances of the target. So
// does a closure.
func TestClosureToInstances(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs3Beta()))
	base, other := w.Spawn(), w.Spawn()
	instance := w.Spawn(fast.Pair(fast.IsA, base))
	child := w.Spawn(fast.Pair(fast.ChildOf, instance))
	c := w.Closure(fast.ChildOf)
	require.True(t, c.Has(child, instance))
	require.True(t, c.Has(child, base))
	require.False(t, c.Has(child, other))
}

// A loop by depth skips the tables of pairs stored outside the tables if there are none left.
func TestCascadeWithoutPairsBesideTables(t *testing.T) {
	w := fast.NewWorld(fast.WithoutFragmenting())
	tag := fast.Single(w.NewTag("Tag"))
	root := w.Spawn(tag)
	child := w.Spawn(tag, fast.Pair(fast.ChildOf, root))
	q := fast.NewQuery0(w, tag, fast.Optional(fast.Cascade(fast.ChildOf, tag)))
	require.Equal(t, 2, q.Len())
	require.NoError(t, w.RemovePair(child, fast.ChildOf, root))
	require.Equal(t, 2, q.Len())
	require.NoError(t, w.Delete(root))
	require.Equal(t, 1, q.Len())
}

// Change detection reports bulk creation.
func TestSpawnManyCountsAsAChange(t *testing.T) {
	w := fast.NewWorld()
	fast.Spawn1(w, position{})
	q := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.DetectChanges)
	see := func() {
		for b := range q.Batches() {
			require.Positive(t, b.Len())
		}
		require.False(t, q.Changed())
	}
	see()
	fast.SpawnMany1[position](w, 3)
	require.True(t, q.Changed())
	see()
}

// Relation.Target returns the oldest target, even if it is inherited and the entity also owns a
// younger one.
func TestReaderGivesTheOldestTarget(t *testing.T) {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	old, young := w.Spawn(), w.Spawn()
	base := w.Spawn(fast.Pair(likes, old))
	e := w.Spawn(fast.Pair(likes, young), fast.Pair(fast.IsA, base))
	require.Equal(t, old, w.Target(e, likes, 0))
	require.Equal(t, old, w.Relationship(likes).Target(e))
	require.Equal(t, old, w.Relationship(likes).Target(base))
}

// A sorted loop finds the entity above each entity of a table even if the pairs are stored outside
// the tables.
func TestSortedUpBesideTables(t *testing.T) {
	w := fast.NewWorld()
	tree := w.NewRelationship("Tree", fast.Exclusive, fast.Traversable, fast.DontFragment)
	p := fast.Register[position](w)
	low, high := w.Spawn(), w.Spawn()
	require.NoError(t, p.Set(low, position{X: 1}))
	require.NoError(t, p.Set(high, position{X: 2}))
	want := []fast.Entity{
		fast.Spawn1(w, velocity{}, fast.Pair(fast.ChildOf, low)), fast.Spawn1(w, velocity{}, fast.Pair(fast.ChildOf, high)),
	}
	q := fast.NewQuery2[velocity, position](w, fast.Field[position](fast.Up(fast.ChildOf, p.ID())),
		fast.Optional(fast.Up(tree, p.ID())), fast.OrderByEntity())
	var got []fast.Entity
	for e, row := range q.All() {
		require.Equal(t, p.Get(w.Parent(e)), row.B)
		got = append(got, e)
	}
	require.Equal(t, want, got)
}

// A typed query asks a Singleton on its own entity, if it was one when the query was made.
func TestSingletonInTypedQueries(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	p, clock := fast.Register[position](w), fast.Register[velocity](w)
	require.NoError(t, clock.Add(clock.Entity()))
	ship := fast.Spawn1(w, position{})
	find := func(terms ...fast.Term) (list []fast.Entity) {
		for e := range fast.NewQuery0(w, terms...).All() {
			list = append(list, e)
		}
		return list
	}
	require.Empty(t, find(p, clock, fast.Uncached))
	require.Empty(t, find(p.ID(), clock.ID(), fast.Uncached)) // shared by the queries with these ids
	require.NoError(t, w.Add(clock.Entity(), fast.Singleton))
	require.NoError(t, clock.Set(clock.Entity(), velocity{X: 7}))
	require.Equal(t, []fast.Entity{ship}, find(p, clock, fast.Uncached))
	require.Equal(t, []fast.Entity{ship}, find(p.ID(), clock.ID(), fast.Uncached))
	require.Equal(t, []fast.Entity{ship}, find(p, fast.On(fast.This, clock)))
	require.Empty(t, find(p, fast.Not(clock)))

	q := fast.NewQuery2[position, velocity](w)
	row, ok := q.Get(ship)
	require.True(t, ok)
	require.Equal(t, velocity{X: 7}, *row.B)
	for b := range q.Batches() {
		require.Equal(t, clock.Entity(), b.Source(1))
		_, c := b.Columns()
		require.True(t, c.IsShared())
	}
	require.NoError(t, w.Remove(clock.Entity(), fast.Singleton))
	require.Equal(t, 1, q.Len())
	require.Empty(t, find(p, clock, fast.Uncached))
}
