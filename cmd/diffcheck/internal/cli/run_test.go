package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// short returns the arguments of a short run whose campaign always has the same number of traces.
func short(t *testing.T, args ...string) []string {
	return append(args, "--duration", "5m", "--traces", "6", "--seed", "17", "--workers", "1", "--save", t.TempDir())
}

func TestDefaultRunAgrees(t *testing.T) {
	b := newBench()
	require.Equal(t, console.ExitOK, b.command(short(t)...), "%s%s", b.out.String(), b.err.String())
	text := b.out.String()
	for _, want := range []string{
		"PASS  model and fast agree on everything compared  (",
		"scenarios     3 of 3 agree on model and fast", "(2 of 1,716 statements)",
		"transcripts   flecs 3.2.12        1 agree    0 declared    0 unsupported", "flecs 4.0.5         1 agree",
		"regressions   1 of 1 agree", "rows; seed 17", "\nnext  diffcheck why",
	} {
		require.Contains(t, text, want)
	}
	require.LessOrEqual(t, strings.Count(text, "\n"), 12)
	require.Empty(t, b.err.String(), "progress moves on a terminal only")
	require.Equal(t, console.ExitOK, b.command(short(t, "-v")...))
	for _, want := range []string{"1 worker, seed 17", "  operations ", "  queries ", "  rows "} {
		require.Contains(t, b.out.String(), want)
	}
}

func TestDefaultRunAsData(t *testing.T) {
	b := newBench()
	require.Equal(t, console.ExitOK, b.command(short(t, "--json")...))
	var report struct {
		OK          bool
		Engines     []string
		Scenarios   scenarioReport
		Transcripts []transcriptReport
		Regressions regressionReport
		Campaign    oracle.CampaignReport
		Divergences []divergence
		Failures    []string
	}
	require.NoError(t, json.Unmarshal(b.out.Bytes(), &report), b.out.String())
	require.True(t, report.OK)
	require.Equal(t, 3, report.Scenarios.Agree)
	require.Len(t, report.Transcripts, 2)
	require.Equal(t, 1, report.Transcripts[1].Versions[0].Files[transcript.Agrees])
	require.Equal(t, 4, report.Transcripts[1].Versions[0].Lines[transcript.Agrees])
	require.Equal(t, 1, report.Regressions.Total)
	require.Equal(t, uint64(17), report.Campaign.Seed)
	require.NotZero(t, report.Campaign.Counts.Rows)
	require.Empty(t, report.Divergences)
}

func TestPartsAndPatternsChoose(t *testing.T) {
	cases := []struct{ args, has, lacks string }{
		{"run scenarios", "3 of 3", "transcripts regressions campaign"},
		{"run transcripts regressions", "1 agree", "scenarios campaign"},
		{"run campaign", "operations", "scenarios transcripts regressions"},
		{"run -run tags-01", "1 of 1", "transcripts regressions campaign"},
		{"run -run=is.removed", "2 of 2", "transcripts regressions campaign"},
		{"run -run ^Tags$ -skip flecs-4", "2 of 2", "transcripts regressions campaign"},
		{"run -run 3.2.12/tags", "flecs 3.2.12", "4.0.5 scenarios regressions campaign"},
		{"run -run cities.jsonl", "regressions   1 of 1", "scenarios transcripts campaign"},
		{"run campaign -run tags scenarios", "campaign", "transcripts regressions"},
	}
	for _, c := range cases {
		t.Run(c.args, func(t *testing.T) {
			b := newBench()
			require.Equal(t, console.ExitOK, b.command(short(t, strings.Fields(c.args)...)...), b.err.String())
			require.Contains(t, b.out.String(), c.has)
			for _, lacked := range strings.Fields(c.lacks) {
				require.NotContains(t, b.out.String(), lacked)
			}
		})
	}
}

func TestPatternsThatMatchNothingAreErrors(t *testing.T) {
	for _, args := range []string{
		"run -run xyzzy", "run -run tags -skip xyzzy", "run scenarios -run 3.2.12",
		"run -run [",
	} {
		b := newBench()
		require.Equal(t, console.ExitBroken, b.command(short(t, strings.Fields(args)...)...), args)
		require.Empty(t, b.out.String())
		require.Contains(t, b.err.String(), "diffcheck: -")
	}
}

