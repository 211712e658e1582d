package suite

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestARightEnginePasses(t *testing.T) {
	report := runWith(t, nil, Options{Traces: 30, Seed: 2})
	total := report.Total()
	require.True(t, report.OK, report.Text())
	require.Zero(t, total.Count[Failed]+total.Count[KnownFails]+total.Count[NotRun])
	require.Greater(t, total.Count[Passed], 60, "scenarios must run on an engine without names and text")
	require.Greater(t, total.Count[Unsupported], 100)
	require.EqualValues(t, 30, report.Campaign.Traces)
	require.Greater(t, report.Campaign.Operations, uint64(500))
	require.Equal(t, 9, report.Declared)
}

// wrong is the report about an engine that forgets a row. Several tests read it; none may change
// it. Its findings are reduced as far as possible.
var wrong = sync.OnceValues(func() (*Report, error) {
	dir, err := os.MkdirTemp("", "wrong")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	report, err := Run(context.Background(), inProcess(fewCapabilities(), forgetsRow),
		Options{Traces: 20, Seed: 1, Save: dir, Workers: 1, Transcripts: 3, ReduceFor: -1})
	if err != nil {
		return nil, err
	}
	for _, f := range report.Findings {
		if f.Saved != filepath.Join(dir, f.Hash()) {
			return nil, fmt.Errorf("%s was saved in %s", f.Name, f.Saved)
		}
	}
	folders, err := os.ReadDir(dir)
	if err == nil && len(folders) != len(report.Findings) {
		err = fmt.Errorf("%d folders of %d findings: the unreduced files should be removed", len(folders),
			len(report.Findings))
	}
	return report, err
})

func TestAWrongEngineFails(t *testing.T) {
	oneWorker(t)
	report, err := wrong()
	require.NoError(t, err)
	require.False(t, report.OK)
	require.Greater(t, report.Total().Count[Failed], 5)
	require.NotEmpty(t, report.New())
	for _, f := range report.Findings {
		require.LessOrEqual(t, len(f.Trace.Entries), 8, f.Name)
	}
}

func TestErrorCodesMayDiffer(t *testing.T) {
	oneWorker(t)
	recode := func(_ *spec.Operation, out *spec.Outcome) {
		if out.Err != nil && out.Err.Code != spec.CodeUnsupported {
			out.Err = spec.Errorf(spec.CodeInvalid, "no")
		}
	}
	report := runWith(t, recode, Options{Traces: 10, Seed: 1})
	require.True(t, report.OK, report.Text())

	strict := InProcess(func(p spec.Profile) spec.Engine { return spoilt{model.New(p), recode} }, fewCapabilities(),
		true)
	report, err := Run(t.Context(), strict, Options{Workers: 1, Transcripts: -1, Keep: func(names ...string) bool {
		return strings.HasPrefix(names[0], "pairs-")
	}})
	require.NoError(t, err)
	require.False(t, report.OK)
}

func TestKeepSelectsCases(t *testing.T) {
	report := runWith(t, nil, Options{Keep: only("pairs-02 (flecs-3)")})
	total := report.Total()
	require.Equal(t, 1, total.Count[Passed])
	require.Equal(t, len(report.Cases)-1, total.Count[NotRun])
	require.True(t, report.OK)
}

func TestARunWithoutComparisonsFails(t *testing.T) {
	info := fewCapabilities()
	info.Capabilities = map[string][]spec.Capability{"world": {spec.CapExplain}}
	report, err := Run(t.Context(), inProcess(info, nil), Options{Workers: 1, Transcripts: 2})
	require.NoError(t, err)
	require.False(t, report.OK)
	require.Equal(t, []string{"nothing was compared: the engine supports none of the selected cases"}, report.Failures)
}

func TestACancelledContextEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report, err := Run(ctx, inProcess(fewCapabilities(), nil), Options{Workers: 1, Transcripts: 1, Duration: time.Hour})
	require.NoError(t, err)
	require.Equal(t, len(report.Cases), report.Total().Count[NotRun])
	require.Nil(t, report.Campaign)
}

func TestExtraTracesAlone(t *testing.T) {
	report := runWith(t, forgetsRow, Options{OwnTraces: []*spec.Trace{readTrace(t, fans)}, Traces: 10})
	require.Len(t, report.Cases, 1)
	require.Equal(t, Failed, report.Cases[0].Status)
	require.Len(t, report.Findings, 2)
	require.Nil(t, report.Campaign)
}

