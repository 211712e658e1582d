package campaign_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

func generate(seed uint64, p spec.Profile) *spec.Trace {
	return fuzz.Generate(seed, p, fuzz.Operations(60))
}

func options(ims ...runner.Implementation) campaign.Options {
	return campaign.Options{
		Generate: generate, Seed: 7, Workers: 2, Traces: 12, Profiles: []spec.Profile{spec.Flecs3(), spec.Flecs4()},
		Reference: engines.Model(), Implementations: ims,
	}
}

func runCampaign(t *testing.T, o campaign.Options) *campaign.Report {
	t.Helper()
	r, err := campaign.Run(context.Background(), o)
	require.NoError(t, err)
	return r
}

func TestCampaignIsDeterministic(t *testing.T) {
	reports := make([]string, 2)
	for i := range reports {
		o := options(oracletest.Sound("engine"))
		o.Workers = 1 + i*3
		o.Variants, o.Run.Laws, o.LawEvery = variant.All(), law.All(), 2
		r := runCampaign(t, o)
		require.Empty(t, r.Findings)
		require.EqualValues(t, 12, r.Traces)
		r.Elapsed, r.Workers = 0, 0
		b, err := json.Marshal(r)
		require.NoError(t, err)
		reports[i] = string(b)
	}
	require.Equal(t, reports[0], reports[1], "the result depends on the number of workers")
}

func TestCampaignRunsVariantsInTurn(t *testing.T) {
	o := options(oracletest.Sound("engine"))
	profile := spec.Flecs3()
	turns := slices.DeleteFunc(variant.All(),
		func(v *variant.Variant) bool { return v.Needs != nil && !v.Needs(&profile) })
	o.Traces, o.Variants = uint64(2*len(turns)+4), variant.All()
	o.Alternates = []runner.Implementation{oracletest.Sound("other"), oracletest.Sound("third")}
	r := runCampaign(t, o)
	// All operations are compared on the engine itself, except the few that both sides refuse as unsupported.
	require.InEpsilon(t, o.Traces*60, r.Counts.Comparisons["engine"], 0.02)
	require.Positive(t, r.Counts.Comparisons["third"])
	for _, v := range turns {
		require.EqualValues(t, 2, r.Counts.Applied[v.Name]+r.Counts.NotRun[v.Name], "variant %s must run once in each profile", v.Name)
	}
}

// Each profile rotates through all laws, so an even LawEvery does not skip the second of two laws.
func TestLawsAreCheckedInEveryProfile(t *testing.T) {
	o := options(oracletest.Sound("engine"))
	o.Profiles, o.Traces, o.Run.Laws, o.LawEvery = []spec.Profile{spec.Flecs3(), spec.Tecs()}, 24, law.All(), 4
	r := runCampaign(t, o)
	require.Positive(t, r.Counts.Applied["split"])
	require.Positive(t, r.Counts.Applied["inverse"], "no law of declared relationships was checked")
}

// The laws are checked on the engine for every second trace, and on the reference for every eighth.
func TestLawsSometimesCheckTheReference(t *testing.T) {
	o := options(oracletest.Sound("engine"))
	o.Profiles = []spec.Profile{spec.Flecs3()}
	o.Run.Laws = []*law.Law{{Name: "tried", Check: func(law.Case) (int, *compare.Difference) { return 1, nil }}}
	tried := func(part shard.Shard, every uint64) uint64 {
		o.Shard, o.LawEvery = part, every
		return runCampaign(t, o).Counts.Applied["tried"]
	}
	// the reference succeeds as often as the engine
	of := func(i uint64) uint64 { return tried(shard.Shard{Index: i, Of: o.Traces}, 1) / 2 }
	require.Equal(t, 2*of(0)+of(2)+of(4)+of(6)+2*of(8)+of(10), tried(shard.Shard{}, 2))
}

