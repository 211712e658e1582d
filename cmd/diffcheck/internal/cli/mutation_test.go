package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/cmd/diffcheck/internal/planted"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/mutation"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestMutationListsMutantsAndRefusesNonsense(t *testing.T) {
	code, out, errors := outside("mutation", "--list", "--root", repositoryRoot, "-run", "change/defer.go.*remove-statement")
	require.Equal(t, console.ExitOK, code, errors)
	require.Contains(t, out, "fast/internal/change/defer.go:")
	require.NotContains(t, out, "conditionals-negation")
	for _, wrong := range [][]string{
		{"--sample", "-1"},
		{"--resume"},
		{"--again"},
		{"-run", "("},
		{"--operator", "("},
		{"--root", t.TempDir()},
		{"--resume", "--results", filepath.Join(repositoryRoot, "go.mod")},
	} {
		code, _, _ := outside(append([]string{"mutation"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}

// What a worker runs must be right without a mutant, in this build as in an instrumented one.
func TestUnitsOfTheMutationRunAreRight(t *testing.T) {
	units, err := newBench().mutationUnits(2, 1)
	require.NoError(t, err)
	require.NotEmpty(t, units)
	names := map[string]bool{}
	for i, u := range units {
		require.False(t, names[u.Name], "%s stands twice", u.Name)
		names[u.Name] = true
		if testing.Short() && i%8 != 0 {
			continue
		}
		require.Empty(t, u.Run(), u.Name)
		require.Empty(t, u.Run(), u.Name)
	}
}

// With low limits both engines refuse the same, but for what takes the model too many steps.
func TestOnlyStepsAreCountedByEachEngineForItself(t *testing.T) {
	reference := engines.Model()
	usual := &recorded{known: &runner.Recording{}}
	low := &recorded{model: &reference, usual: usual}
	uneven := func(refused map[spec.OpKind]uint64) bool {
		t.Helper()
		is, err := low.isUneven(refused)
		require.NoError(t, err)
		return is
	}
	require.False(t, uneven(nil))
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpExplain: 2}))
	require.True(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 1}))
	steps := spec.Fail(spec.Exhaustedf("too many steps"))
	usual.known.Ops = []*spec.Operation{{Op: spec.OpQuery}, {Op: spec.OpQuery}, {Op: spec.OpIterate}}
	usual.known.Outcomes = []spec.Outcome{steps, {}, steps}
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 1, spec.OpIterate: 1}))
	require.True(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 2}), "one is of a low limit")
	low.model = nil
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 2}))
}

// What a scenario says itself notices a broken engine, also where no other engine is asked, and is counted.
func TestExpectationsOfScenariosKillMutants(t *testing.T) {
	b := newBench()
	all, err := scenario.Load(b.features)
	require.NoError(t, err)
	forgetful := named("fast", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			out.Rows = nil
		}
	})
	by := ""
	for _, s := range all {
		require.Empty(t, statedUnit(s, engines.Fast()).Run(), s.Key())
		if u := statedUnit(s, forgetful); u.Run() != "" {
			by = u.Name + ": " + u.Run()
		}
	}
	require.Contains(t, by, planted.AsStated+": line ")
}

func TestResultsAreStored(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	none, err := console.ReadResults[mutation.Result](name)
	require.NoError(t, err)
	require.Empty(t, none)
	want := []mutation.Result{
		{Point: mutation.Point{ID: 3, File: "a.go", Line: 2, Operator: mutation.Removal}, Status: mutation.Killed, By: "x"},
		{Point: mutation.Point{ID: 1, File: "b.go", Line: 1, Operator: mutation.Boundary}, Status: mutation.NotCovered},
	}
	for i := range want {
		require.NoError(t, console.AppendResult(name, &want[i]))
	}
	got, err := console.ReadResults[mutation.Result](name)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.NoError(t, os.WriteFile(name, []byte("{}\n{\n"), 0o644))
	_, err = console.ReadResults[mutation.Result](name)
	require.ErrorContains(t, err, "line 2")
}

// An engine that refuses less than its limits ask for is noticed, although a comparison passes over what one engine alone finds too much.
func TestLowLimitsKillMutants(t *testing.T) {
	b := newBench()
	reference, limited := engines.Limited(spec.Limits{Elements: 1})
	trace := spec.NewTrace(spec.Flecs3().Name)
	for _, op := range []spec.Operation{
		{Op: spec.OpEntity, Entity: "A"},
		{Op: spec.OpEntity, Entity: "e", IDs: []spec.ID{spec.Single("A")}},
		{Op: spec.OpQuery, Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("A")}}}},
	} {
		trace.Entries = append(trace.Entries, spec.Entry{Op: op})
	}
	w := &mutationWorkload{}
	usual := &recorded{trace: func() *spec.Trace { return trace }}
	w.add("trace", &recorded{trace: usual.trace, model: &reference, usual: usual}, limited, b.engines[1])
	require.Empty(t, w.units[0].Run())
	require.Contains(t, w.units[1].Run(), "too much")
}
