package fast_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// copies is the value of a pair that makes its source an instance of its target.
type copies struct{ Depth int }

// replacing is a world in which a new pair (copies, frigate) of the ship is replaced at once: the
// pair makes the ship an instance of the frigate, the ship gets a copy of (Builds, hull), and this
// adds (copies, hull). copies is Exclusive.
type replacing struct {
	*fast.World
	copies              *fast.Component[copies]
	frigate, hull, ship fast.Entity
	chosen              fast.ID // a tag of ship
}

func newReplacing(t *testing.T) *replacing {
	t.Helper()
	w := fast.NewWorld()
	chosen := fast.Single(w.NewTag("Chosen"))
	r := &replacing{w, fast.Register[copies](w), w.Spawn(), w.Spawn(), w.Spawn(chosen), chosen}
	builds := w.NewRelationship("Builds")
	require.NoError(t, w.AddPair(builds, fast.With, r.copies.Entity()))
	require.NoError(t, w.Add(r.copies.Entity(), fast.Exclusive))
	require.NoError(t, w.AddPair(r.copies.Entity(), fast.With, fast.IsA))
	require.NoError(t, w.AddPair(r.frigate, builds, r.hull))
	require.NoError(t, w.Override(r.frigate, fast.Pair(builds, r.hull)))
	return r
}

func TestSettingAPairThatItsConsequencesReplace(t *testing.T) {
	five := copies{5}
	variants := map[string]func(r *replacing) error{
		"SetPair":  func(r *replacing) error { return r.copies.SetPair(r.ship, r.frigate, five) },
		"SetID":    func(r *replacing) error { return fast.SetID(r.World, r.ship, r.copies.Pair(r.frigate), five) },
		"SetValue": func(r *replacing) error { return r.SetValue(r.ship, r.copies.Pair(r.frigate), five) },
		"SetAll": func(r *replacing) error {
			_, err := fast.SetAll(fast.NewQuery0(r.World, r.chosen), r.copies.Pair(r.frigate), five)
			return err
		},
		"AddAll":  func(r *replacing) error { return r.Relationship(r.copies.Entity()).AddAll(r.ship, r.frigate) },
		"AddPair": func(r *replacing) error { return r.AddPair(r.ship, r.copies.Entity(), r.frigate) },
		"Create": func(r *replacing) (err error) {
			r.ship, err = trySpawn(r.World, r.copies.Pair(r.frigate))
			return err
		},
		"Spawn1": func(r *replacing) error {
			r.ship = fast.Spawn1(r.World, position{1, 2}, r.copies.Pair(r.frigate))
			return nil
		},
		"SpawnMany": func(r *replacing) error {
			r.ship = r.SpawnMany(2, r.copies.Pair(r.frigate)).Entities()[1]
			return nil
		},
		"Exchange": func(r *replacing) error {
			return r.Exchange(r.ship, []fast.AnyID{r.copies.Pair(r.frigate)}, []fast.AnyID{r.copies.Pair(fast.Wildcard)})
		},
		"Clone": func(r *replacing) (err error) {
			model := r.Spawn()
			if err = r.AddPair(model, r.copies.Entity(), r.frigate); err == nil {
				r.ship, err = r.Clone(model)
			}
			return err
		},
	}
	for how, set := range variants {
		around := map[string]func(r *replacing, set func() error) error{
			"alone":    func(_ *replacing, set func() error) error { return set() },
			"observed": observed,
		}
		if how != "SpawnMany" && how != "Clone" {
			around["deferred"] = func(r *replacing, set func() error) (err error) {
				if ended := r.Defer(func() { err = set() }); ended != nil {
					return ended
				}
				return err
			}
		}
		for when, do := range around {
			t.Run(how+" "+when, func(t *testing.T) {
				r := newReplacing(t)
				require.NoError(t, do(r, func() error { return set(r) }))
				require.Equal(t, []fast.Entity{r.hull}, r.Targets(r.ship, r.copies.Entity()))
				require.Equal(t, copies{}, *r.copies.GetPair(r.ship, r.hull))
				require.False(t, r.Owns(r.ship, r.copies.Pair(r.frigate)))
			})
		}
	}
}

// observed calls set while an observer observes all pairs.
func observed(r *replacing, set func() error) error {
	o := r.Observe(fast.OnAdd|fast.OnSet|fast.OnRemove, fast.Pair(fast.Wildcard, fast.Wildcard), func(fast.Event) {})
	defer o.Release()
	return set()
}

