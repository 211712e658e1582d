package variant_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

func declaredTrace(ops ...spec.Operation) *spec.Trace {
	world := []spec.Operation{
		{Op: spec.OpRelationship, Entity: "L", Declared: spec.Declaration{Sparse: true}},
		{Op: spec.OpRelationship, Entity: "D"},
		build.Entity("a"), build.Entity("b"), build.Entity("c"),
	}
	return spec.NewTrace("tecs", append(world, ops...)...)
}

func edge(e, r, target spec.Handle) spec.Operation {
	return spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair(r, target)}
}

func die(e spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpDelete, Entity: e} }

func TestVariantsOfEdgesRewriteTraces(t *testing.T) {
	aimed := build.Query(build.Terms(spec.Term{First: spec.EntityRef("D"), Second: spec.EntityRef("b")}))
	stored := rewritten(t, "stored", declaredTrace(edge("a", "D", "b"), aimed, spec.Operation{Op: spec.OpTables}))
	require.Contains(t, stored, "  relationship L\n  relationship D sparse\n")
	require.Contains(t, stored, "+ query")
	require.Contains(t, stored, "+ tables")
	require.Contains(t, rewritten(t, "swapped", declaredTrace(edge("a", "L", "b"), edge("b", "L", "c"))),
		"+ set b (L, c)\n+ set a (L, b)")
	require.Contains(t, rewritten(t, "swapped", declaredTrace(die("a"), die("b"))), "+ delete b\n+ delete a")
	require.Empty(t, rewritten(t, "swapped", declaredTrace(edge("a", "L", "b"), edge("a", "L", "c"))),
		"an exclusive relationship keeps only the last edge")
	require.Empty(t, rewritten(t, "stored", build.Trace(build.Entity("a"))), "other profiles have no declarations")
}

// Each variant detects an engine that is wrong only for operations in the form that the variant
// produces.
func TestVariantsOfEdgesFindBugsThatOnlyTheyShow(t *testing.T) {
	last := spec.Handle("")
	mutants := map[string]func(*spec.Operation, *spec.Outcome){
		"stored": func() func(*spec.Operation, *spec.Outcome) { // an engine that drops sparse edges of D
			sparse := false
			return func(op *spec.Operation, out *spec.Outcome) {
				sparse = sparse || op.Op == spec.OpRelationship && op.Entity == "D" && op.Declared.Sparse
				if sparse && op.Op == spec.OpTargets {
					out.Entities = nil
				}
			}
		}(),
		"swapped": func(op *spec.Operation, out *spec.Outcome) { // an engine that refuses to delete b before a
			if op.Op == spec.OpDelete {
				if op.Entity == "b" && last == "" {
					*out = spec.Fail(spec.Errorf(spec.CodeInvalid, "too early"))
				}
				last = op.Entity
			}
			if op.Op == spec.OpReset {
				last = ""
			}
		},
	}
	tr := declaredTrace(edge("a", "D", "b"), spec.Operation{Op: spec.OpTargets, Entity: "a", Relationship: "D"},
		die("a"), die("b"))
	for _, v := range variant.All() {
		if v.Needs == nil || v.Needs(new(spec.Flecs3Beta())) {
			continue
		}
		require.Contains(t, mutants, v.Name)
		t.Run(v.Name, func(t *testing.T) {
			last = ""
			engine := oracletest.NewMutant("engine", mutants[v.Name])
			if v.Name == "swapped" {
				require.Empty(t, oracletest.Run(t, tr, engine, runner.Options{}).Divergences,
					"sound when asked plainly")
				last = ""
			}
			d := oracletest.Run(t, tr, engine.With(v), runner.Options{}).Divergences
			require.Len(t, d, 1)
			require.Equal(t, v.Name, d[0].Variant)
		})
	}
}
