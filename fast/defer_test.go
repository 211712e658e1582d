package fast_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestDeferredChangesTakeEffectAtTheEnd(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	e := fast.Spawn1(w, position{1, 1})
	pos := fast.Register[position](w)
	var made, spawned fast.Entity
	require.NoError(t, w.Defer(func() {
		require.True(t, w.IsDeferred())
		require.NoError(t, w.Add(e, tag))
		require.NoError(t, pos.Set(e, position{2, 2}))
		require.NoError(t, fast.SetID(w, e, pos.Entity(), position{3, 3}))
		made = w.Spawn()
		spawned = fast.Spawn2(w, position{4, 4}, velocity{5, 5}, tag)
		require.NoError(t, w.SetName(made, "made"))

		require.False(t, w.Has(e, tag))
		require.InDelta(t, 1, pos.Get(e).X, 0)
		require.True(t, w.Alive(made))
		require.True(t, w.Alive(spawned))
		require.Empty(t, w.IDs(spawned))
		require.Empty(t, w.Name(made))
		require.NoError(t, w.Defer(func() { require.NoError(t, w.Delete(made)) }), "only the outermost Defer applies changes")
		require.True(t, w.Alive(made))
	}))
	require.True(t, w.Has(e, tag))
	require.InDelta(t, 3, pos.Get(e).X, 0)
	require.False(t, w.Alive(made))
	require.Equal(t, position{4, 4}, *fast.Get[position](w, spawned))
	require.Equal(t, velocity{5, 5}, *fast.Get[velocity](w, spawned))
	require.True(t, w.Has(spawned, tag))
}

func TestDeferAllowsChangesInALoop(t *testing.T) {
	w := fast.NewWorld()
	pos, tag := fast.Register[position](w), w.NewTag("Tag")
	for i := range 100 {
		fast.Spawn1(w, position{X: float64(i)})
	}
	q := fast.NewQuery1[position](w)
	for e := range q.All() {
		require.EqualValues(t, "locked", code(w.Add(e, tag)))
		break
	}
	seen := 0
	require.NoError(t, w.Defer(func() {
		for e, p := range q.All() {
			seen++
			if int(p.X)%2 == 0 {
				require.NoError(t, w.Add(e, tag))
				fast.Spawn1(w, position{X: 1000})
			} else {
				require.NoError(t, w.Delete(e))
			}
		}
	}))
	require.Equal(t, 100, seen)
	require.Equal(t, 50, w.Count(tag))
	require.Equal(t, 100, w.Count(pos.ID()))
}

func TestDeferInALoopReportsLockedChanges(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	fast.Spawn1(w, position{})
	for e := range fast.NewQuery1[position](w).All() {
		err := w.Defer(func() {
			require.NoError(t, w.SetName(e, "named"))
			require.NoError(t, w.Add(e, tag))
		})
		var deferred *fast.DeferredError
		require.ErrorAs(t, err, &deferred)
		require.Len(t, deferred.Failures, 1)
		require.Equal(t, 1, deferred.Failures[0].Command)
		require.EqualValues(t, "locked", code(err))
		require.Equal(t, "named", w.Name(e))
	}
}

func TestDeferReportsFailuresAndAppliesOtherChanges(t *testing.T) {
	w := fast.NewWorld()
	a, b, tag := w.Spawn(), w.Spawn(), w.NewTag("Tag")
	err := w.Defer(func() {
		require.NoError(t, w.AddPair(a, fast.ChildOf, b))
		require.NoError(t, w.AddPair(b, fast.ChildOf, a)) // closes a cycle when it is applied
		require.NoError(t, w.Delete(tag))
		require.NoError(t, w.Add(a, tag)) // dropped, because the tag is dead by then
		require.NoError(t, w.SetName(a, "a"))
		require.EqualValues(t, "invalid", code(w.Add(a, fast.Wildcard)), "refused immediately")
		require.EqualValues(t, "invalid", code(w.SetName(a, "a.b")))
	})
	var deferred *fast.DeferredError
	require.ErrorAs(t, err, &deferred)
	require.Equal(t, []spec.Failure{{Command: 1, Err: deferred.Failures[0].Err, Op: spec.OpAdd}}, deferred.Failures)
	require.EqualValues(t, "cycle", deferred.Failures[0].Err.Code)
	require.ErrorContains(t, err, "command 1: cycle")
	require.Equal(t, "a", w.Name(a))
	require.Equal(t, b, w.Parent(a))
}

func TestMisuseOfDeferral(t *testing.T) {
	w := fast.NewWorld()
	require.EqualValues(t, "invalid", code(w.DeferEnd()))
	snapshot := w.Snapshot()
	w.DeferBegin()
	require.EqualValues(t, "invalid", panicCode(func() { w.Snapshot() }))
	require.EqualValues(t, "invalid", panicCode(func() { w.Restore(snapshot) }))
	require.EqualValues(t, "invalid", panicCode(func() { fast.SpawnMany1[position](w, 3) }))
	require.NoError(t, w.DeferEnd())

	e := w.Spawn()
	broken := errors.New("broken")
	require.PanicsWithValue(t, broken, func() {
		_ = w.Defer(func() {
			_ = w.Delete(e)
			panic(broken)
		})
	})
	require.False(t, w.IsDeferred())
	require.NoError(t, w.SetName(e, "alive"))
	require.True(t, w.Alive(e), "a panic must discard the deferred changes")
}