// following has a component that adds a tag, which an observer observes. No observer observes the
// component.
func following(t *testing.T, act func(w *fast.World, e fast.Entity)) (w *fast.World, e fast.Entity) {
	t.Helper()
	w = fast.NewWorld()
	notified := w.NewTag("Observed")
	require.NoError(t, w.AddPair(fast.Register[position](w).Entity(), fast.With, notified))
	w.Observe(fast.OnAdd, notified, func(e fast.Event) { act(w, e.Entity) })
	return w, w.Spawn()
}

var settings = map[string]func(w *fast.World, e fast.Entity) error{
	"Set": func(w *fast.World, e fast.Entity) error { return fast.Set(w, e, position{5, 6}) },
	"SetID": func(w *fast.World, e fast.Entity) error {
		return fast.SetID(w, e, fast.Register[position](w).ID(), position{5, 6})
	},
	"SetPair": func(w *fast.World, e fast.Entity) error {
		return fast.Register[position](w).SetPair(e, w.Spawn(), position{5, 6})
	},
	"SetValue": func(w *fast.World, e fast.Entity) error {
		return w.SetValue(e, fast.Register[position](w).ID(), position{5, 6})
	},
	"SetLater": func(w *fast.World, e fast.Entity) error {
		var later fast.Commands
		fast.Register[position](w).SetLater(&later, e, position{5, 6})
		return later.Apply(w)
	},
	"Defer": func(w *fast.World, e fast.Entity) error {
		return w.Defer(func() { _ = fast.Set(w, e, position{5, 6}) })
	},
	"Spawn1": func(w *fast.World, _ fast.Entity) error { fast.Spawn1(w, position{5, 6}); return nil },
}

func TestSettingAValueThatACallbackRemoves(t *testing.T) {
	acts := map[string]func(w *fast.World, e fast.Entity){
		"deletes the entity":    func(w *fast.World, e fast.Entity) { _ = w.Delete(e) },
		"removes the component": func(w *fast.World, e fast.Entity) { _ = fast.Unset[position](w, e) },
		"clears the entity":     func(w *fast.World, e fast.Entity) { _ = w.Clear(e) },
		"deletes the component": func(w *fast.World,
			_ fast.Entity,
		) {
			_ = w.Delete(fast.Register[position](w).Entity())
		},
	}
	for how, set := range settings {
		for what, act := range acts {
			t.Run(how+" "+what, func(t *testing.T) {
				w, e := following(t, act)
				require.NoError(t, set(w, e))
				require.False(t, fast.Has[position](w, e))
				require.NoError(t, w.WriteText(io.Discard))
			})
		}
	}
}

func TestObserversOfConsequencesSeeTheValue(t *testing.T) {
	for how, set := range settings {
		if how == "SetPair" {
			continue // With adds the tag as a pair
		}
		t.Run(how, func(t *testing.T) {
			var seen []position
			w, e := following(t, func(w *fast.World, e fast.Entity) { seen = append(seen, *fast.Get[position](w, e)) })
			require.NoError(t, set(w, e))
			require.Equal(t, []position{{5, 6}}, seen)
		})
	}
}

func TestACallbackMayUseTheCommandsThatAreBeingApplied(t *testing.T) {
	w := fast.NewWorld()
	a, b := w.NewTag("A"), w.NewTag("B")
	var later fast.Commands
	w.Observe(fast.OnAdd, a, func(e fast.Event) {
		later.Add(e.Entity, b)
		later.Add(later.Spawn(), b)
		require.NoError(t, later.Apply(w))
	})
	first, second := later.Spawn(a), later.Spawn(a)
	require.NoError(t, later.Apply(w))
	require.Zero(t, later.Len())
	require.Equal(t, 4, w.Count(b))
	require.True(t, w.Has(later.Entity(first), b))
	require.True(t, w.Has(later.Entity(second), b))
}

func TestCloneAppliesNoConsequences(t *testing.T) {
	w := fast.NewWorld()
	near := w.NewRelationship("Near", fast.Exclusive, fast.CanToggle)
	loose := w.NewRelationship("Beside")
	require.NoError(t, w.AddPair(loose, fast.With, near))
	a, b, e := w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.AddPair(e, loose, a))
	require.NoError(t, w.AddPair(e, near, b))
	require.NoError(t, w.DisableID(e, fast.Pair(near, b)))
	clone, err := w.Clone(e)
	require.NoError(t, err)
	require.Equal(t, w.IDs(e), w.IDs(clone))
	require.False(t, w.IsEnabled(clone, fast.Pair(near, b)))
}
