package fast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Entities spawned with the ids of a spawner or with separate ids, with or without values, equal
// those created one by one.
func TestSpawnersAgreeWithCreate(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		w := fast.NewWorld(fast.WithProfile(p))
		fast.Register[position](w)
		m, v := fast.Register[mass](w), fast.Register[velocity](w)
		weighs := fast.NewRelationshipOf[mass](w, "Weighs")
		tag, alone, both, apart := w.NewTag("Tag"), w.NewRelationship("Alone", fast.Exclusive),
			w.NewRelationship("Both", fast.Symmetric), w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment)
		a, b := w.Spawn(), w.Spawn()
		base := fast.Spawn1(w, mass{7}, tag, fast.Pair(weighs, a))
		check(fast.SetID(w, base, fast.Pair(weighs, a), mass{9}))
		heir := fast.Spawn1(w, velocity{3, 4}, fast.Pair(fast.IsA, base))
		ids := []fast.ID{
			fast.Single(tag), m.ID(), v.ID(), fast.Pair(weighs, a), fast.Pair(weighs, b), fast.Pair(alone, a),
			fast.Pair(alone, b), fast.Pair(both, a),
			fast.Pair(apart, a), fast.Pair(apart, b), fast.Pair(fast.IsA, base), fast.Pair(fast.IsA, heir),
			fast.Pair(fast.ChildOf, a),
		}
		facts := func(e fast.Entity) string {
			out := fmt.Sprint(w.IDs(e), *fast.Get[position](w, e))
			if x := m.Get(e); x != nil {
				out += fmt.Sprint(" ", *x)
			}
			if x := v.Get(e); x != nil {
				out += fmt.Sprint(" ", *x)
			}
			if x := fast.GetID[mass](w, e, fast.Pair(weighs, a)); x != nil {
				out += fmt.Sprint(" ", *x)
			}
			return out
		}
		for _, first := range ids {
			for _, second := range ids {
				both := []fast.ID{first, second}
				made, failed := trySpawn(w, as[fast.Initial](append([]fast.ID{fast.Register[position](w).ID()}, both...))...)
				if failed != nil {
					require.Equal(t, code(failed), panicCode(func() { fast.Spawn1(w, position{}, as[fast.Initial](both)...) }), "%v",
						both)
					continue
				}
				check(fast.Set(w, made, position{1, 2}))
				want := facts(made)
				for range 2 { // the second time the table is known
					require.Equal(t, want, facts(fast.Spawn1(w, position{1, 2}, as[fast.Initial](both)...)), "%v", both)
				}
			}
		}
		fast.RequireWhole(t, w)
	}
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
		case "target":
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
			for range 2 { // the first one finds the table
				many := fast.SpawnMany1[mass](w, 2, as[fast.AnyID](tags[:others])...)
				require.Len(t, many.Field(), 2)
				require.True(t, fast.Has[mass](w, many.Entities()[1]))
				check(w.Delete(fast.Register[mass](w).Entity()))
			}
		}
	}
}

// The text of a world has a line for each entity and each order, with maps sorted by key.
func TestTheTextOfAWorldIsInLines(t *testing.T) {
	type counts struct{ Of map[string]int }
	w := fast.NewWorld()
	check(w.Add(fast.ChildOf, fast.Ordered))
	parent := w.Spawn()
	check(w.SetName(parent, "parent"))
	var of []string
	value := counts{map[string]int{}}
	for i := range 8 {
		e := w.Spawn(fast.Pair(fast.ChildOf, parent))
		name := string(rune('a' + i))
		check(w.SetName(e, name))
		value.Of[name] = i
		of = append(of, fmt.Sprintf("%s:%d", name, i))
	}
	check(fast.Set(w, parent, value))
	var out strings.Builder
	check(w.WriteText(&out))
	require.Contains(t, out.String(), "map["+strings.Join(of, " ")+"]")
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  in order ") })
	require.Greater(t, at, 0)
	require.Equal(t, "  in order (ChildOf, parent): a, b, c, d, e, f, g, h", lines[at])
	require.True(t, strings.HasPrefix(lines[at-1], "parent"), "%q", lines)
	require.NotContains(t, lines[at+1], "in order")
	require.True(t, strings.HasPrefix(lines[at+1], "a "), "%q", lines[at+1])
}

