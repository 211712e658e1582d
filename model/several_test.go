package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// liking returns a world in which n instances inherit a pair of Likes from each of m bases.
func liking(t testing.TB, n, m int) *model.World {
	t.Helper()
	w := model.New(spec.Flecs3())
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "Likes", Name: new("Likes")})
	var bases []spec.ID
	for i := range m {
		base, target := spec.Handle(fmt.Sprint("b", i)), spec.Handle(fmt.Sprint("x", i))
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: target})
		ok(t, w, spec.Operation{
			Op: spec.OpEntity, Entity: base, Name: new(string(base)), IDs: []spec.ID{spec.Pair("Likes", target)},
		})
		bases = append(bases, spec.Pair(spec.IsA, base))
	}
	for i := range n {
		e := spec.Handle(fmt.Sprint("e", i))
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: e, Name: new(string(e)), IDs: bases})
	}
	return w
}

func rowsOf(t testing.TB, w *model.World, expr string) []spec.Row {
	t.Helper()
	out := w.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Text: true, Expr: expr}})
	require.Nil(t, out.Err)
	return out.Rows
}

// If several solutions have the same row, the row has the alternatives of all of them, each once.
func TestSolutionsOfARowShareAlternatives(t *testing.T) {
	const instances, bases = 5, 3
	rows := rowsOf(t, liking(t, instances, bases), "Likes($_a, _)")
	require.Len(t, rows, bases, "each base has its row, and the instances share the one of the first base")
	for _, r := range rows {
		several := 1
		if r.Fields[0].Src == "b0" {
			several = 1 + instances
			require.Len(t, r.Fields[0].Or, bases-1)
		}
		require.Equal(t, several, r.Several)
	}
}

// If only one solution has a row, an engine must report the row once, even if a term has an
// anonymous variable (query.rows).
func TestOneSolutionHasOneRow(t *testing.T) {
	w := liking(t, 1, 2)
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "x0", ID: spec.Single("b1")})
	rows := rowsOf(t, w, "Likes(e0, _), b1($_a)")
	require.Len(t, rows, 1)
	require.Len(t, rows[0].Fields[0].Or, 1)
	require.Equal(t, 1, rows[0].Several)
}
