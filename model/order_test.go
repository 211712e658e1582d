package model_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// depths returns the dataset of the manual: Depth on three tables (QRY-535).
func depths(t testing.TB, p spec.Profile) *model.World {
	t.Helper()
	w := model.New(p)
	ok(t, w, spec.Operation{
		Op: spec.OpComponent, Entity: "Depth",
		Members: []spec.Member{{Name: "value", Type: spec.I32}},
	})
	for _, h := range []spec.Handle{"Velocity", "Mass"} {
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: h})
	}
	for n, v := range []int{1, 3, 4, 5, 7, 8, 10, 11} {
		e := spec.Handle(fmt.Sprintf("E%d", n+1))
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: e})
		set(t, w, e, "Depth", spec.RawValue{"value": v})
	}
	for e, tag := range map[spec.Handle]spec.Handle{"E4": "Velocity", "E5": "Velocity", "E6": "Mass"} {
		ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Single(tag)})
	}
	return w
}

// ask formats rows as "this block/batch", with the group if there is one.
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

func TestSortedRowsComeInSlicesOfTables(t *testing.T) { // QRY-535, QRY-536, QRY-538
	w := depths(t, spec.Flecs3())
	q := cached("Depth")
	q.OrderBy = &spec.OrderBy{Component: "Depth"}
	require.Equal(t, []string{"E1 0/0", "E2 1/0", "E3 2/0", "E4 3/1", "E5 4/1", "E6 5/2", "E7 6/3", "E8 7/3"},
		ask(t, w, q, spec.Operation{}))
	set(t, w, "E2", "Depth", spec.RawValue{"value": 11})
	q.OrderBy.Desc = true
	require.Equal(t, []string{"E2 0/0", "E8 0/0", "E7 1/0", "E6 2/1", "E5 3/2", "E4 4/2", "E3 5/3", "E1 6/3"},
		ask(t, w, q, spec.Operation{}))
	q.OrderBy.Component = ""
	require.Equal(t, []string{"E8 0/0", "E7 1/0"}, ask(t, w, q, spec.Operation{Limit: 2}))
}

func TestTheKeyIsAComponentThatATermMatches(t *testing.T) { // order.key
	w := depths(t, spec.Flecs3())
	sorted := func(key spec.Handle, terms ...string) spec.Operation {
		q := cached(terms...)
		q.OrderBy = &spec.OrderBy{Component: key}
		return spec.Operation{Op: spec.OpQuery, Query: &q}
	}
	refused(t, w, sorted("Depth", "Velocity"), spec.CodeInvalid)
	refused(t, w, sorted("Velocity", "Velocity"), spec.CodeInvalid)
	refused(t, w, sorted("Nothing", "Depth"), spec.CodeUnresolved)
	optional, fixed, rule := sorted("Depth", "Depth"), sorted("", "Depth"), sorted("Depth", "Depth")
	optional.Query.Terms[0].Oper = spec.Optional
	refused(t, w, optional, spec.CodeInvalid)
	fixed.Query.Terms[0].Src = spec.EntityRef("E1")
	refused(t, w, fixed, spec.CodeInvalid)
	rule.Query.Kind = spec.KindRule
	refused(t, w, rule, spec.CodeUnsupported)
}

func TestGroupsAscendAndAreSortedInside(t *testing.T) { // QRY-565, QRY-574, QRY-578, order.groups
	w := world(t, spec.Flecs3(), "Region", "R1", "R2", "a Unit", "b Unit", "b (Region, R2)", "c Unit", "c (Region, R2)",
		"c (Region, R1)", "d Unit", "d (Region, R2)")
	q := cached("Unit")
	q.GroupBy = "Region"
	require.Equal(t, []string{"a 0/0 ", "c 1/1 R1", "b 2/2 R2", "d 2/2 R2"}, ask(t, w, q, spec.Operation{}))
	q.OrderBy = &spec.OrderBy{Desc: true}
	require.Equal(t, []string{"a 0/0 ", "c 1/1 R1", "d 2/2 R2", "b 3/2 R2"}, ask(t, w, q, spec.Operation{}))
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "q", Query: &q})
	group := func(h spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpIterate, On: "q", Group: &h} }
	require.Len(t, ok(t, w, group("R2")).Rows, 2)
	require.Len(t, ok(t, w, group("")).Rows, 1)
	refused(t, w, group("nobody"), spec.CodeUnresolved)
	ok(t, w, spec.Operation{Op: spec.OpDelete, Entity: "R2"})
	require.Empty(t, ok(t, w, group("R2")).Rows)
	plain := cached("Unit")
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "p", Query: &plain})
	refused(t, w, spec.Operation{Op: spec.OpIterate, On: "p", Group: new(spec.Handle)}, spec.CodeInvalid)
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
