package campaign_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/spec"
)

// saved returns the names of the entries of a folder.
func saved(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// everyTrace generates the same trace for all seeds, except that the number of note operations in
// it depends on the seed.
func everyTrace(t *spec.Trace, notes uint64) func(uint64, spec.Profile) *spec.Trace {
	return func(seed uint64, p spec.Profile) *spec.Trace {
		ops := t.Operations()
		last := len(ops) - 1
		more := ops[:last:last]
		for range seed % (notes + 1) {
			more = append(more, spec.Operation{Op: spec.OpNote, Text: "n"})
		}
		return spec.NewTrace(p.Name, append(more, ops[last])...)
	}
}

// Workers whose traces reduce to the same finding do not remove each other's folders.
func TestWorkersWithTheSameFindingSaveIt(t *testing.T) {
	o := options(oracletest.LosesWildcardPairs())
	o.Generate = everyTrace(build.Small(), 3) // the shortest trace is already reduced
	o.Profiles, o.Workers, o.Traces, o.Findings = []spec.Profile{spec.Flecs3()}, 24, 24, 1000
	o.Save = t.TempDir()
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	f := r.Findings[0]
	require.EqualValues(t, 23, f.Repeats)
	require.Equal(t, []string{f.Reduced.Hash()}, saved(t, o.Save))
	require.ElementsMatch(t, []string{"finding_test.go", "report.txt", "scenario.feature", "trace.jsonl"},
		saved(t, filepath.Join(o.Save, f.Reduced.Hash())))
	require.Less(t, len(f.Reduced.Trace.Entries), len(f.Trace.Entries))
	require.NotEmpty(t, f.Reduced.Why)
}

// A trace that hangs is cut after the hanging operation. It is not reduced, because each try would hang, too.
func TestATraceThatHangsIsNotReduced(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	var asked atomic.Int64
	o := options(oracletest.NewMutant("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpQuery {
			asked.Add(1)
			<-release
		}
	}))
	o.Generate = everyTrace(build.Small(), 0)
	o.Profiles, o.Workers, o.Traces, o.TraceTimeout, o.Save = []spec.Profile{spec.Flecs3()}, 1, 1, time.Second,
		t.TempDir()
	o.Page = func(finding.Data) ([]byte, error) { return nil, nil }
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	require.EqualValues(t, 1, asked.Load())
	f := r.Findings[0].Reduced
	require.Len(t, f.Trace.Entries, 6, "the trace ends with the first query")
	at := filepath.Join(o.Save, f.Hash())
	require.Equal(t, []string{f.Hash()}, saved(t, o.Save), "the reduced trace replaces the original one")
	require.ElementsMatch(t, []string{"finding_test.go", "report.txt", "trace.jsonl"}, saved(t, at))
	report, err := os.ReadFile(filepath.Join(at, "report.txt"))
	require.NoError(t, err)
	require.Contains(t, string(report), "not reduced")
}

// A fault that occurs once is an intermittent finding with the original trace.
func TestADivergenceThatOccursOnceIsIntermittent(t *testing.T) {
	var once atomic.Bool
	o := options(oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && once.CompareAndSwap(false, true) {
			*out = build.Fail(spec.CodeLimit)
		}
	}))
	o.Save = t.TempDir()
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	f := r.Findings[0]
	require.Equal(t, f.Trace, f.Reduced.Trace)
	require.Equal(t, 1, f.Reduced.Shown)
	require.Equal(t, 1+2*finding.Confirmations, f.Reduced.Runs)
	require.Equal(t, []string{f.Reduced.Hash()}, saved(t, o.Save))
}

// A resumed campaign has the reduced findings of the earlier one, and saves them again if they were
// deleted.
func TestAResumedCampaignKeepsItsFindings(t *testing.T) {
	o := options(oracletest.LosesWildcardPairs())
	o.Generate, o.Keep, o.AsFound = everyTrace(build.Small(), 3), t.TempDir(), true
	o.Profiles, o.Traces = []spec.Profile{spec.Flecs3()}, 1
	first := runCampaign(t, o)
	require.Len(t, first.Findings, 1)
	require.Contains(t, strings.Join(first.Findings[0].Reduced.Why, " "), "reducing is turned off")
	require.Len(t, saved(t, o.Keep), 3, "its progress, its findings and a lock")

	o.Resume, o.AsFound, o.Save = true, false, t.TempDir()
	var reports []*campaign.Report
	for range 2 {
		reports = append(reports, runCampaign(t, o))
		f := reports[len(reports)-1].Findings[0]
		require.NotNil(t, f.Reduced)
		require.Equal(t, []string{f.Reduced.Hash()}, saved(t, o.Save))
	}
	require.Equal(t, reports[0].Findings[0].Reduced.Hash(), reports[1].Findings[0].Reduced.Hash())
}
