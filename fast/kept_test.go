package fast_test

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A reader of a relationship finds nothing after a restore has undone the relationship, even if its
// index is reused. If the relationship comes back, the reader works again.
func TestReadersAfterARestore(t *testing.T) {
	w := fast.NewWorld()
	before := w.Snapshot()
	likes, ann := w.NewRelationship("Likes", fast.Transitive), w.Spawn()
	bob := w.Spawn(fast.Pair(likes, ann))
	reader, closure := w.Relationship(likes), w.Closure(likes)
	require.True(t, reader.Has(bob, ann) && closure.Has(bob, ann))
	after := w.Snapshot()
	w.Restore(before)
	var others []fast.Entity
	for range 3 { // one for each freed index
		others = append(others, w.NewRelationship("", fast.Transitive))
	}
	again, target := false, w.Spawn()
	for _, other := range others {
		again = again || other.Index() == likes.Index()
		source := w.Spawn(fast.Pair(other, target))
		require.False(t, reader.Has(source, target) || closure.Has(source, target))
		require.Zero(t, reader.Target(source))
		require.Equal(t, spec.CodeNotAlive, code(reader.Add(source, target)))
	}
	require.True(t, again, "no new relationship reused the index")
	w.Restore(after)
	require.True(t, reader.Has(bob, ann) && closure.Has(bob, ann))
}

// A loop with iter.Pull that is never stopped keeps the world locked until AbandonLoops.
func TestALoopThatIsNotStoppedLocksTheWorld(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, mass{1})
	fast.Spawn1(w, mass{2})
	next, stop := iter.Pull2(fast.NewQuery1[mass](w).All())
	_, _, ok := next()
	require.True(t, ok)
	require.Equal(t, spec.CodeLocked, code(w.Delete(e)))
	stop()
	require.NoError(t, w.Delete(e))

	next, stop = iter.Pull2(fast.NewQuery1[mass](w).All())
	_, _, ok = next()
	require.True(t, ok)
	w.AbandonLoops()
	fast.Spawn1(w, mass{3})
	stop()
	fast.Spawn1(w, mass{4})
}
