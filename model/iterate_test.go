package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func iterNext(t testing.TB, w spec.Engine) (out []string) {
	t.Helper()
	for _, r := range ok(t, w, spec.Operation{Op: spec.OpIterNext, On: "i"}).Rows {
		out = append(out, string(r.This))
	}
	return out
}

func TestAnIteratorFindsItsRowsAtTheStart(t *testing.T) { // iterate.iterators
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
