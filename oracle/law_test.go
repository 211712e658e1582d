package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Each law finds an engine that contradicts itself in its way, although every answer to the trace itself is right.
func TestLawsFindContradictions(t *testing.T) {
	variable := spec.Term{First: spec.EntityRef("R"), Second: spec.VarRef("x")}
	tr := trace(
		entity("R"), entity("T"), entity("b"), entity("a", spec.Pair("R", "b")), add("a", "T"),
		query(terms(tag("T"), variable)),
		query(terms(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{tag("T"), tag("b")}})),
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: "Transitive( IsA )"}},
	)
	drop := func(when func(op *spec.Operation) bool) oracle.Implementation {
		return faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
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
	faults := map[string]oracle.Implementation{
		"split":           drop(func(op *spec.Operation) bool { return len(op.Query.Terms) == 3 && last(op).Oper == spec.And }),
		"preset":          drop(func(op *spec.Operation) bool { return op.Vars["x"] == "b" }),
		"double negation": drop(func(op *spec.Operation) bool { return last(op).Kind == spec.TermScope }),
		"permutation": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 2 && op.Query.Terms[0].Second.Kind == spec.RefVariable
		}),
		"alternatives": drop(func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 1 && op.Query.Terms[0].Kind == spec.TermMatch
		}),
		"variables": drop(func(op *spec.Operation) bool { return len(op.Query.Terms) == 2 && last(op).Second.Name == "v001" }),
		"print":     drop(func(op *spec.Operation) bool { return op.Query.Expr == "Transitive(IsA)" }),
	}
	for _, l := range oracle.Laws() {
		t.Run(l.Name, func(t *testing.T) {
			engine := faults[l.Name]
			require.Empty(t, run(t, tr, engine, oracle.RunOptions{}).Divergences)
			d := run(t, tr, engine, oracle.RunOptions{Laws: []*oracle.Law{l}}).Divergences
			require.Len(t, d, 1)
			require.Equal(t, l.Name, d[0].Law)
			require.Equal(t, oracle.DiffLaw, d[0].Difference.Kind)
			require.NotEmpty(t, l.Says)
		})
	}
}

func TestALawIsCheckedOnTheReferenceToo(t *testing.T) {
	broken := faulty("model", func(op *spec.Operation, out *spec.Outcome) {
		if len(op.Vars) > 0 {
			out.Rows = nil
		}
	})
	tr := trace(entity("T"), add("T", "T"), query(terms(tag("T"))))
	res, err := oracle.Run(tr, broken, nil, oracle.RunOptions{Laws: oracle.Laws()})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	require.Equal(t, "model [law: preset]", res.Divergences[0].Label())
}

// Laws leave alone what they do not hold for.
func TestLawsDoNotApply(t *testing.T) {
	conditional := spec.Term{Oper: spec.Optional, First: spec.EntityRef("R"), Second: spec.VarRef("x")}
	cut := query(terms(tag("T")))
	cut.Limit = 1
	cases := map[string]spec.Operation{
		"an empty query":          query(terms()),
		"a cut answer":            cut,
		"a query without $this":   query(terms(spec.Term{First: spec.EntityRef("T"), Src: spec.EntityRef("T")})),
		"a conditional variable":  query(terms(conditional)),
		"a query that is refused": query(terms(tag("nobody"))),
		"$this in one alternative": query(terms(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{
			{First: spec.EntityRef("R"), Second: spec.EntityRef("T"), Src: spec.EntityRef("a")},
			{First: spec.EntityRef("R"), Second: spec.VarRef(spec.This), Src: spec.EntityRef("a")},
		}})),
	}
	for name, q := range cases {
		t.Run(name, func(t *testing.T) {
			res := run(t, trace(entity("R"), entity("T"), entity("a", spec.Pair("R", "T")), q), sound("engine"), oracle.RunOptions{Laws: oracle.Laws()})
			require.Empty(t, res.Divergences)
			if name != "a conditional variable" && name != "$this in one alternative" {
				require.Zero(t, res.Counts.Applied["split"]+res.Counts.Applied["preset"])
			}
			require.Zero(t, res.Counts.Applied["alternatives"])
		})
	}
}
