package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// tagged returns a world of n entities with the tag T, including T itself.
func tagged(t testing.TB, p spec.Profile, many int, l spec.Limits) *model.World {
	t.Helper()
	w := model.New(p, model.WithLimits(l))
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")})
	for n := range many {
		ok(t, w, spec.Operation{
			Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprint("e", n)),
			IDs: []spec.ID{spec.Single("T")},
		})
	}
	return w
}

func exhausts(t testing.TB, w spec.Engine, op spec.Operation) {
	t.Helper()
	out := w.Apply(op)
	require.NotNil(t, out.Err, op.Op)
	require.Equal(t, spec.CodeLimit, out.Err.Code, op.Op)
	require.True(t, out.Err.Exhausted, op.Op)
}

// If change detection exceeds the work limit, the operation returns the error and records nothing.
func TestChangeDetectionHasALimit(t *testing.T) {
	w := tagged(t, spec.Flecs4(), 4, spec.Limits{Work: 60})
	q := spec.Query{Kind: spec.KindCached, Text: true, Expr: "T, T($x)", DetectChanges: true}
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "q", Query: &q})
	require.True(t, changed(t, w, "q"))
	ok(t, w, spec.Operation{Op: spec.OpIterate, On: "q"})
	require.False(t, changed(t, w, "q"))
	for n := range 20 {
		ok(t, w, spec.Operation{
			Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprint("more", n)),
			IDs: []spec.ID{spec.Single("T")},
		})
	}
	exhausts(t, w, spec.Operation{Op: spec.OpChanged, On: "q"})
	exhausts(t, w, spec.Operation{Op: spec.OpIterate, On: "q"})
	exhausts(t, w, spec.Operation{Op: spec.OpQuery, Query: &q, Changes: true})
	ok(t, w, spec.Operation{Op: spec.OpDeleteWith, ID: spec.Single("T")})
	require.True(t, changed(t, w, "q"), "a refused query must not count as having seen a table")
}

// Testing entities for a wildcard source, and values in scopes, counts as work.
func TestScopesAndWildcardSourcesCountAsWork(t *testing.T) {
	for _, expr := range []string{"T, T(*), T(_)", "T, !{ T($x), !T($x) }"} {
		w := tagged(t, spec.Flecs3(), 30, spec.Limits{Work: 900})
		ask := spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: spec.KindRule, Text: true, Expr: expr}}
		out := w.Apply(ask)
		few := tagged(t, spec.Flecs3(), 5, spec.Limits{Work: 900})
		ok(t, few, ask)
		require.NotNil(t, out.Err, expr)
		exhausts(t, w, ask)
	}
}

// The proof that an id is missing is a search with a limit, too.
func TestProofsHaveALimit(t *testing.T) {
	q := spec.Query{Kind: spec.KindRule, Text: true, Expr: "T, !T($x)"}
	ok(t, tagged(t, spec.Flecs3(), 20, spec.Limits{}), spec.Operation{Op: spec.OpExplain, Query: &q})
	exhausts(t, tagged(t, spec.Flecs3(), 20, spec.Limits{Work: 60}), spec.Operation{Op: spec.OpExplain, Query: &q})
	q.Expr = "T"
	exhausts(t, tagged(t, spec.Flecs3(), 20, spec.Limits{Elements: 65}), spec.Operation{Op: spec.OpExplain, Query: &q})
}

// A reset world keeps its limits.
func TestResetKeepsLimits(t *testing.T) {
	w := tagged(t, spec.Flecs3(), 3, spec.Limits{IDs: 1})
	ok(t, w, spec.Operation{Op: spec.OpReset, Profile: "flecs-4"})
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "a"})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("a")})
	refused(t, w, spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("Prefab")}, spec.CodeLimit)
}

func changed(t testing.TB, w spec.Engine, name string) bool {
	t.Helper()
	return ok(t, w, spec.Operation{Op: spec.OpChanged, On: name}).Bool
}
