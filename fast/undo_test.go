package fast_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

type crates struct{ Numbers []int }

// undoWorld is a world with random edits through the typed API, and an index maintained by
// observers.
type undoWorld struct {
	*fast.World
	all                         []fast.Entity // all entities ever created
	docked, likes, queue, parts fast.Entity
	positions                   *fast.Component[position]
	moving                      fast.Query2[position, velocity]
	placed                      map[fast.Entity]position // maintained by the observers
	echo                        fast.Entity              // added by an observer
}

func newUndoWorld() *undoWorld {
	u := &undoWorld{World: fast.NewWorld(fast.WithProfile(fast.Flecs41())), placed: map[fast.Entity]position{}}
	u.docked, u.likes = u.NewRelationship("Docked", fast.Exclusive), u.NewRelationship("Likes", fast.Symmetric)
	u.queue = u.NewRelationship("Queue", fast.Ordered)
	u.parts = u.NewRelationship("Parts", fast.Exclusive, fast.DontFragment)
	u.echo = u.NewTag("Echo")
	u.positions = fast.Register[position](u.World)
	fast.Register[velocity](u.World)
	fast.Register[crates](u.World)
	u.moving = fast.NewQuery2[position, velocity](u.World)
	fast.Observe(u.World, fast.OnAdd|fast.OnSet, func(e fast.Entity, p *position) {
		u.placed[e] = *p
		if p.X > 0 { // entities of SpawnMany stay in their table
			_ = u.Add(e, u.echo)
		}
	})
	fast.Observe(u.World, fast.OnRemove, func(e fast.Entity, _ *position) { delete(u.placed, e) })
	for i := range 6 {
		u.all = append(u.all, fast.Spawn1(u.World, position{X: float64(i)}))
	}
	return u
}

// change makes one random change. Refused changes have no effect.
func (u *undoWorld) change(t *rapid.T) {
	pick := func(what string) fast.Entity { return rapid.SampledFrom(u.all).Draw(t, what) }
	a, b := pick("entity"), pick("other")
	relationships := []fast.Entity{u.docked, u.likes, u.queue, u.parts, fast.ChildOf, fast.IsA}
	r := rapid.SampledFrom(relationships).Draw(t, "relationship")
	x := rapid.Float64Range(0, 9).Draw(t, "x")
	switch rapid.IntRange(0, 18).Draw(t, "change") {
	case 0:
		u.all = append(u.all, fast.Spawn2(u.World, position{X: x}, velocity{}))
	case 1:
		u.all = append(u.all, fast.SpawnMany2[position, velocity](u.World, 3).Entities()...)
	case 2, 3:
		_ = u.Delete(a)
	case 4:
		_ = u.AddPair(a, r, b)
	case 5:
		_ = u.RemovePair(a, r, fast.Wildcard)
	case 6:
		_ = fast.Set(u.World, a, position{X: x})
	case 7:
		_ = fast.Set(u.World, a, crates{[]int{1, 2, 3}})
	case 8:
		if c := fast.Get[crates](u.World, a); c != nil && u.Owns(a, fast.Register[crates](u.World)) {
			c.Numbers[0]++ // in place
		}
	case 9:
		if p := u.positions.Get(a); p != nil && u.Owns(a, u.positions) {
			p.X = x
		}
	case 10:
		for b := range u.moving.Batches() {
			ps, _ := b.Columns()
			for i := range b.Len() {
				ps.At(i).X++
			}
		}
	case 11:
		for _, row := range u.moving.All() {
			row.A.X--
		}
		if row, ok := u.moving.Get(a); ok {
			row.B.Y = x
		}
	case 12:
		_, _ = fast.SetAll(u.moving, u.positions, position{X: x})
	case 13:
		_ = u.SetName(a, fmt.Sprint("name", rapid.IntRange(0, 3).Draw(t, "name")))
	case 14:
		_ = fast.Unset[position](u.World, a)
	case 15:
		if made, err := u.Clone(a); err == nil {
			u.all = append(u.all, made)
		}
	case 16:
		_ = u.MoveBefore(a, fast.Pair(u.queue, pick("target")), b)
	case 17:
		_ = u.Override(a, u.positions)
	case 18:
		_ = u.Defer(func() { _ = u.Delete(a); _ = u.Add(b, u.echo) })
	}
}