func TestDivergenceIsReducedShownAndSaved(t *testing.T) {
	b := newBench().withBug()
	dir := t.TempDir()
	require.Equal(t, console.ExitDiverged,
		b.command("run", "campaign", "--seed", "17", "--duration", "5m", "--workers", "1", "--findings", "1", "--save",
			dir))
	require.Contains(t, b.out.String(), "DIVERGENCE")
	require.Contains(t, b.out.String(), "\n       - $this=")
	require.Contains(t, b.out.String(), "again   go run ./cmd/diffcheck replay "+dir)

	saved, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	require.NoError(t, err)
	require.Len(t, saved, 5, "one finding with a trace, a scenario, a test and two reports; the trace as found is gone")
	file := filepath.Join(filepath.Dir(saved[0]), "trace.jsonl")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	reduced, err := spec.ReadTrace(strings.NewReader(string(text)), spec.ReadLimits{})
	require.NoError(t, err)
	require.LessOrEqual(t, len(reduced.Entries), 10)

	b.files["found.jsonl"] = &fstest.MapFile{Data: text}
	require.Equal(t, console.ExitDiverged, b.command("replay", "found.jsonl"), "the saved trace shows it again")
	require.Equal(t, console.ExitOK, newBench().withFile("found.jsonl", text).command("replay", "found.jsonl"))

	asFeature, err := os.ReadFile(filepath.Join(filepath.Dir(file), "scenario.feature"))
	require.NoError(t, err)
	scenarios, err := scenario.Parse("scenario.feature", string(asFeature))
	require.NoError(t, err, string(asFeature))
	require.Len(t, scenarios, 1)
	for i, want := range []scenario.Status{scenario.Passed, scenario.Failed} {
		got := scenario.Run(scenarios[0], func(p spec.Profile) spec.Engine { return fresh(b.engines[i], p) })
		require.Equal(t, want, got.Status, "%s\n%s", got.Reason, asFeature)
	}
}

func (b *bench) withFile(name string, text []byte) *bench {
	b.files[name] = &fstest.MapFile{Data: text}
	return b
}

func TestDivergenceAsData(t *testing.T) {
	b := newBench().withBug()
	require.Equal(t, console.ExitDiverged,
		b.command("fuzz", "--json", "--seed", "17", "--traces", "2", "--duration", "0", "--findings", "1", "--workers",
			"1", "--save", ""))
	var report struct {
		OK          bool
		Divergences []divergence
	}
	require.NoError(t, json.Unmarshal(b.out.Bytes(), &report))
	require.False(t, report.OK)
	require.Len(t, report.Divergences, 1)
	d := report.Divergences[0]
	require.Equal(t, "fast", d.Implementation)
	require.Len(t, d.Trace, d.Operations+1)
	require.Less(t, d.Operations, d.From)
	require.Empty(t, d.Saved)
}

func TestErrorsFailTheRun(t *testing.T) {
	cases := map[string]struct {
		spoil func(*bench)
		want  string
	}{
		"a scenario fails": {func(b *bench) { b.withBug() }, "FAILURE  scenario tags-02 (flecs-3), tags/tags.feature:"},
		"engines differ in an answer that a scenario does not state": {func(b *bench) {
			b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
				if op.Op == spec.OpQuery && len(out.Rows) == 1 {
					out.Rows[0].Fields = nil
				}
			})
		}, "model and fast differ at operation"},
		"an engine panics": {func(b *bench) {
			b.engines[1] = named("fast", func(op *spec.Operation, _ *spec.Outcome) {
				if op.Op == spec.OpQuery {
					panic("out of range")
				}
			})
		}, "panic: out of range"},
		"a transcript is not explained": {func(b *bench) {
			b.transcripts["flecs-4.0.5/tags/01-tag.jsonl"].Data = []byte(strings.Replace(tagsTranscript("flecs-4",
				"4.0.5"), `"value": true`, `"value": false`, 1))
		}, "FAILURE  transcript flecs-4.0.5/tags/01-tag.jsonl:6 on model"},
		"a declaration is not needed": {func(b *bench) {
			b.declared = "declared: [{id: old, reason: was so, by: Flecs defect, link: none}]"
		}, "the declared difference old does not occur any more"},
		"a regression is back": {func(b *bench) { b.withBug() }, "FAILURE  regression cities.jsonl"},
		"no scenarios":         {func(b *bench) { b.features = fstest.MapFS{} }, "no scenarios were compared"},
		"a declared capability is not supported": {func(b *bench) {
			b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
				if op.Op == spec.OpQuery {
					*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no queries"))
				}
			})
		}, "the engine declares the capabilities that this needs"},
		"scenarios are all unsupported": {func(b *bench) {
			b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
				if op.Op == spec.OpQuery {
					*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no queries"))
				}
				if op.Op == spec.OpHello {
					out.Info = &spec.Info{}
				}
			})
		}, "no scenarios were compared"},
		"no regressions": {func(b *bench) { b.corpus.regressions = fstest.MapFS{} }, "no regressions were compared"},
		"no transcripts": {func(b *bench) {
			b.corpus.transcripts = func() ([]*transcript.Transcript, error) { return nil, nil }
		}, "no transcripts on model were compared"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			c.spoil(b)
			code := b.command(short(t, "run", "scenarios", "transcripts", "regressions")...)
			require.Equal(t, console.ExitDiverged, code, "%s%s", b.out.String(), b.err.String())
			require.Contains(t, b.out.String(), c.want)
			require.Contains(t, b.out.String(), "FAIL  ")
			require.NotContains(t, b.out.String(), "PASS")
		})
	}
}

