package law_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// Each law detects an engine that violates it, even though every answer to the trace itself is
// right.
func TestLawsFindContradictions(t *testing.T) {
	variable := spec.Term{First: spec.EntityRef("R"), Second: spec.VarRef("x")}
	tr := build.Trace(
		build.Entity("R"), build.Entity("T"), build.Entity("b"), build.Entity("a", spec.Pair("R", "b")),
		build.Add("a", "T"),
		build.Query(build.Terms(build.Tag("T"), variable)),
		build.Query(build.Terms(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{build.Tag("T"), build.Tag("b")}})),
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: "Transitive( IsA )"}},
	)
	drop := func(when func(op *spec.Operation) bool) runner.Implementation {
		return oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
			if op.Query != nil && when(op) {
				out.Rows = nil
			}
		})
	}
	last := func(op *spec.Operation) spec.Term {
		if n := len(op.Query.Terms); n > 0 {
			return op.Query.Terms[n-1]
		}
		return spec.Term{}
	}
	mutants := map[string]runner.Implementation{
		"split": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 3 && last(op).Oper == spec.And
		}),
		"preset":          drop(func(op *spec.Operation) bool { return op.Vars["x"] == "b" }),
		"double negation": drop(func(op *spec.Operation) bool { return last(op).Kind == spec.TermScope }),
		"permutation": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 2 && op.Query.Terms[0].Second.Kind == spec.RefVariable
		}),
		"alternatives": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 1 && op.Query.Terms[0].Kind == spec.TermMatch
		}),
		"variables": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 2 && last(op).Second.Name == "v001"
		}),
		"print": drop(func(op *spec.Operation) bool { return op.Query.Expr == "Transitive(IsA)" }),
		"owned": oracletest.NewMutant("engine",
			func(op *spec.Operation, out *spec.Outcome) { out.Bool = out.Bool && op.Op != spec.OpOwns }),
	}
	for _, l := range law.All() {
		if flecs4 := spec.Flecs4(); l.Needs != nil && !l.Needs(&flecs4) {
			continue // TestLawsOfEdgesFindContradictions tests it
		}
		t.Run(l.Name, func(t *testing.T) {
			engine := mutants[l.Name]
			require.Empty(t, oracletest.Run(t, tr, engine, runner.Options{}).Divergences)
			d := oracletest.Run(t, tr, engine, runner.Options{Laws: []*law.Law{l}}).Divergences
			require.Len(t, d, 1)
			require.Equal(t, l.Name, d[0].Law)
			require.Equal(t, compare.DiffLaw, d[0].Difference.Kind)
			require.NotEmpty(t, l.Summary)
		})
	}
}

func TestALawIsCheckedOnTheReferenceToo(t *testing.T) {
	broken := oracletest.NewMutant("model", func(op *spec.Operation, out *spec.Outcome) {
		if len(op.Vars) > 0 {
			out.Rows = nil
		}
	})
	tr := build.Trace(build.Entity("T"), build.Add("T", "T"), build.Query(build.Terms(build.Tag("T"))))
	res, err := runner.Run(tr, broken, nil, runner.Options{Laws: law.All()})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	require.Equal(t, "model [law: preset]", res.Divergences[0].Label())
}

// Laws skip queries for which they do not hold.
func TestLawsDoNotApply(t *testing.T) {
	conditional := spec.Term{Oper: spec.Optional, First: spec.EntityRef("R"), Second: spec.VarRef("x")}
	cut := build.Query(build.Terms(build.Tag("T")))
	cut.Limit = 1
	cases := map[string]spec.Operation{
		"an empty query": build.Query(build.Terms()),
		"a cut answer":   cut,
		"a query without $this": build.Query(build.Terms(spec.Term{
			First: spec.EntityRef("T"),
			Src:   spec.EntityRef("T"),
		})),
		"a conditional variable":  build.Query(build.Terms(conditional)),
		"a query that is refused": build.Query(build.Terms(build.Tag("nobody"))),
		"$this in one alternative": build.Query(build.Terms(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{
			{First: spec.EntityRef("R"), Second: spec.EntityRef("T"), Src: spec.EntityRef("a")},
			{First: spec.EntityRef("R"), Second: spec.VarRef(spec.This), Src: spec.EntityRef("a")},
		}})),
	}
	for name, q := range cases {
		t.Run(name, func(t *testing.T) {
			res := oracletest.Run(t, build.Trace(build.Entity("R"), build.Entity("T"),
				build.Entity("a", spec.Pair("R", "T")), q), oracletest.Sound("engine"), runner.Options{Laws: law.All()})
			require.Empty(t, res.Divergences)
			if name != "a conditional variable" && name != "$this in one alternative" {
				require.Zero(t, res.Counts.Applied["split"]+res.Counts.Applied["preset"])
			}
			require.Zero(t, res.Counts.Applied["alternatives"])
		})
	}
}