// text returns everything that the world says about the entities.
func (u *undoWorld) text() string {
	var s strings.Builder
	for _, e := range u.all {
		if !u.Alive(e) {
			continue
		}
		ids := []string{}
		for _, id := range u.IDs(e) {
			ids = append(ids, fmt.Sprint(id))
		}
		slices.Sort(ids)
		fmt.Fprint(&s, e, u.Name(e), ids, u.Overrides(e), u.Sources(u.queue, e), u.Target(e, u.parts, 0))
		if p := u.positions.Own(e); p != nil {
			fmt.Fprint(&s, *p)
		}
		if v := fast.Register[velocity](u.World).Own(e); v != nil {
			fmt.Fprint(&s, *v)
		}
		if c := fast.Register[crates](u.World).Own(e); c != nil {
			fmt.Fprint(&s, *c)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// index returns the observers' index of the positions.
func (u *undoWorld) index() string {
	var s strings.Builder
	for _, e := range u.all {
		if _, placed := u.placed[e]; placed {
			fmt.Fprintln(&s, e)
		}
	}
	return s.String()
}

// Undo of an edit restores the world before it, and Redo the world after it. A failed edit leaves
// the world before.
func TestUndoAndRedoRestoreTheWorld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := newUndoWorld()
		type state struct{ world, index string }
		now := func() state { return state{u.text(), u.index()} }
		states := []state{now()}
		var edits []*fast.Edit
		fails := errors.New("fails")
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			changes := func() {
				for range rapid.IntRange(0, 5).Draw(t, "changes") {
					u.change(t)
				}
			}
			if rapid.Bool().Draw(t, "failing") {
				require.ErrorIs(t, u.Atomically(func() error { changes(); return fails }), fails)
				require.Equal(t, states[len(states)-1], now())
			}
			edit, err := u.Record(func() error {
				changes()
				if rapid.Bool().Draw(t, "within") {
					before := u.text()
					require.ErrorIs(t, u.Atomically(func() error { changes(); return fails }), fails)
					require.Equal(t, before, u.text())
					require.NoError(t, u.Atomically(func() error { changes(); return nil }))
				}
				return nil
			})
			require.NoError(t, err)
			edits, states = append(edits, edit), append(states, now())
		}
		at := len(edits)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			if at > 0 && rapid.Bool().Draw(t, "undo") {
				at--
				require.NoError(t, edits[at].Undo())
			} else if at < len(edits) {
				require.NoError(t, edits[at].Redo())
				at++
			}
			require.Equal(t, states[at], now())
		}
	})
}

// If an edit panics, it is undone and the panic continues, also out of a callback or a deferral.
func TestAPanicUndoesTheEdit(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, position{X: 1})
	w.Observe(fast.OnAdd, w.NewTag("Loud"), func(fast.Event) { panic("loud") })
	loud, err := w.Find("Loud")
	require.NoError(t, err)
	for name, f := range map[string]func(){
		"plain":    func() { panic("plain") },
		"callback": func() { _ = w.Add(e, loud) },
		"deferred": func() { _ = w.Defer(func() { panic("deferred") }) },
	} {
		require.Panics(t, func() {
			_ = w.Atomically(func() error {
				require.NoError(t, fast.Set(w, e, position{X: 2}))
				f()
				return nil
			})
		}, name)
		require.Equal(t, position{X: 1}, *fast.Get[position](w, e), name)
		require.False(t, w.Has(e, loud), name)
		require.NoError(t, w.Atomically(func() error { return nil }), name)
	}
}

// If an edit registers or deletes a component, Undo and Redo restore it under its handle.
func TestEditsOfComponents(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, position{X: 1})
	c, q := fast.Register[position](w), fast.NewQuery1[position](w)
	deleted, err := w.Record(func() error { return w.Delete(c.Entity()) })
	require.NoError(t, err)
	require.Zero(t, q.Len())
	require.NoError(t, deleted.Undo())
	require.Equal(t, position{X: 1}, *c.Own(e))
	require.Equal(t, 1, q.Len())

	made, err := w.Record(func() error { return fast.Set(w, e, mass{3}) })
	require.NoError(t, err)
	require.NoError(t, made.Undo())
	require.Nil(t, fast.Get[mass](w, e))
	require.NoError(t, made.Redo())
	require.Equal(t, mass{3}, *fast.Get[mass](w, e))
}

// The handle of an entity created in an undone edit is never used for another entity.
func TestHandlesOfUndoneEditsAreNotReused(t *testing.T) {
	w := fast.NewWorld()
	var first, second fast.Entity
	a, err := w.Record(func() error { first = w.Spawn(); return nil })
	require.NoError(t, err)
	require.NoError(t, a.Undo())
	b, err := w.Record(func() error { second = w.Spawn(); return nil })
	require.NoError(t, err)
	require.NoError(t, b.Undo())
	require.NoError(t, a.Redo())
	require.True(t, w.Alive(first))
	require.NoError(t, w.Delete(first))
	require.NotContains(t, []fast.Entity{first, second}, w.Spawn())
}
