package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// ask runs a query and formats rows as "this block/batch", with the group if there is one.
func ask(t testing.TB, w spec.Engine, q spec.Query, op spec.Operation) (out []string) {
	t.Helper()
	op.Op, op.Query, op.Batches = spec.OpQuery, &q, true
	for _, r := range ok(t, w, op).Rows {
		line := fmt.Sprintf("%s %d/%d", r.This, r.Block, r.Batch)
		if r.Group != nil {
			line += " " + string(*r.Group)
		}
		out = append(out, line)
	}
	return out
}

func cached(terms ...string) spec.Query {
	q := spec.Query{Kind: spec.KindCached}
	for _, h := range terms {
		q.Terms = append(q.Terms, spec.Term{First: spec.EntityRef(spec.Handle(h))})
	}
	return q
}

func refused(t testing.TB, w spec.Engine, op spec.Operation, code spec.ErrorCode) {
	t.Helper()
	out := w.Apply(op)
	require.NotNil(t, out.Err)
	require.Equal(t, code, out.Err.Code, out.Err.Message)
}

func TestCascadeAscendsByTheLongestPath(t *testing.T) { // QRY-563, order.cascade
	w := world(t, spec.Flecs3(), "R Transitive", "top T", "mid T", "mid (R, top)", "low T", "low (R, top)",
		"low (R, mid)", "x T", "x (R, y)", "y (R, x)", "y T")
	text := func(expr string) spec.Query { return spec.Query{Expr: expr, Kind: spec.KindCached} }
	require.Equal(t, []string{"mid 0/0", "low 1/1", "x 2/2", "y 2/3"},
		ask(t, w, text("T(cascade(R))"), spec.Operation{}))
	require.Equal(t, []string{"low 0/0", "mid 1/1", "x 2/2", "y 2/3"},
		ask(t, w, text("T(cascade(R)|desc)"), spec.Operation{}))
	grouped := text("T(cascade(R))")
	grouped.GroupBy = "R"
	for _, q := range []spec.Query{
		grouped, text("T(cascade(R)), T(cascade(IsA))"), text("T(mid:cascade(R))"),
		text("T(self|desc)"),
	} {
		refused(t, w, spec.Operation{Op: spec.OpQuery, Query: &q}, spec.CodeInvalid)
	}
}
