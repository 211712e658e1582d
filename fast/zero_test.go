package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// zeroWorld has a ship that is not docked, and Docks is also used as a tag.
type zeroWorld struct {
	*fast.World
	docks, ship, tagged, moored, harbour fast.Entity
}

func newZeroWorld(options ...fast.Option) zeroWorld {
	w := fast.NewWorld(options...)
	z := zeroWorld{World: w, docks: w.NewRelationship("Docks"), harbour: w.Spawn()}
	z.ship = fast.Spawn1(w, placed{1})
	z.tagged = fast.Spawn1(w, placed{2}, z.docks)
	z.moored = fast.Spawn1(w, placed{3}, fast.Pair(z.docks, z.harbour))
	return z
}

type placed struct{ X int64 }

// nowhere returns the target of the ship that is not docked, which is zero.
func (z zeroWorld) nowhere() fast.Entity { return z.Target(z.ship, z.docks, 0) }

func TestAPairWithoutTargetIsAPair(t *testing.T) {
	z := newZeroWorld()
	id := fast.Pair(z.docks, z.nowhere())
	require.True(t, id.IsPair())
	require.NotEqual(t, fast.Single(z.docks), id)
	require.Equal(t, z.docks, id.First())
	require.Zero(t, id.Second())
	require.Equal(t, id, fast.Pair(id.First(), id.Second()))
	require.False(t, fast.Single(z.docks).Matches(id))
	require.False(t, id.Matches(fast.Single(z.docks)))
}

func TestWritesWithoutTargetAreInvalid(t *testing.T) {
	type write struct {
		name string
		do   func(z zeroWorld, id fast.ID) error
	}
	writes := []write{
		{"Add", func(z zeroWorld, id fast.ID) error { return z.Add(z.ship, id) }},
		{"AddPair", func(z zeroWorld, id fast.ID) error { return z.AddPair(z.ship, id.First(), id.Second()) }},
		{"Relationship.Add", func(z zeroWorld,
			id fast.ID,
		) error {
			return z.Relationship(id.First()).Add(z.ship, id.Second())
		}},
		{"AddAll", func(z zeroWorld, id fast.ID) error {
			return z.Relationship(id.First()).AddAll(z.ship, z.harbour, id.Second())
		}},
		{"Remove", func(z zeroWorld, id fast.ID) error { return z.Remove(z.tagged, id) }},
		{"RemovePair", func(z zeroWorld, id fast.ID) error { return z.RemovePair(z.tagged, id.First(), id.Second()) }},
		{"Relationship.Remove", func(z zeroWorld, id fast.ID) error {
			return z.Relationship(id.First()).Remove(z.tagged, id.Second())
		}},
		{"RemoveAll", func(z zeroWorld, id fast.ID) error { return z.RemoveAll(id) }},
		{"DeleteWith", func(z zeroWorld, id fast.ID) error { return z.DeleteWith(id) }},
		{"Spawn", func(z zeroWorld, id fast.ID) error {
			_, err := trySpawn(z.World, id)
			return err
		}},
		{"DisableID", func(z zeroWorld, id fast.ID) error { return z.DisableID(z.tagged, id) }},
		{"EnableID", func(z zeroWorld, id fast.ID) error { return z.EnableID(z.tagged, id) }},
		{"Override", func(z zeroWorld, id fast.ID) error { return z.Override(z.tagged, id) }},
		{"Modified", func(z zeroWorld, id fast.ID) error { return z.Modified(z.tagged, id) }},
		{"SetID", func(z zeroWorld, id fast.ID) error { return fast.SetID(z.World, z.ship, id, placed{}) }},
		{"SetPair", func(z zeroWorld, id fast.ID) error {
			return fast.Register[placed](z.World).SetPair(z.ship, id.Second(), placed{})
		}},
		{"Commands.Add", func(z zeroWorld, id fast.ID) error {
			var later fast.Commands
			later.Add(z.ship, id)
			return later.Apply(z.World)
		}},
		{"Commands.Remove", func(z zeroWorld, id fast.ID) error {
			var later fast.Commands
			later.Remove(z.tagged, id)
			return later.Apply(z.World)
		}},
		{"SpawnWith", func(z zeroWorld, id fast.ID) error { return caught(func() { z.Spawn(id) }) }},
		{"Spawn1", func(z zeroWorld, id fast.ID) error {
			return caught(func() { fast.Spawn1(z.World, placed{}, id) })
		}},
		{"SpawnMany1", func(z zeroWorld, id fast.ID) error {
			return caught(func() { fast.SpawnMany1[placed](z.World, 2, id) })
		}},
	}
	for _, options := range [][]fast.Option{nil, {fast.WithoutFragmenting()}, {fast.WithProfile(spec.Flecs4())}} {
		for _, deferred := range []bool{false, true} {
			for _, c := range writes {
				z := newZeroWorld(options...)
				before, count := z.Count(z.docks), z.Len()
				for _, relationship := range []fast.Entity{
					z.docks, fast.IsA, fast.ChildOf,
					z.NewRelationship("", fast.Exclusive),
				} {
					err := c.do(z, fast.Pair(relationship, z.nowhere()))
					if deferred {
						var inside error
						require.NoError(t, z.Defer(func() { inside = c.do(z, fast.Pair(relationship, z.nowhere())) }),
							c.name)
						err = inside
					}
					requireInvalid(t, err, c.name)
				}
				require.Equal(t, before, z.Count(z.docks), c.name)
				require.Equal(t, count+1, z.Len(), c.name)
				require.True(t, z.Alive(z.tagged), c.name)
				require.False(t, z.Has(z.ship, z.docks), c.name)
			}
		}
	}
}