func TestCampaignsAreDeterministic(t *testing.T) {
	oneWorker(t)
	names := func() []string {
		var out []string
		for _, f := range runWith(t, forgetsRow, Options{Traces: 15, Seed: 9, Keep: only("none")}).Findings {
			out = append(out, f.Name)
		}
		return out
	}
	first := names()
	require.NotEmpty(t, first)
	require.Equal(t, first, names())
}

// If a process answers with garbage, that is a finding, and the process is restarted.
func TestAProcessIsRestarted(t *testing.T) {
	cleared := readTrace(t, `{"op":"entity","entity":"a"}
{"op":"clear","entity":"a"}
{"op":"alive","entity":"a"}
`)
	fine := readTrace(t, `{"op":"entity","entity":"a"}
{"op":"alive","entity":"a"}
`)
	report, err := Run(t.Context(), child("garbage"),
		Options{Workers: 1, OwnTraces: []*spec.Trace{cleared, fine}, Command: "garbage"})
	require.NoError(t, err)
	require.Equal(t, []Status{Failed, Passed}, []Status{report.Cases[0].Status, report.Cases[1].Status})
	require.Len(t, report.Findings, 1)
	require.Equal(t, "clear broken refused: garbage: entity a; clear a", report.Findings[0].Name)
}

func TestAProcessPasses(t *testing.T) {
	report, err := Run(t.Context(), child("good"), Options{Workers: 2, Transcripts: 2, Traces: 10, Seed: 3})
	require.NoError(t, err)
	require.True(t, report.OK, report.Text())
	require.Equal(t, "little", report.Info.Implementation)
	require.Equal(t, 2, report.Campaign.Workers)
}

func TestAProcessThatDoesNotStart(t *testing.T) {
	_, err := Run(t.Context(), Adapter("/no/such/program", adapter.Options{}), Options{})
	var refusal *spec.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, spec.CodeInvalid, refusal.Code)
}

// A saved finding can be replayed as a trace, piped into an adapter, and read as a scenario.
func TestSavedFindings(t *testing.T) {
	dir := t.TempDir()
	report := runWith(t, forgetsRow, Options{OwnTraces: []*spec.Trace{readTrace(t, fans)}, Save: dir, Command: "./engine"})
	f := report.Findings[0]
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(f.Saved, name))
		require.NoError(t, err)
		return string(text)
	}
	trace, err := spec.ReadTrace(strings.NewReader(read("trace.jsonl")), spec.ReadLimits{})
	require.NoError(t, err)
	require.Equal(t, f.Trace.Operations(), trace.Operations())
	require.Contains(t, read("report.txt"), `again   go run ./cmd/diffcheck test --adapter ./engine --trace `+f.Saved)

	sound := func(p spec.Profile) spec.Engine { return model.New(p) }
	broken := func(p spec.Profile) spec.Engine { return spoilt{model.New(p), forgetsRow} }
	answers := func(engine func(spec.Profile) spec.Engine) []string {
		var out bytes.Buffer
		require.NoError(t, adapter.Serve(t.Context(), strings.NewReader(read("protocol.jsonl")), &out, engine,
			fewCapabilities()))
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	right, wrong := answers(sound), answers(broken)
	require.Len(t, right, len(trace.Entries)+3, "hello, reset, the operations, quit")
	for _, line := range right {
		require.Contains(t, line, `"ok":true`)
	}
	last := len(right) - 2
	require.Equal(t, right[:last], wrong[:last])
	require.NotEqual(t, right[last], wrong[last], "the last operation differs")

	all, err := scenario.Parse("scenario.feature", read("scenario.feature"))
	require.NoError(t, err)
	require.Equal(t, scenario.Passed, scenario.Run(all[0], sound).Status)
	require.Equal(t, scenario.Failed, scenario.Run(all[0], broken).Status)
}

func TestScriptsOfDumpsEndWithOne(t *testing.T) {
	spoil := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpDump && len(out.Dump.Entities) > 1 {
			d := *out.Dump
			d.Entities = d.Entities[1:]
			out.Dump = &d
		}
	}
	report := runWith(t, spoil, Options{OwnTraces: []*spec.Trace{readTrace(t, fans)}})
	require.NotEmpty(t, report.Findings)
	script := strings.Split(strings.TrimSpace(string(report.Findings[0].Script())), "\n")
	require.Equal(t, []string{`{"op":"dump"}`, `{"op":"quit"}`}, script[len(script)-2:])
}

