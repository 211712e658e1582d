package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutation"
)

func mutantResultOf(id uint16, file string, op mutation.Operator, status mutation.Status) mutation.Result {
	return mutation.Result{
		Point: mutation.Point{
			ID: id, File: file, Line: int(id), Column: 1, Function: "f", Operator: op,
			Change: "a < b => <=",
		},
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
		File: "a.go", Function: "f", Operator: mutation.Boundary, Change: "a < b => <=", Class: mutation.Equal,
		Why: "they never are",
	}}
	r := newMutationReport(out, explained)
	require.False(t, r.OK)
	require.Equal(t, 1, r.All.Explained)
	require.InDelta(t, 1.0/3, r.All.Score, 1e-9)
	require.InDelta(t, 0.061, r.All.Low, 1e-3)
	require.InDelta(t, 0.792, r.All.High, 1e-3)
	var shown strings.Builder
	r.Text(&shown)
	text := shown.String()
	require.Contains(t, text, "equal: they never are")
	require.Contains(t, text, "b.go:3:1 conditionals-boundary (f): a < b => <=\n            UNEXPLAINED")
	require.Contains(t, text, "mutants       10, of which 4 were drawn and 4 tried")
	require.Contains(t, text, "not run       TestB")
	require.Contains(t, r.Markdown(), "| b.go f, conditionals-negation, not covered | `a < b => <=` | **not explained** |")

	out.Drawn, out.Results = 2, out.Results[:2]
	require.True(t, newMutationReport(out, explained).OK)
	out.Drawn = 3
	require.False(t, newMutationReport(out, explained).OK, "one was not tried")
	require.False(t, newMutationReport(&mutation.Outcome{}, nil).OK, "nothing was tried")
}

func TestMutantsThatScenariosKillAreCounted(t *testing.T) {
	killed, other := mutantResultOf(1, "a.go", mutation.Boundary, mutation.Killed),
		mutantResultOf(2, "a.go", mutation.Boundary, mutation.Killed)
	killed.By, other.By = "tags, a scenario"+asStated+": line 3: no rows", "tags, a scenario: line 3"
	out := &mutation.Outcome{Points: make([]mutation.Point, 2), Drawn: 2, Results: []mutation.Result{killed, other}}
	require.Contains(t, newMutationReport(out, nil).summary(), "1 of those killed by what scenarios state themselves")
}