func TestReadsWithoutTargetFindNothing(t *testing.T) {
	for _, options := range [][]fast.Option{nil, {fast.WithoutFragmenting()}} {
		z := newZeroWorld(options...)
		id := fast.Pair(z.docks, z.nowhere())
		r, closure := z.Relationship(z.docks), z.Closure(z.docks)
		for _, e := range []fast.Entity{z.ship, z.tagged, z.moored} {
			require.False(t, z.Has(e, id))
			require.False(t, z.Owns(e, id))
			require.False(t, z.HasPair(e, z.docks, 0))
			require.False(t, z.IsEnabled(e, id))
			require.False(t, r.Has(e, 0))
			require.False(t, closure.Has(e, 0))
			require.Nil(t, fast.GetID[placed](z.World, e, id))
			require.Nil(t, fast.Register[placed](z.World).GetPair(e, 0))
		}
		require.Zero(t, z.Count(id))
		require.Empty(t, z.Records(id))
		require.Empty(t, z.Sources(0, z.docks))
		require.Empty(t, z.Children(0))
		for range r.Sources(0) {
			t.Error("Sources of the zero entity returned an entity")
		}
		typ, err := z.TypeOf(id)
		require.NoError(t, err)
		require.Zero(t, typ)
		require.Zero(t, z.Target(0, z.docks, 0))
		require.Zero(t, z.Target(z.moored, 0, 0))
		require.Zero(t, r.Target(0))
		require.False(t, z.Has(0, z.docks))
	}
}

func TestQueriesWithoutTargetMatchNothing(t *testing.T) {
	z := newZeroWorld()
	nowhere := z.nowhere()
	none := map[string][]fast.Term{
		"pair":            {fast.Pair(z.docks, nowhere)},
		"uncached pair":   {fast.Pair(z.docks, nowhere), fast.Uncached},
		"pair as a rule":  {fast.Pair(z.docks, nowhere), fast.Rule},
		"on nothing":      {fast.On(nowhere, z.docks)},
		"on, uncached":    {fast.On(nowhere, z.docks), fast.Uncached},
		"up to nothing":   {fast.Up(fast.ChildOf, fast.Pair(z.docks, nowhere))},
		"up nothing":      {fast.Up(nowhere, z.docks)},
		"cascade nothing": {fast.Cascade(nowhere, z.docks)},
		"no relationship": {fast.Pair(nowhere, z.harbour)},
	}
	for name, terms := range none {
		t.Run(name, func(t *testing.T) {
			if name == "no relationship" {
				requireInvalid(t, caught(func() { fast.NewQuery1[placed](z.World, terms...) }))
				return
			}
			require.Zero(t, fast.NewQuery1[placed](z.World, terms...).Len())
		})
	}
	require.Equal(t, 3, fast.NewQuery1[placed](z.World, fast.Not(fast.Pair(z.docks, nowhere))).Len())
	require.Equal(t, 3, fast.NewQuery1[placed](z.World, fast.Optional(fast.Pair(z.docks, nowhere))).Len())
	require.Equal(t, 3, fast.NewQuery1[placed](z.World, fast.Not(fast.On(nowhere, z.docks))).Len())

	for _, options := range [][]fast.Term{nil, {fast.Uncached}, {fast.Rule}} {
		q := fast.NewQuery1[placed](z.World, append(options, fast.Pair(z.docks, fast.Variable(1)))...)
		require.Equal(t, 1, q.Len())
		require.Zero(t, q.Bind(fast.Variable(1), nowhere).Len())
		all := fast.NewQuery1[placed](z.World, options...)
		require.Zero(t, all.Bind(fast.This, nowhere).Len())
		require.False(t, all.Matches(nowhere))
		_, ok := all.Get(nowhere)
		require.False(t, ok)
	}
	requireInvalid(t, caught(func() {
		fast.NewQuery1[placed](z.World, fast.Field[placed](fast.Pair(nowhere, z.harbour)))
	}))
	requireInvalid(t, caught(func() {
		fast.NewQuery1[placed](z.World, fast.Field[placed](fast.Pair(z.docks, nowhere)))
	}))
	requireInvalid(t, caught(func() { fast.GroupBy(nowhere) }))
}

// caught returns the error with which do panics, or nil. Other panics, such as those of rapid,
// continue.
func caught(do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			refusal, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = refusal
		}
	}()
	do()
	return nil
}

func requireInvalid(t *testing.T, err error, about ...any) {
	t.Helper()
	require.Equal(t, spec.CodeInvalid, code(err), about...)
}