func TestCampaignFindsAMutant(t *testing.T) {
	o := options(oracletest.LosesWildcardPairs())
	o.Workers, o.Traces, o.Duration, o.Findings = 1, 0, time.Minute, 1
	saved := 0
	o.Found = func(f *campaign.Finding) error {
		saved++
		require.NotEmpty(t, f.Trace.Entries)
		return nil
	}
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	require.Equal(t, 1, saved)
	require.Less(t, r.Elapsed, 30*time.Second)
	f := r.Findings[0]

	// The seed and index of a finding reproduce it.
	p := o.Profiles[f.Index%2]
	res, err := runner.Run(generate(campaign.TraceSeed(f.Seed, f.Index), p), engines.Model(), o.Implementations,
		runner.Options{})
	require.NoError(t, err)
	require.Equal(t, f.Divergence.Signature(), res.Divergences[0].Signature())
}

func TestCampaignCountsRepeats(t *testing.T) {
	o := options(oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpEntity {
			*out = build.Fail(spec.CodeLimit)
		}
	}))
	o.Profiles = []spec.Profile{spec.Flecs3()}
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	require.EqualValues(t, 11, r.Findings[0].Repeats)
}

func TestCampaignReportsHangs(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	var hung atomic.Bool
	hangs := oracletest.NewMutant("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpQuery && hung.CompareAndSwap(false, true) {
			<-release
		}
	})
	o := options(hangs)
	o.Workers, o.TraceTimeout = 1, 2*time.Second // correct traces need some time on a busy machine
	r := runCampaign(t, o)
	require.Len(t, r.Findings, 1)
	d := r.Findings[0].Divergence
	require.Equal(t, "engine", d.Implementation)
	require.Equal(t, compare.DiffBroken, d.Difference.Kind)
	require.Contains(t, d.Difference.Got, "timeout")
	require.Equal(t, spec.OpQuery, d.Op.Op)
	require.EqualValues(t, 11, r.Counts.Traces, "another worker compares the other traces")
}

// A whole trace may take longer than the time limit of an operation. That is not a hang.
func TestALongTraceIsNotAHang(t *testing.T) {
	t.Parallel()
	slow := oracletest.NewMutant("engine", func(*spec.Operation, *spec.Outcome) { time.Sleep(15 * time.Millisecond) })
	o := options(slow)
	o.Workers, o.Traces, o.TraceTimeout, o.ProgressEvery = 1, 1, time.Second, 20*time.Millisecond
	r := runCampaign(t, o)
	require.Empty(t, r.Findings)
	require.EqualValues(t, 1, r.Counts.Traces)
	require.Greater(t, r.Elapsed, o.TraceTimeout)
}

func TestCampaignResumes(t *testing.T) {
	o := options(oracletest.Sound("engine"))
	all := runCampaign(t, o)
	o.Keep, o.Traces = t.TempDir(), 5
	runCampaign(t, o)
	o.Resume, o.Traces = true, 12
	require.Equal(t, all.Counts, runCampaign(t, o).Counts)
}

func TestCampaignEnds(t *testing.T) {
	o := options(oracletest.Sound("engine"))
	o.Traces, o.Duration, o.ProgressEvery = 0, 200*time.Millisecond, 20*time.Millisecond
	var calls int
	var last campaign.Progress
	o.Progress = func(p campaign.Progress) { calls++; last = p }
	begin := time.Now()
	r := runCampaign(t, o)
	require.Less(t, time.Since(begin), 5*time.Second)
	require.Positive(t, calls)
	require.Equal(t, r.Traces, last.Traces)
	require.Equal(t, r.Counts.Total(), last.Operations)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o = options(oracletest.Sound("engine"))
	r, err := campaign.Run(ctx, o)
	require.NoError(t, err)
	require.Zero(t, r.Traces)
}