// An entity that gets pairs one by one does not leave many empty tables behind.
func TestPairsOneByOneLeaveNoTables(t *testing.T) {
	w := fast.NewWorld()
	likes, e := w.NewRelationship("Likes"), w.Spawn()
	for range 1000 {
		check(w.AddPair(e, likes, w.Spawn()))
	}
	require.Less(t, len(w.Tables()), 700)
}

func TestAQueryHasATerm(t *testing.T) {
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.NewQuery0(fast.NewWorld()) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.NewQuery0(fast.NewWorld(), fast.Uncached) }))
}

// A loop over a wildcard may write the sort key of another query.
func TestAWildcardMayWriteTheKey(t *testing.T) {
	w := fast.NewWorld()
	var made []fast.Entity
	for i := range 40 {
		made = append(made, fast.Spawn1(w, mass{float64(i)}))
	}
	sorted := fast.NewQuery1[mass](w, fast.OrderBy[mass]())
	require.Equal(t, made, inOrder(sorted))
	for e, row := range fast.NewQuery1[mass](w, fast.Field[mass](fast.Wildcard)).All() {
		row.Kilograms = -float64(e.Index())
	}
	slices.Reverse(made)
	require.Equal(t, made, inOrder(sorted))
}

func inOrder(q fast.Query1[mass]) (list []fast.Entity) {
	for e := range q.All() {
		list = append(list, e)
	}
	return list
}

// A clone has all disabled ids and overrides of its original.
func TestACloneHasEverySwitch(t *testing.T) {
	w := fast.NewWorld()
	m, v := fast.Register[mass](w).ID(), fast.Register[velocity](w).ID()
	e := fast.Spawn2(w, mass{1}, velocity{2, 3})
	for _, id := range []fast.ID{m, v} {
		check(w.DisableID(e, id))
		check(w.Override(e, id))
	}
	made, err := w.Clone(e)
	require.NoError(t, err)
	require.False(t, w.IsEnabled(made, m) || w.IsEnabled(made, v))
	require.Equal(t, []fast.ID{m, v}, w.Overrides(made))
	require.Equal(t, velocity{2, 3}, *fast.Get[velocity](w, made))
}

// A shared value changes when its owner's value is written, even if the query does not match the
// owner.
func TestASharedValueIsWrittenAtItsOwner(t *testing.T) {
	w := fast.NewWorld()
	base := fast.Spawn1(w, mass{1})
	for range 3 {
		w.Spawn(fast.Pair(fast.IsA, base), w.NewTag(""))
	}
	q := fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.Pair(fast.IsA, base), fast.DetectChanges)
	for range 2 {
		for range q.Batches() {
		}
		require.False(t, q.Changed())
		check(fast.Set(w, base, mass{2}))
		require.True(t, q.Changed())
	}
}

// Variables keep their values if entities of one table differ in what is above them.
func TestVariablesBesideClimbs(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("In", fast.Exclusive, fast.DontFragment, fast.Traversable)
	near, far, tag := w.NewRelationship("Near"), w.NewRelationship("Far"), w.NewTag("Tag")
	above := []fast.Entity{w.Spawn(tag), w.Spawn(tag)}
	for i := range 12 {
		check(w.AddPair(w.Spawn(fast.Pair(near, above[i%2]), fast.Pair(far, above[i/2%2])), in, above[i%2]))
	}
	x, y := fast.Variable(1), fast.Variable(2)
	n := 0
	for b := range fast.NewQuery0(w, fast.Pair(near, x), fast.Pair(far, y), fast.Up(in, tag)).Batches() {
		for _, e := range b.Entities() {
			require.Equal(t, []fast.Entity{w.Target(e, near, 0), w.Target(e, far, 0), w.Target(e, in, 0)},
				[]fast.Entity{b.Variable(x), b.Variable(y), b.Source(2)})
			n++
		}
	}
	require.Equal(t, 12, n)
}
