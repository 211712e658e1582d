package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A pair of a tag is read and written like the tag: an entity has it or not, and there is no value.
func TestPairsOfTagsAreReadAsTags(t *testing.T) {
	w := fast.NewWorld()
	c, red := fast.Register[enemy](w), w.NewTag("Red")
	target, other, e, gone := w.Spawn(), w.Spawn(), w.Spawn(), w.Spawn()
	require.NoError(t, w.Delete(gone))
	require.NoError(t, c.SetPair(e, target, enemy{}))
	require.NoError(t, fast.SetID(w, e, c.ID(), enemy{}))
	require.NoError(t, fast.SetID(w, e, red, struct{}{}))
	instance := w.Spawn(fast.Pair(fast.IsA, e))
	for _, has := range []fast.Entity{e, instance} {
		require.NotNil(t, c.GetPair(has, target))
		require.Nil(t, c.GetPair(has, other))
		require.NotNil(t, fast.GetID[enemy](w, has, c.ID()))
		require.NotNil(t, fast.GetID[struct{}](w, has, red))
	}
	require.Nil(t, c.GetPair(other, target))
	require.Nil(t, fast.GetID[enemy](w, other, c.ID()))
	require.Nil(t, c.GetPair(gone, target))
	require.Equal(t, spec.CodeNotAlive, code(c.SetPair(gone, target, enemy{})))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.GetID[position](w, e, red) }),
		"a type with fields is not a tag")
	require.Equal(t, spec.CodeInvalid, code(fast.SetID(w, e, red, position{})))

	require.NoError(t, w.Defer(func() { require.NoError(t, c.SetPair(other, target, enemy{})) }))
	require.NotNil(t, c.GetPair(other, target))
	for range fast.NewQuery0(w, c.ID()).Batches() {
		require.Equal(t, spec.CodeLocked, code(c.SetPair(target, other, enemy{})))
	}
}
