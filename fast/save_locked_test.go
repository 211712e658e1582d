package fast_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Functions of the program that are called during a save or load cannot change the world, so that
// the file is consistent.
func TestWorldIsLockedWhileAFileIsWrittenOrRead(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, velocity{1, 2})
	calls := 0
	refused := fast.FileProgress(func(int, int) {
		calls++
		require.Equal(t, spec.CodeLocked, code(w.Delete(e)))
		require.Equal(t, spec.CodeLocked, code(w.Add(e, fast.Prefab)))
		require.NoError(t, w.SetName(e, fmt.Sprintf("E%d", calls)), "renaming is allowed, as in a loop")
		require.Equal(t, spec.CodeLocked, panicCode(func() { w.Spawn() }))
		_, err := w.LoadPart(bytes.NewReader(nil))
		require.Equal(t, spec.CodeLocked, code(err))
		require.Equal(t, 1, fast.NewQuery1[velocity](w).Len(), "queries are allowed")
	})
	var world, part, query bytes.Buffer
	require.NoError(t, w.Save(&world, refused))
	require.NoError(t, w.SavePart(&part, []fast.Entity{e}, refused))
	q, err := w.Prepare(spec.Query{Expr: "velocity"})
	require.NoError(t, err)
	require.NoError(t, w.SaveQuery(&query, q, refused))
	require.GreaterOrEqual(t, calls, 3)
	inCodec := fast.FileCodec(func(velocity) ([]byte, error) { return nil, w.Delete(e) }, nil)
	require.ErrorContains(t, w.Save(&bytes.Buffer{}, inCodec), "locked by a loop, a file")

	calls = 0
	made, err := w.LoadPart(bytes.NewReader(part.Bytes()), refused, fast.FileRename(func(string) string { return "" }))
	require.NoError(t, err)
	require.NoError(t, w.Delete(made.Entities()[0]), "the world must be unlocked after LoadPart")
	require.NoError(t, w.Load(bytes.NewReader(world.Bytes()), refused))
	require.GreaterOrEqual(t, calls, 2)
	require.NoError(t, w.Delete(e))

	deferring := fast.FileProgress(func(int, int) {
		if !w.IsDeferred() {
			w.DeferBegin()
		}
	})
	require.Equal(t, spec.CodeInvalid, code(w.Load(bytes.NewReader(world.Bytes()), deferring)))
	require.NoError(t, w.DeferEnd())
	require.False(t, w.Alive(e), "a refused Load must not change the world")
}