func TestBrokenInputOfARun(t *testing.T) {
	cases := map[string]func(*bench){
		"feature files cannot be read": func(b *bench) {
			b.features = fstest.MapFS{"a/a.feature": {Data: []byte("Feature: x\n\n  Scenario: y\n    Given z\n")}}
		},
		"declared difference 1":      func(b *bench) { b.declared = "declared: [{id: x}]" },
		"regression r.jsonl":         func(b *bench) { b.corpus.regressions = fstest.MapFS{"r.jsonl": {Data: []byte("{}")}} },
		"transcripts cannot be read": func(b *bench) { b.transcripts = fstest.MapFS{} },
	}
	for want, spoil := range cases {
		b := newBench()
		spoil(b)
		require.Equal(t, console.ExitBroken, b.command(short(t)...), want)
		require.Contains(t, b.err.String(), want)
	}
}

// A campaign fails if something that should occur does not.
func TestCampaignsFailIfSomethingIsNeverCompared(t *testing.T) {
	b := newBench()
	setup := &randomRun{profiles: []string{"flecs-3"}}
	setup.Findings = 1
	require.NoError(t, b.prepare(setup, b.engines))
	report := &oracle.CampaignReport{Counts: cover.NewCounts()}
	require.Equal(t, []string{
		"the campaign compared no operations", "the campaign compared no queries", "the campaign compared no rows",
		"the campaign compared no worlds",
	}, setup.uncompared(report))

	c := &report.Counts
	c.Queries, c.Rows, c.Dumps = 1, 1, 1
	c.Operations[spec.OpAdd] = enoughOperations - 1 // one profile
	require.Empty(t, setup.uncompared(report), "too short to tell")
	c.Operations[spec.OpAdd]++
	missing := strings.Join(setup.uncompared(report), "\n")
	for _, want := range []string{"compared no delete", "compared no transitive", "no law split"} {
		require.Contains(t, missing, want)
	}
	require.NotContains(t, missing, "no add")
	require.NotContains(t, missing, "no variant")
	c.Operations[spec.OpAdd] = enoughForVariants
	require.Contains(t, strings.Join(setup.uncompared(report), "\n"), "no variant held")
	setup.weights = "cleanup"
	require.Empty(t, setup.uncompared(report), "other weights")
}

// Main runs the embedded regressions on the engines of the repository.
func TestMainRunsTheEmbeddedRegressions(t *testing.T) {
	var out, problems strings.Builder
	require.Equal(t, console.ExitOK, Main([]string{"run", "regressions"}, strings.NewReader(""), &out, &problems),
		"%s%s", out.String(), problems.String())
	require.Contains(t, out.String(), "PASS  model and fast agree")
	require.NotContains(t, out.String(), "regressions   0")
}

// Ctrl-C stops the run between two transcripts, and is not a divergence.
func TestAnInterruptEndsTheTranscripts(t *testing.T) {
	b := newBench()
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	b.engines = []oracle.Implementation{named("model", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op != spec.OpHello {
			asked++
		}
		cancel()
	}), named("fast", nil)}
	r, err := b.newRun(&runFlags{duration: time.Second, engines: &engineList{chosen: b.engines}})
	require.NoError(t, err)
	r.ctx = ctx
	require.NoError(t, r.transcripts())
	require.Empty(t, r.report.Transcripts)
	require.Less(t, asked, 30, "only the operations of one transcript")
	require.Len(t, r.report.Failures, 1)
	require.Equal(t, "STOP  model and fast agree until the run was interrupted", r.report.verdict())
	r.report.fail("another")
	require.Equal(t, "FAIL  1 failure on model and fast until the run was interrupted", r.report.verdict())
}
