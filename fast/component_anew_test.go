package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// saved holds objects of each kind that refers to components by type.
type saved struct {
	w         *fast.World
	component *fast.Component[position]
	cached    fast.Query1[position]
	uncached  fast.Query1[position]
	ordered   fast.Query2[position, velocity]
	text      fast.Query1[position]
}

func keep(w *fast.World) *saved {
	k := &saved{w: w, component: fast.Register[position](w)}
	k.cached, k.uncached = fast.NewQuery1[position](w), fast.NewQuery1[position](w, fast.Uncached)
	k.ordered = fast.NewQuery2[position, velocity](w,
		fast.OrderByFunc(func(a, b *position) int { return int(a.X - b.X) }))
	k.text = fast.NewQuery1[position](w, fast.Text("!Prefab"))
	return k
}

// use spawns in every way and compares old handles, queries and spawners with new ones.
func (k *saved) use(t *testing.T, about string) {
	t.Helper()
	w := k.w
	first := fast.Spawn1(w, position{1, 1})
	second := fast.Spawn2(w, position{2, 2}, velocity{3, 3})
	copy(fast.SpawnMany1[position](w, 1).Field(), []position{{4, 4}})
	third := w.Spawn()
	require.NoError(t, fast.Set(w, third, position{5, 5}), about)
	require.NoError(t, k.component.Set(third, position{6, 6}), about)
	require.Equal(t, position{1, 1}, *fast.Get[position](w, first), about)
	require.Equal(t, position{2, 2}, *k.component.Get(second), about)
	require.Equal(t, velocity{3, 3}, *fast.Get[velocity](w, second), about)
	require.Equal(t, position{6, 6}, *fast.Get[position](w, third), about)
	anew := keep(w)
	for _, pair := range [][2]fast.Query1[position]{
		{k.cached, anew.cached},
		{k.uncached, anew.uncached},
		{k.text, anew.text},
	} {
		require.NotZero(t, pair[1].Len(), about)
		require.Equal(t, pair[1].Len(), pair[0].Len(), about)
		require.True(t, pair[0].Matches(first), about)
		row, ok := pair[0].Get(third)
		require.True(t, ok, about)
		require.Equal(t, position{6, 6}, *row, about)
	}
	require.NotZero(t, k.ordered.Len(), about)
	require.Equal(t, anew.ordered.Len(), k.ordered.Len(), about)
	last := -1.0
	for _, row := range k.ordered.All() {
		require.GreaterOrEqual(t, row.A.X, last, about)
		last = row.A.X
	}
}

func TestOldHandlesAndQueriesEqualNewOnes(t *testing.T) {
	w := fast.NewWorld()
	empty := w.Snapshot()
	k := keep(w)
	k.use(t, "at first")
	full := w.Snapshot()

	require.NoError(t, w.Delete(k.component.Entity()))
	require.Zero(t, k.cached.Len())
	k.use(t, "after the component was deleted")
	again := w.Snapshot()
	k.use(t, "once more")

	w.Restore(full)
	require.Equal(t, 4, k.cached.Len())
	k.use(t, "after the restore brought back the first component")
	w.Restore(empty)
	require.Zero(t, k.cached.Len())
	k.use(t, "after the restore removed the component")
	w.Restore(again)
	require.Equal(t, 4, k.cached.Len(), "the restored values must be found")
	k.use(t, "after the restore brought the component back")
	require.NoError(t, w.Delete(fast.Register[velocity](w).Entity()))
	k.use(t, "after the other component was deleted")
	fast.RequireWhole(t, w)
}

func TestRestoreBringsBackTagsByType(t *testing.T) {
	w := fast.NewWorld()
	empty := w.Snapshot()
	e := fast.Spawn2(w, enemy{}, position{})
	full := w.Snapshot()
	w.Restore(empty)
	fast.Spawn1(w, struct{ other struct{} }{})
	w.Restore(full)
	require.True(t, fast.Has[enemy](w, e))
	require.Equal(t, 1, fast.NewQuery1[enemy](w).Len())
}

// The handle of a deleted component returns an error. Functions by type create the component again, and
// then the handle works.
func TestTheHandleOfADeletedComponent(t *testing.T) {
	w := fast.NewWorld()
	p, e := fast.Register[position](w), w.Spawn()
	require.NoError(t, w.Delete(p.Entity()))
	for _, err := range []error{p.Set(e, position{}), p.Add(e)} {
		require.Equal(t, spec.CodeNotAlive, code(err))
		require.ErrorContains(t, err, "the component fast_test.position is not alive; call Register")
	}
	require.ErrorContains(t, w.Add(e, p.ID()), "an element of the id is not alive")
	require.NoError(t, fast.Set(w, e, position{1, 2}))
	require.NoError(t, p.Set(e, position{3, 4}))
	require.Equal(t, position{3, 4}, *fast.Get[position](w, e))
}
