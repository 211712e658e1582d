package compare_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// answering is an engine with a fixed answer to one kind of operation.
func answering(op spec.OpKind, answer spec.Outcome) runner.Implementation {
	return oracletest.NewMutant("engine", func(asked *spec.Operation, out *spec.Outcome) {
		if asked.Op == op {
			kind := out.Kind
			if *out = answer; answer.Err == nil {
				out.Kind = kind
			}
		}
	})
}

func path(steps ...spec.Handle) spec.Outcome {
	return spec.Outcome{Kind: spec.OutPath, Entities: steps}
}

// declared.value: any of several targets may be the first, also at each step of a walk.
func TestAnyTargetMayBeTheFirst(t *testing.T) {
	edge := func(target string) spec.Outcome {
		return spec.Outcome{Kind: spec.OutValue, Value: spec.RawValue{"target": target}.Untyped()}
	}
	set := func(e, target spec.Handle) spec.Operation {
		return spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair("R", target)}
	}
	relation := spec.Operation{Op: spec.OpRelationship, Entity: "R", Declared: spec.Declaration{ReverseIndex: true}}
	// s has edges to b and a, a to c, and c to d; x and y form a cycle, and x has an edge to d.
	declared := []spec.Operation{
		relation, build.Entity("a"), build.Entity("b"), build.Entity("c"), build.Entity("d"), build.Entity("s"),
		build.Entity("x"), build.Entity("y"),
		set("s", "b"), set("s", "a"), set("a", "c"), set("c", "d"), set("x", "y"), set("y", "x"), set("x", "d"),
	}
	plain := []spec.Operation{
		build.Named("R"), build.Named("a"), build.Named("b"), build.Named("c"), build.Named("s"), build.Named("base"),
		build.Add("s", "R", "a"), build.Add("s", "R", "b"), build.Add("b", "R", "c"), build.Add("base", "R", "c"),
		build.Add("s", spec.IsA, "base"),
	}
	walk := func(e spec.Handle, most, take int) spec.Operation {
		return spec.Operation{Op: spec.OpWalkUp, Entity: e, Relationship: "R", MaxDepth: most, Take: take}
	}
	target := spec.Operation{Op: spec.OpTarget, Entity: "s", Relationship: "R"}
	get := func(id spec.ID) spec.Operation { return spec.Operation{Op: spec.OpGet, Entity: "s", ID: id} }
	cases := []struct {
		name     string
		profile  string
		world    []spec.Operation
		question spec.Operation
		answer   spec.Outcome
		right    bool
	}{
		{"a target", "tecs", declared, target, spec.EntityOutcome("a"), true},
		{"another target", "tecs", declared, target, spec.EntityOutcome("b"), true},
		{"no target of it", "tecs", declared, target, spec.EntityOutcome("c"), false},
		{"nothing", "tecs", declared, target, spec.EntityOutcome(""), false},
		{"an edge", "tecs", declared, get(spec.Single("R")), edge("a"), true},
		{"another edge", "tecs", declared, get(spec.Single("R")), edge("b"), true},
		{"another edge, by a wildcard", "tecs", declared, get(spec.Pair("R", spec.Wildcard)), edge("a"), true},
		{"an edge that does not exist", "tecs", declared, get(spec.Single("R")), edge("c"), false},
		{"no edge", "tecs", declared, get(spec.Single("R")), spec.Outcome{Kind: spec.OutValue}, false},
		{"the edge to another target than requested", "tecs", declared, get(spec.Pair("R", "b")), edge("a"), false},
		{"a walk", "tecs", declared, walk("s", 0, 0), path("b"), true},
		{"another walk", "tecs", declared, walk("s", 0, 0), path("a", "c", "d"), true},
		{"a walk that ends too early", "tecs", declared, walk("s", 0, 0), path("a", "c"), false},
		{"a walk that the caller stops", "tecs", declared, walk("s", 0, 2), path("a", "c"), true},
		{"a walk that is too long", "tecs", declared, walk("s", 0, 2), path("a", "c", "d"), false},
		{"a walk that jumps", "tecs", declared, walk("s", 0, 0), path("b", "c", "d"), false},
		{"a walk too far", "tecs", declared, walk("s", 2, 0), build.Fail(spec.CodeLimit), true},
		{"no walk exceeds the limit", "tecs", declared, walk("s", 3, 0), build.Fail(spec.CodeLimit), false},
		{"a walk longer than the limit", "tecs", declared, walk("s", 2, 0), path("a", "c", "d"), false},
		{"a walk out of a cycle", "tecs", declared, walk("x", 0, 0), path("d"), true},
		{"a walk that does not leave a cycle", "tecs", declared, walk("x", 0, 0), build.Fail(spec.CodeLimit), true},
		{"a walk that stops in a cycle", "tecs", declared, walk("x", 0, 0), path("y"), false},
		{"a walk that skips a step", "tecs", declared, walk("a", 0, 0), path("d"), false},
		{"flecs: a target", "flecs-3", plain, target, spec.EntityOutcome("b"), true},
		{"flecs: an inherited target", "flecs-3", plain, target, spec.EntityOutcome("c"), true},
		{"flecs: a walk", "flecs-3", plain, walk("s", 0, 0), path("b", "c"), true},
		{"flecs: a walk over an inherited target", "flecs-3", plain, walk("s", 0, 0), path("c"), false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tr := spec.NewTrace(c.profile, append(append([]spec.Operation(nil), c.world...), c.question)...)
			im := answering(c.question.Op, c.answer)
			im.Foreign = true
			found := oracletest.Run(t, tr, im, runner.Options{}).Divergences
			require.Equal(t, c.right, len(found) == 0, "%v", found)
			exact := oracletest.Run(t, tr, answering(c.question.Op, c.answer), runner.Options{}).Divergences
			if !c.right {
				require.NotEmpty(t, exact)
			}
		})
	}
}
