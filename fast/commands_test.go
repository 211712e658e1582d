package fast_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestCommandsAreAppliedInOrder(t *testing.T) {
	w := fast.NewWorld()
	p, v := fast.Register[position](w), fast.Register[velocity](w)
	near := w.NewRelationship("Near")
	a, b := fast.Spawn1(w, position{1, 0}), fast.Spawn1(w, position{2, 0})
	var later fast.Commands
	var child fast.Entity
	for e, row := range fast.NewQuery1[position](w).All() {
		if e == a {
			v.SetLater(&later, e, velocity{row.X, 0})
			child = later.Spawn(fast.Pair(fast.ChildOf, a), p.ID())
			p.SetLater(&later, child, position{7, 7})
			later.Add(child, fast.Pair(near, child))
		} else {
			later.Delete(e)
			later.Add(e, v.ID())
			p.SetLater(&later, e, position{})
		}
		require.Equal(t, spec.CodeLocked, code(later.Apply(w)), "the loop runs")
	}
	require.Equal(t, 9, later.Len())
	require.NoError(t, later.Apply(w))
	require.Zero(t, later.Len())
	child = later.Entity(child)
	require.Equal(t, velocity{1, 0}, *v.Get(a))
	require.False(t, w.Alive(b))
	require.Equal(t, position{7, 7}, *p.Get(child))
	require.Equal(t, a, w.Parent(child))
	require.True(t, w.HasPair(child, near, child))
	require.NoError(t, later.Apply(w), "no commands remain")
}

func TestCommandsReportWhatFails(t *testing.T) {
	w := fast.NewWorld()
	final := w.NewTag("Last", fast.Final)
	e, other := w.Spawn(), w.Spawn()
	var later fast.Commands
	later.Add(e, fast.Pair(fast.IsA, final))
	later.Add(e, final)
	later.Remove(other, final)
	later.Delete(other)
	later.Delete(other)
	err := later.Apply(w)
	require.Equal(t, spec.CodeFinal, code(err))
	require.True(t, w.Has(e, final), "other commands must be applied")
	require.False(t, w.Alive(other))
	later.Delete(e)
	later.Reset()
	require.NoError(t, later.Apply(w))
	require.True(t, w.Alive(e))
}

// A placeholder means the entity of its own batch. In another batch it is refused.
func TestPlaceholdersOfOtherBatchesAreRefused(t *testing.T) {
	w := fast.NewWorld()
	tag := fast.Single(w.NewTag("Tag"))
	var later, other fast.Commands
	mine := later.Spawn()
	theirs := other.Spawn()
	require.NotEqual(t, mine, theirs)
	other.Add(mine, tag)
	other.Add(theirs, fast.Pair(fast.ChildOf, mine))
	other.Instantiate(theirs, fast.Pair(fast.ChildOf, mine))
	other.Add(theirs, tag)
	err := other.Apply(w)
	require.Equal(t, spec.CodeInvalid, code(err))
	require.Equal(t, 3, strings.Count(err.Error(), "Commands.Entity"))
	require.Equal(t, []fast.ID{tag}, w.IDs(other.Entity(theirs)), "other commands must be applied")
	require.Equal(t, mine, other.Entity(mine))

	require.NoError(t, later.Apply(w))
	made := later.Entity(mine)
	require.True(t, w.Alive(made))
	later.Add(mine, tag)
	require.Equal(t, spec.CodeInvalid, code(later.Apply(w)))
	next := later.Spawn()
	require.NotEqual(t, mine, next)
	later.Add(mine, tag)
	require.Equal(t, spec.CodeInvalid, code(later.Apply(w)))
	require.Empty(t, w.IDs(later.Entity(next)))
	require.Empty(t, w.IDs(made))

	forgotten := later.Spawn()
	later.Reset()
	later.Delete(forgotten)
	later.Spawn()
	require.Equal(t, spec.CodeInvalid, code(later.Apply(w)))
}
