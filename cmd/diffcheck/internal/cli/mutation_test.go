package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/mutation"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func mutantResultOf(id uint16, file string, op mutation.Operator, status mutation.Status) mutation.Result {
	return mutation.Result{
		Point:  mutation.Point{ID: id, File: file, Line: int(id), Column: 1, Function: "f", Operator: op, Change: "a < b => <="},
		Status: status,
	}
}

func TestMutationReportCountsWhatNothingNotices(t *testing.T) {
	out := &mutation.Outcome{
		Points: make([]mutation.Point, 10), Drawn: 4, Units: 3, Tests: 2, Broken: []string{"TestB"},
		Results: []mutation.Result{
			mutantResultOf(1, "a.go", mutation.Boundary, mutation.Killed),
			mutantResultOf(2, "a.go", mutation.Boundary, mutation.Survived),
			mutantResultOf(3, "b.go", mutation.Boundary, mutation.Survived),
			mutantResultOf(4, "b.go", mutation.Negation, mutation.NotCovered),
		},
	}
	explained := []mutation.Explanation{{
		File: "a.go", Function: "f", Operator: mutation.Boundary, Change: "a < b => <=", Class: mutation.Equal, Why: "they never are",
	}}
	r := newMutationReport(out, explained)
	require.False(t, r.OK)
	require.Equal(t, 1, r.All.Explained)
	require.InDelta(t, 1.0/3, r.All.Score, 1e-9)
	require.InDelta(t, 0.061, r.All.Low, 1e-3)
	require.InDelta(t, 0.792, r.All.High, 1e-3)
	var shown strings.Builder
	r.text(&shown)
	text := shown.String()
	require.Contains(t, text, "equal: they never are")
	require.Contains(t, text, "b.go:3:1 conditionals-boundary (f): a < b => <=\n            UNEXPLAINED")
	require.Contains(t, text, "mutants       10, of which 4 were drawn and 4 tried")
	require.Contains(t, text, "not run       TestB")
	require.Contains(t, r.markdown(), "| b.go f, conditionals-negation, not covered | `a < b => <=` | **not explained** |")
	require.Contains(t, r.markdown(), "| a.go | 2 | 1 | 1 | 0 | 1 |")

	out.Drawn, out.Results = 2, out.Results[:2]
	require.True(t, newMutationReport(out, explained).OK)
	out.Drawn = 3
	require.False(t, newMutationReport(out, explained).OK, "one was not tried")
	require.False(t, newMutationReport(&mutation.Outcome{}, nil).OK, "nothing was tried")
}

func TestMutationListsMutantsAndRefusesNonsense(t *testing.T) {
	code, out, errors := outside("mutation", "--list", "--root", repositoryRoot, "-run", "change/defer.go.*remove-statement")
	require.Equal(t, exitOK, code, errors)
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
		require.Equal(t, exitBroken, code, wrong)
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
	require.Contains(t, by, "as stated: line ")
	killed := mutantResultOf(1, "a.go", mutation.Boundary, mutation.Killed)
	killed.By = by
	r := newMutationReport(&mutation.Outcome{Points: make([]mutation.Point, 1), Drawn: 1, Results: []mutation.Result{killed}}, nil)
	require.Equal(t, 1, r.Stated)
	require.Contains(t, r.summary(), "1 of those killed by what scenarios state themselves")
}

func TestResultsAreStored(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	none, err := readResults[mutation.Result](name)
	require.NoError(t, err)
	require.Empty(t, none)
	want := []mutation.Result{
		{Point: mutation.Point{ID: 3, File: "a.go", Line: 2, Operator: mutation.Removal}, Status: mutation.Killed, By: "x"},
		{Point: mutation.Point{ID: 1, File: "b.go", Line: 1, Operator: mutation.Boundary}, Status: mutation.NotCovered},
	}
	for i := range want {
		require.NoError(t, appendResult(name, &want[i]))
	}
	got, err := readResults[mutation.Result](name)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.NoError(t, os.WriteFile(name, []byte("{}\n{\n"), 0o644))
	_, err = readResults[mutation.Result](name)
	require.ErrorContains(t, err, "line 2")
}
