package fast_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/spec"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type aimed struct {
	At    fast.Entity
	Pair  fast.ID
	inner [2]fast.Entity
}

func TestInstantiateCopiesTheTree(t *testing.T) {
	w := fast.NewWorld()
	linked := w.NewRelationship("Linked", fast.Exclusive, fast.DontFragment, fast.CanToggle)
	outside := w.Spawn()
	prefab := w.Spawn(fast.Prefab)
	require.NoError(t, fast.Set(w, prefab, savedHarbour{1, 2}))
	turret := w.Spawn(fast.Pair(fast.ChildOf, prefab), fast.Prefab)
	barrel := w.Spawn(fast.Pair(fast.ChildOf, turret))
	require.NoError(t, w.SetName(turret, "turret"))
	require.NoError(t, w.SetName(barrel, "barrel"))
	require.NoError(t, w.AddPair(barrel, linked, prefab))
	require.NoError(t, w.AddPair(turret, linked, outside))
	require.NoError(t, w.AddPair(prefab, linked, barrel))
	require.NoError(t, fast.Set(w, turret, aimed{barrel, fast.Pair(linked, turret), [2]fast.Entity{prefab, outside}}))
	require.NoError(t, w.DisableID(turret, fast.Pair(linked, outside)))

	var notified []fast.Entity
	w.Observe(fast.OnAdd, fast.Pair(linked, fast.Wildcard), func(e fast.Event) {
		require.True(t, w.Parent(e.Entity) != 0 || w.HasPair(e.Entity, fast.IsA, prefab),
			"events are delivered when the instance is complete")
		notified = append(notified, e.Entity)
	})

	i, err := w.Instantiate(prefab, outside)
	require.NoError(t, err)
	copied, end := i.Of(turret), i.Of(barrel)
	require.Subset(t, notified, []fast.Entity{i.Root, end})
	require.Equal(t, []fast.Entity{end}, w.Targets(i.Root, linked))
	require.Equal(t, []fast.Entity{i.Root, i.Root, copied},
		[]fast.Entity{i.Of(prefab), w.Parent(copied), w.Parent(end)})
	require.True(t, w.HasPair(i.Root, fast.IsA, prefab) && w.Has(i.Root, outside))
	require.False(t, w.Has(copied, fast.Prefab))
	require.True(t, w.HasPair(end, linked, i.Root), "a reference to the prefab must become one to the instance")
	require.True(t, w.HasPair(copied, linked, outside) && !w.IsEnabled(copied, fast.Pair(linked, outside)))
	require.Equal(t, aimed{end, fast.Pair(linked, copied), [2]fast.Entity{i.Root, outside}},
		*fast.Get[aimed](w, copied))
	found, err := w.FindBelow(i.Root, "turret.barrel")
	require.NoError(t, err)
	require.Equal(t, end, found)
	require.Zero(t, i.Of(outside))
	require.NoError(t, bridge.Core(w).CheckInvariants())
}

func TestACloneOwnsTheSameIDs(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		w, _ := savedWorldOf(t, fast.WithProfile(p))
		for _, e := range w.Entities() {
			made, err := w.Clone(e)
			if owns := fast.Single(fast.ComponentTag); err != nil {
				require.Equal(t, spec.CodeInvalid, code(err), "%s %v", w.Describe(e), owns)
				continue
			}
			require.Len(t, w.IDs(made), len(w.IDs(e)))
			for _, id := range w.IDs(e) {
				mine := id
				if id.Second() == e {
					mine = fast.Pair(id.First(), made)
				}
				require.True(t, w.Owns(made, mine) && w.IsEnabled(made, mine) == w.IsEnabled(e, id), "%s: %s",
					w.Describe(made), w.TextOf(id))
			}
			require.ElementsMatch(t, w.Overrides(e), w.Overrides(made))
			require.Equal(t, w.Parent(e), w.Parent(made))
			if have := fast.Get[savedMixed](w, e); have != nil {
				require.Equal(t, *have, *fast.Get[savedMixed](w, made))
			}
		}
		require.NoError(t, bridge.Core(w).CheckInvariants())
	}
}

// A copy that fails leaves nothing behind.
func TestACopyIsAllOrNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		prefab := w.Spawn()
		last := prefab
		for range rapid.IntRange(1, 6).Draw(t, "depth") {
			last = w.Spawn(fast.Pair(fast.ChildOf, last))
		}
		require.NoError(t, w.AddPair(w.NewComponent("Part", nil), fast.ChildOf, last)) // cannot be copied
		before, n := facts(w), w.Len()
		_, err := w.Instantiate(prefab)
		require.Equal(t, spec.CodeInvalid, code(err))
		require.Equal(t, n, w.Len())
		require.Equal(t, before, facts(w))
		require.NoError(t, bridge.Core(w).CheckInvariants())
	})
}

