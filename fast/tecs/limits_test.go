package tecs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// If an operation needs too many steps, monitors do not report its events. They still report the
// events of later operations.
func TestMonitorsThatTakeTooMuchWorkMissAnOperation(t *testing.T) {
	w := tecs.NewWorld()
	duck, err := w.Spawn()
	require.NoError(t, err)
	notified, missed := 0, 0
	w.HandleFailures(func(err error) {
		requireLimit(t, err, true)
		missed++
	})
	w.LimitWork(60)
	_, err = w.Observe(tecs.Terms{Include: []tecs.Term{w.ChildOf}},
		tecs.Callbacks{Each: func(tecs.Entity, bool) { notified++ }})
	require.NoError(t, err)
	for range 70 {
		_, err = w.Spawn(w.ChildOf.To(duck))
		require.NoError(t, err)
	}
	require.Equal(t, 70, notified)
	_, err = w.Observe(tecs.Terms{Include: []tecs.Term{w.ChildOf}}, tecs.Callbacks{})
	requireLimit(t, err, true)

	empty := snapshotOf(t, w)
	require.NoError(t, w.Despawn(duck))
	require.Equal(t, []int{70, 1}, []int{notified, missed})
	nest, err := w.Spawn()
	require.NoError(t, err)
	_, err = w.Spawn(w.ChildOf.To(nest))
	require.NoError(t, err)
	require.Equal(t, []int{71, 1}, []int{notified, missed})

	require.NoError(t, w.Restore(empty)) // monitors cannot follow this to its end
	require.Equal(t, []int{71, 2}, []int{notified, missed})
	_, err = w.Spawn()
	require.NoError(t, err)
	require.Equal(t, []int{71, 2}, []int{notified, missed})
	_, err = w.Spawn(w.ChildOf.To(duck))
	require.NoError(t, err)
	require.Equal(t, []int{72, 2}, []int{notified, missed})
}

func snapshotOf(t *testing.T, w *tecs.World) *tecs.Snapshot {
	t.Helper()
	s, err := w.Snapshot()
	require.NoError(t, err)
	return s
}

func requireLimit(t *testing.T, err error, exhausted bool) {
	t.Helper()
	var known *spec.Error
	require.True(t, errors.As(err, &known), err)
	require.Equal(t, spec.CodeLimit, known.Code)
	require.Equal(t, exhausted, known.Exhausted)
}

// The maximum number of components and edges of an entity is the same for every storage of edges.
// An edge that replaces another does not count.
func TestAnEntityHasAtMostSoManyParts(t *testing.T) {
	for _, o := range []tecs.Options{
		{},
		{Sparse: true},
		{Fields: []string{"x"}},
		{Fields: []string{"x"}, Sparse: true},
	} {
		w := tecs.NewWorld()
		w.LimitParts(3)
		o.Name = "Likes"
		likes, err := w.NewRelationship(o)
		require.NoError(t, err)
		o.Name, o.Exclusive = "Owns", true
		owns, err := w.NewRelationship(o)
		require.NoError(t, err)
		tag, mass := w.NewTag(), tecs.NewComponent[float64](w)
		a, _ := w.Spawn()
		b, _ := w.Spawn()
		c, _ := w.Spawn()
		e, err := w.Spawn(likes.To(a), likes.To(b), owns.To(a))
		require.NoError(t, err)
		for _, more := range []tecs.Part{likes.To(c), tag, mass.Of(1), w.ChildOf.To(c)} {
			requireLimit(t, w.Set(e, more), false)
			_, err := w.Spawn(likes.To(a), likes.To(b), owns.To(a), more)
			requireLimit(t, err, false)
		}
		for _, same := range []tecs.Part{likes.To(b), owns.To(c)} {
			require.NoError(t, w.Set(e, same))
		}
		require.Equal(t, []tecs.Entity{a, b}, w.Targets(e, likes))
		require.Equal(t, c, w.Target(e, owns))
		require.False(t, w.Has(e, tag) || w.Has(e, mass) || w.Has(e, w.ChildOf))
		require.Equal(t, 1, w.Count(likes))
	}
}