func TestReportsAsDataHaveEverything(t *testing.T) {
	report, err := wrong()
	require.NoError(t, err)
	text, err := json.Marshal(report)
	require.NoError(t, err)
	var data struct {
		OK       bool
		Areas    []struct{ Area string }
		Cases    []struct{ Name, Status string }
		Findings []struct {
			Name  string
			Trace []json.RawMessage
		}
		Campaign struct{ Seed uint64 }
	}
	require.NoError(t, json.Unmarshal(text, &data))
	require.False(t, data.OK)
	require.Len(t, data.Cases, len(report.Cases))
	require.Len(t, data.Areas, len(report.Areas))
	require.EqualValues(t, 1, data.Campaign.Seed)
	require.Len(t, data.Findings[0].Trace, 1+len(report.Findings[0].Trace.Entries), "the header, then the operations")
	areas := map[string]bool{}
	for _, a := range report.Areas {
		require.False(t, areas[a.Name], "the area %s occurs twice", a.Name)
		areas[a.Name] = true
	}
	require.True(t, areas["relationships/pairs"] && areas["generated/cached"])
	require.True(t, slices.ContainsFunc(report.Cases,
		func(c CaseResult) bool { return c.Status == Unsupported && strings.Contains(c.Reason, "variables") }))
}

// The report says what a campaign did not compare: traces for which there was no time, and answers
// that the engine or the reference refused because of a limit of work.
func TestCampaignsReportUncomparedAnswers(t *testing.T) {
	givesUp := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && out.Err == nil {
			*out = spec.Fail(&spec.Error{Code: spec.CodeLimit, Message: "too much work", Exhausted: true})
		}
	}
	report := runWith(t, givesUp, Options{Traces: 6, Seed: 2, Keep: only("none")})
	require.Zero(t, report.Campaign.Divergences, report.Text())
	n := report.Campaign.Counts.Exhausted[spec.OpQuery]
	require.Positive(t, n)
	require.Contains(t, report.Text(), fmt.Sprintf("\n          %d answers were not compared, because one side gave up (too much work or a timeout): query\n", n))
	require.NotContains(t, report.Text(), "requested, but not all started")

	report = runWith(t, nil, Options{Traces: 1 << 40, Duration: 300 * time.Millisecond, Seed: 2, Keep: only("none")})
	require.Less(t, report.Campaign.Traces, uint64(1<<40))
	require.Equal(t, uint64(1<<40), report.Campaign.Requested)
	require.Contains(t, report.Text(), "traces were requested, but not all started: the time ran out")
}

func TestAskedCountsOnlyTheShard(t *testing.T) {
	for parts := range uint64(5) {
		for traces := range uint64(9) {
			sum := uint64(0)
			for i := range max(parts, 1) {
				sum += requested(traces, oracle.Shard{Index: i, Of: parts})
			}
			require.Equal(t, traces, sum)
		}
	}
}

// After an interrupt the report says so, and does not advise a longer time.
func TestAnInterruptIsNotALackOfTime(t *testing.T) {
	oneWorker(t)
	ctx, interrupt := context.WithCancel(t.Context())
	n := 0
	report, err := Run(ctx, inProcess(fewCapabilities(), func(op *spec.Operation, out *spec.Outcome) {
		forgetsRow(op, out)
		if n++; n == 20_000 {
			interrupt()
		}
	}), Options{
		Workers: 1, Transcripts: -1, Traces: 100_000, Findings: 1000, Seed: 1, Keep: only("none"),
		ReduceChecks: fewChecks,
	})
	require.NoError(t, err)
	require.True(t, report.Interrupted)
	report.Unexamined = 3
	text := report.Text()
	require.Contains(t, text, "3 divergences were not reduced: the run was interrupted\n")
	require.Contains(t, text, "100,000 traces were requested, but not all started: the run was interrupted\n")
	require.NotContains(t, text, "--duration")
	require.NotContains(t, text, "the time ran out")
	report.Interrupted = false
	require.Contains(t, report.Text(), "use a longer --duration")
}
