package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestInstancedRowsKeepTheirTable(t *testing.T) { // QRY-441, QRY-449, iterate.instanced
	facts := []string{
		"base Mass", "i1 P", "i1 (IsA, base)", "i2 P", "i2 (IsA, base)", "e1 P", "e1 Mass", "e2 P",
		"e2 Mass",
	}
	q := cached("P", "Mass")
	w := world(t, spec.Flecs3(), facts...)
	require.Equal(t, []string{"i1 0/0", "i2 0/1", "e1 0/2", "e2 0/2"}, ask(t, w, q, spec.Operation{}))
	q.Instanced = true
	require.Equal(t, []string{"i1 0/0", "i2 0/0", "e1 0/1", "e2 0/1"}, ask(t, w, q, spec.Operation{}))
}

func iterNext(t testing.TB, w spec.Engine) (out []string) {
	t.Helper()
	for _, r := range ok(t, w, spec.Operation{Op: spec.OpIterNext, On: "i"}).Rows {
		out = append(out, string(r.This))
	}
	return out
}

func TestAnIteratorDecidesItsRowsAtOnce(t *testing.T) { // iterate.iterators
	w := world(t, spec.Flecs3(), "a P", "b P", "c P", "c Q", "d Q")
	q := cached("P")
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "q", Query: &q})
	begin := spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}
	ok(t, w, begin)
	refused(t, w, begin, spec.CodeExists)
	ok(t, w, spec.Operation{Op: spec.OpDelete, Entity: "c"})
	ok(t, w, spec.Operation{Op: spec.OpDelete, Entity: "a"})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "d", ID: spec.Single("P")})
	require.Equal(t, []string{"b"}, iterNext(t, w))
	require.Empty(t, iterNext(t, w))
	refused(t, w, spec.Operation{Op: spec.OpIterNext, On: "i"}, spec.CodeUnresolved)
	refused(t, w, spec.Operation{Op: spec.OpIterEnd, On: "i"}, spec.CodeUnresolved)
	ok(t, w, begin)
	ok(t, w, spec.Operation{Op: spec.OpRelease, On: "q"})
	refused(t, w, spec.Operation{Op: spec.OpIterEnd, On: "i"}, spec.CodeUnresolved)
}

func TestTheTableOfABatchIsLocked(t *testing.T) { // iterate.lock
	w := world(t, spec.Flecs3(), "a P", "b P", "c P", "c Q", "d", "e (R, d)", "e P")
	q := cached("P")
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "q", Query: &q})
	ok(t, w, spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"})
	change := func(op spec.OpKind, e, id spec.Handle) spec.Operation {
		return spec.Operation{Op: op, Entity: e, ID: spec.Single(id)}
	}
	enters := spec.Operation{Op: spec.OpEntity, Entity: "new", IDs: []spec.ID{spec.Single("P")}}
	require.Equal(t, []string{"a", "b"}, iterNext(t, w))
	for _, op := range []spec.Operation{
		change(spec.OpAdd, "a", "Q"), change(spec.OpRemove, "b", "P"), change(spec.OpRemove, "c", "Q"), enters,
		{Op: spec.OpDelete, Entity: "a"},
		{Op: spec.OpDelete, Entity: "d"},
	} {
		before := ok(t, w, spec.Operation{Op: spec.OpDump}).Dump
		refused(t, w, op, spec.CodeLocked)
		require.Equal(t, before, ok(t, w, spec.Operation{Op: spec.OpDump}).Dump)
	}
	ok(t, w, change(spec.OpAdd, "d", "Q"))
	ok(t, w, change(spec.OpDisable, "a", "P"))
	ok(t, w, spec.Operation{Op: spec.OpDeferBegin})
	ok(t, w, change(spec.OpAdd, "a", "Q"))
	ok(t, w, change(spec.OpRemove, "d", "Q"))
	failures := ok(t, w, spec.Operation{Op: spec.OpDeferEnd}).Failures
	require.Len(t, failures, 1)
	require.Equal(t, spec.CodeLocked, failures[0].Err.Code)
	ok(t, w, spec.Operation{Op: spec.OpIterEnd, On: "i"})
}