func TestCopiesAreRefused(t *testing.T) {
	w := fast.NewWorld()
	e, dead := w.Spawn(), w.Spawn()
	require.NoError(t, fast.Set(w, e, savedHarbour{}))
	require.NoError(t, w.Delete(dead))
	refused := func(want spec.ErrorCode, e fast.Entity) {
		_, err := w.Clone(e)
		require.Equal(t, want, code(err))
		_, err = w.Instantiate(e)
		require.Equal(t, want, code(err))
	}
	refused(spec.CodeNotAlive, dead)
	refused(spec.CodeNotAlive, 0)
	refused(spec.CodeInvalid, fast.ChildOf)
	refused(spec.CodeInvalid, fast.Register[savedHarbour](w).Entity())
	for range fast.NewQuery1[savedHarbour](w).All() {
		refused(spec.CodeLocked, e)
	}
	require.NoError(t, w.Add(e, fast.Final))
	_, err := w.Instantiate(e)
	require.Equal(t, spec.CodeFinal, code(err))
	_, err = w.Instantiate(w.Spawn(), dead)
	require.Equal(t, spec.CodeNotAlive, code(err))
}

// Members of type entity are mapped like fields of Go types.
func TestInstantiateMapsMembers(t *testing.T) {
	w := fast.NewWorld()
	handle := w.NewComponent("Handle", []spec.Member{{Name: "to", Type: spec.Entity}})
	prefab := w.Spawn(fast.Prefab)
	part := w.Spawn(fast.Pair(fast.ChildOf, prefab))
	require.NoError(t, w.SetValue(part, handle,
		spec.Value{{Name: "to", Scalar: spec.Scalar{Type: spec.Entity, Text: fmt.Sprint("#", prefab.Index())}}}))
	i, err := w.Instantiate(prefab)
	require.NoError(t, err)
	v, err := w.Value(i.Of(part), handle)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint("#", i.Root.Index()), v.(spec.Value)[0].Scalar.Text)
}

// Children of an instance have the order of the original parts, not that of creation, also after a
// save and load.
func TestAnInstanceKeepsTheOrderOfItsParts(t *testing.T) {
	w := fast.NewWorld()
	layer := w.NewRelationship("Layer", fast.Ordered)
	require.NoError(t, w.Add(fast.ChildOf, fast.Ordered))
	prefab := w.Spawn(fast.Prefab)
	var parts []fast.Entity
	for range 4 {
		parts = append(parts, w.Spawn(fast.Prefab, fast.Pair(fast.ChildOf, prefab),
			fast.Pair(layer, prefab)))
	}
	for _, pair := range []fast.ID{fast.Pair(fast.ChildOf, prefab), fast.Pair(layer, prefab)} {
		require.NoError(t, w.MoveBefore(parts[3], pair, parts[0]))
		require.NoError(t, w.MoveAfter(parts[0], pair, parts[2]))
	}
	require.NoError(t, w.MoveBefore(parts[2], fast.Pair(layer, prefab), parts[3]))
	children := []fast.Entity{parts[3], parts[1], parts[2], parts[0]}
	layers := []fast.Entity{parts[2], parts[3], parts[1], parts[0]}

	check := func(w *fast.World) {
		require.Equal(t, children, w.Children(prefab))
		made, err := w.Instantiate(prefab)
		require.NoError(t, err)
		of := func(parts []fast.Entity) (copies []fast.Entity) {
			for _, part := range parts {
				copies = append(copies, made.Of(part))
			}
			return copies
		}
		require.Equal(t, of(children), w.Children(made.Root))
		require.Equal(t, of(layers), w.Sources(layer, made.Root))

		var file bytes.Buffer
		require.NoError(t, w.Save(&file))
		next := fast.NewWorld()
		require.NoError(t, next.Load(&file))
		require.Equal(t, of(children), next.Children(made.Root))
		require.Equal(t, of(layers), next.Sources(layer, made.Root))
	}
	check(w)

	var file bytes.Buffer
	require.NoError(t, w.Save(&file))
	next := fast.NewWorld()
	require.NoError(t, next.Load(&file))
	check(next) // a prefab from a file
}

// The clone of a spouse takes over the partner and the value of the marriage; the original loses
// both.
func TestCloneKeepsTheValueOfAPairThatItTakesOver(t *testing.T) {
	w := fast.NewWorld()
	married := fast.NewRelationshipOf[mass](w, "Married", fast.Symmetric, fast.Exclusive)
	ann, bob := w.Spawn(), w.Spawn()
	require.NoError(t, fast.SetID(w, ann, fast.Pair(married, bob), mass{7}))

	clone, err := w.Clone(ann)
	require.NoError(t, err)
	require.Equal(t, mass{7}, *fast.GetID[mass](w, clone, fast.Pair(married, bob)))
	require.False(t, w.Has(ann, fast.Pair(married, bob)))
	require.True(t, w.Has(bob, fast.Pair(married, clone)))
}

// A clone has all disabled ids and overrides of its original.
func TestACloneHasTogglesAndOverrides(t *testing.T) {
	w := fast.NewWorld()
	m, v := fast.Register[mass](w).ID(), fast.Register[velocity](w).ID()
	e := fast.Spawn2(w, mass{1}, velocity{2, 3})
	for _, id := range []fast.ID{m, v} {
		check(w.Add(id.First(), fast.CanToggle))
		check(w.DisableID(e, id))
		check(w.Override(e, id))
	}
	made, err := w.Clone(e)
	require.NoError(t, err)
	require.False(t, w.IsEnabled(made, m) || w.IsEnabled(made, v))
	require.Equal(t, []fast.ID{m, v}, w.Overrides(made))
	require.Equal(t, velocity{2, 3}, *fast.Get[velocity](w, made))
}