func TestCampaignRefusesWrongOptions(t *testing.T) {
	for name, change := range map[string]func(*campaign.Options){
		"no generator": func(o *campaign.Options) { o.Generate = nil },
		"no reference": func(o *campaign.Options) { o.Reference = runner.Implementation{} },
		"no end":       func(o *campaign.Options) { o.Traces = 0 },
	} {
		o := options(oracletest.Sound("engine"))
		change(&o)
		_, err := campaign.Run(context.Background(), o)
		require.Error(t, err, name)
	}
	o := options(oracletest.LosesWildcardPairs())
	o.Traces = 500
	o.Found = func(*campaign.Finding) error { return errors.New("disk full") }
	_, err := campaign.Run(context.Background(), o)
	require.ErrorContains(t, err, "disk full")
}

func TestCampaignReportText(t *testing.T) {
	c := cover.NewCounts()
	c.Operations[spec.OpAdd], c.Operations[spec.OpQuery] = 9000, 1000
	c.Queries, c.Rows, c.Dumps = 1000, 12345, 9000
	for _, f := range spec.Features() {
		c.Features[f] = 10
	}
	c.Features[spec.FeatAnd], c.Features["union"] = 1000, 0
	c.Refused[spec.CodeCycle] = 4
	c.Comparisons["fast"], c.Comparisons["fast (cached)"] = 10000, 2000
	c.Applied["cached"], c.NotRun["deferred"], c.Unsupported["changed: not built yet"] = 7, 3, 2
	r := &campaign.Report{Seed: 8817263549, Workers: 2, Elapsed: 20 * time.Second, Counts: c}
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	r.Findings = []campaign.Finding{{
		Seed: 8817263549, Index: 17, Operations: 214, Repeats: 3,
		Divergence: runner.Divergence{
			Implementation: "fast", Variant: "cached", Index: 41,
			Difference: compare.Difference{Kind: compare.DiffExtra, Op: spec.OpQuery},
		},
	}}
	require.NoError(t, r.WriteText(&b))
	golden.Compare(t, "testdata/golden/campaign.txt", b.String())
	require.Equal(t, []string{"delete", "union", "fragment recycle"},
		c.Never([]spec.OpKind{spec.OpAdd, spec.OpDelete}, spec.Features(), []string{"recycle"}))
}

// If a variant or a law finds a fault, the reduced trace shows it without the variant or law.
func TestFindingsNeedNoVariantOrLaw(t *testing.T) {
	onlyWhen := func(when func(op *spec.Operation) bool) runner.Implementation {
		return oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
			if when(op) && len(out.Rows) > 0 {
				out.Rows = out.Rows[1:]
			}
		})
	}
	mutants := map[string]func(op *spec.Operation) bool{
		"variant": func(op *spec.Operation) bool { return op.Op == spec.OpIterate && op.On[0] == '~' },
		"law": func(op *spec.Operation) bool {
			return op.Query != nil && len(op.Query.Terms) > 0 &&
				op.Query.Terms[len(op.Query.Terms)-1].Kind == spec.TermScope
		},
	}
	noScopes, err := fuzz.ParseWeights("term.scope=0,fragment=0")
	require.NoError(t, err)
	generator := fuzz.New(spec.Flecs3(), fuzz.WithWeights(noScopes), fuzz.Operations(60))
	for name, when := range mutants {
		t.Run(name, func(t *testing.T) {
			o := options(onlyWhen(when))
			o.Profiles = []spec.Profile{spec.Flecs3()}
			o.Generate = func(seed uint64, _ spec.Profile) *spec.Trace { return generator.Generate(seed) }
			o.Traces, o.Duration, o.Findings = 0, time.Minute, 1
			o.Variants, o.Run.Laws = variant.All(), law.All()
			r := runCampaign(t, o)
			require.NotEmpty(t, r.Findings)
			f := r.Findings[0]
			require.Empty(t, f.Divergence.Variant+f.Divergence.Law)
			require.Contains(t, f.Trace.Header.Note, "as asked by engine")
			res, err := runner.Run(f.Trace, engines.Model(), o.Implementations, runner.Options{})
			require.NoError(t, err)
			require.Equal(t, f.Divergence.Signature(), res.Divergences[0].Signature())
		})
	}
}
