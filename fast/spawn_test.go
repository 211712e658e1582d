package fast_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestSpawnInAScope(t *testing.T) {
	w := fast.NewWorld()
	scope := w.Spawn()
	_, err := w.SetScope(scope)
	require.NoError(t, err)
	e := fast.Spawn1(w, position{1, 2})
	require.Equal(t, scope, w.Parent(e))
	require.Zero(t, w.Parent(fast.Register[velocity](w).Entity()), "components are not in the scope")
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
func TestSpawnManyInTheTableOfTheirTarget(t *testing.T) {
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
func TestSpawnManyRefusesSeveralTables(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	fast.Register[position](w)
	near := w.NewRelationship("Near", fast.Symmetric)
	base := w.Spawn()
	count := w.Len()
	require.Equal(t, spec.CodeInvalid, panicCode(func() {
		fast.SpawnMany1[position](w, 3, fast.Pair(fast.IsA, base), fast.Pair(near, base))
	}))
	require.Equal(t, count, w.Len(), "a refused SpawnMany must create nothing")
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
	count := w.Len()
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Spawn1(w, position{}, fast.Pair(near, fast.Wildcard)) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany1[position](w, -1) }))
	fast.Register[position](w)
	require.Equal(t, count+1, w.Len(), "only the component may be new")
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

// A spawner with a dead id is refused, even if another entity has its index and a table.
func TestASpawnerOfTheDeadIsRefused(t *testing.T) {
	type kind struct {
		name string
		id   func(w *fast.World, dies fast.Entity) fast.ID
	}
	for _, k := range []kind{
		{"tag", func(_ *fast.World, dies fast.Entity) fast.ID { return fast.Single(dies) }},
		{"relationship", func(w *fast.World, dies fast.Entity) fast.ID { return fast.Pair(dies, w.Spawn()) }},
		{"target", func(w *fast.World, dies fast.Entity) fast.ID { return fast.Pair(w.NewRelationship("R"), dies) }},
		{"parent", func(_ *fast.World, dies fast.Entity) fast.ID { return fast.Pair(fast.ChildOf, dies) }},
		{"target beside tables", func(w *fast.World, dies fast.Entity) fast.ID { // the table outlives the target
			return fast.Pair(w.NewRelationship("R", fast.Exclusive, fast.DontFragment), dies)
		}},
	} {
		w := fast.NewWorld()
		dies := w.Spawn()
		id := k.id(w, dies)
		fast.Spawn1(w, position{}, id)
		check(w.Delete(dies))
		var next fast.Entity
		for range 100000 { // until its index is reused
			if next = w.Spawn(); next.Index() == dies.Index() {
				break
			}
			check(w.Delete(next))
		}
		require.Equal(t, dies.Index(), next.Index(), k.name)
		other := fast.Single(next)
		switch k.name {
		case "relationship":
			other = fast.Pair(next, id.Second())
		case "target", "parent", "target beside tables":
			other = fast.Pair(id.First(), next)
		}
		fast.Spawn1(w, position{}, other)
		require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.Spawn1(w, position{}, id) }), k.name)
		require.Equal(t, spec.CodeNotAlive, panicCode(func() { fast.SpawnMany1[position](w, 2, id) }), k.name)
	}
}

// A spawner follows its type to a new component, also with observers of everything.
func TestASpawnerFollowsItsType(t *testing.T) {
	for _, notified := range []bool{false, true} {
		w := fast.NewWorld()
		n := 0
		if notified {
			w.Observe(fast.OnAdd, fast.Pair(fast.Variable(1), fast.Wildcard), func(fast.Event) {})
			w.Observe(fast.OnAdd, fast.Wildcard, func(fast.Event) { n++ })
		}
		before := fast.Register[mass](w).Entity()
		fast.Spawn1(w, mass{1})
		check(w.Delete(before))
		e := fast.Spawn1(w, mass{2})
		require.NotEqual(t, before, fast.Register[mass](w).Entity())
		require.Equal(t, mass{2}, *fast.Get[mass](w, e))
		require.Equal(t, notified, n > 0)
		tags := []fast.ID{fast.Single(w.NewTag("One")), fast.Single(w.NewTag("Two"))}
		for others := range 3 {
			for range 2 { // the second one uses the cached table
				many := fast.SpawnMany1[mass](w, 2, as[fast.AnyID](tags[:others])...)
				require.Len(t, many.Field(), 2)
				require.True(t, fast.Has[mass](w, many.Entities()[1]))
				check(w.Delete(fast.Register[mass](w).Entity()))
			}
		}
	}
}
