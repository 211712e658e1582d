package suite

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/spec"
)

// A timeout is a finding even if the run ends before it can be confirmed.
func TestAHangIsAFindingEvenInAShortRun(t *testing.T) {
	clears := readTrace(t, `{"op":"entity","entity":"a"}`+"\n"+`{"op":"clear","entity":"a"}`+"\n")
	for name, o := range map[string]Options{
		"a trace":     {OwnTraces: []*spec.Trace{clears}},
		"a scenario":  {Parts: []Part{Scenarios}, Keep: only(aScenarioWithRows(t))},
		"a campaign":  {Parts: []Part{Campaign}, Duration: time.Hour, Seed: 1},
		"known flaws": {OwnTraces: []*spec.Trace{clears}, Known: &Known{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := faulty(misbehaving.Hangs, 700*time.Millisecond) // confirming it takes six times as long
			o.Total, o.Save, o.Workers, o.Transcripts = 4*time.Second, t.TempDir(), 1, -1
			report, err := Run(t.Context(), open, o)
			require.NoError(t, err)
			require.False(t, report.OK, report.Text())
			require.Len(t, report.Findings, 1, report.Text())
			f := report.Findings[0]
			require.True(t, f.Divergence.Hangs())
			require.Contains(t, f.Name, string(f.Divergence.Op.Op)+" broken refused: timeout")
			require.FileExists(t, filepath.Join(f.Saved, "trace.jsonl"))
			require.Zero(t, report.Total().Count[Unsupported])
			require.NotContains(t, report.Text(), "is supported")
		})
	}
}

// A divergence that there is no time to reduce is reported even if the list has an entry for
// another failure.
func TestAnUnreducedDivergenceIsAFinding(t *testing.T) {
	known, err := ReadKnown(folder("known: [{id: other, reason: r, class: flaky, traces: [fans.jsonl], findings: ['crash: other']}]"), "known.yaml")
	require.NoError(t, err)
	c := newCollector(t.Context(), inProcess(fewCapabilities(), forgetsRow), &Options{Known: known, Save: t.TempDir()})
	c.budget.begin(ended(t), 1)
	s := subject(t, forgetsRow)
	seen, err := compareTrace(t.Context(), readTrace(t, fans), s)
	require.NoError(t, err)
	f, err := c.add(seen.sightings[0], s, "here")
	require.NoError(t, err)
	require.NotNil(t, f, "the report lacks the divergence")
	require.Empty(t, f.Known)
	require.Contains(t, f.Text(), "not reduced")
	require.FileExists(t, filepath.Join(f.Saved, "trace.jsonl"))
	require.Equal(t, 1, c.fresh())
	again, err := c.add(seen.sightings[0], s, "there")
	require.NoError(t, err)
	require.Same(t, f, again, "the same divergence")
	require.Equal(t, 2, f.Seen)
	require.Zero(t, c.unexamined)
	other, err := c.add(seen.sightings[1], s, "there")
	require.NoError(t, err)
	require.Nil(t, other, "a finding has the same signature, and there is no time to reduce this one")
	require.Equal(t, 1, c.unexamined)
}

// ended returns a context whose deadline has passed.
func ended(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	t.Cleanup(cancel)
	return ctx
}

// A divergence that an entry describes is known whether or not there is time to reduce it.
func TestADescribedDivergenceIsKnownWithoutTime(t *testing.T) {
	known := knownFrom(t, "known: [{id: forgets, reason: r, ops: [query, iterate], missing: {row: this, some: true}}]")
	c := newCollector(t.Context(), inProcess(fewCapabilities(), forgetsRow), &Options{Known: known, Save: t.TempDir()})
	c.budget.begin(ended(t), 1)
	s := subject(t, forgetsRow)
	seen, err := compareTrace(t.Context(), readTrace(t, fans), s)
	require.NoError(t, err)
	for i := range seen.sightings {
		f, err := c.add(seen.sightings[i], s, "here")
		require.NoError(t, err)
		require.Equal(t, "forgets", f.Known)
		require.Empty(t, f.Saved)
	}
	require.Zero(t, c.fresh())
	require.Zero(t, c.unexamined)
}

// A campaign without time for one trace says so. It does not claim that the engine supports
// nothing.
func TestACampaignWithoutTimeSaysSo(t *testing.T) {
	slow := func(*spec.Operation, *spec.Outcome) { time.Sleep(100 * time.Millisecond) }
	for _, total := range []time.Duration{time.Nanosecond, 300 * time.Millisecond} {
		report, err := Run(t.Context(), inProcess(fewCapabilities(), slow), Options{
			Workers: 1, Parts: []Part{Campaign}, Total: total, Duration: total, Seed: 1,
		})
		require.NoError(t, err)
		require.False(t, report.OK)
		require.Contains(t, report.Text(),
			"FAILURE  the campaign compared nothing: the time ran out before the end of the first trace")
	}
}

// The name of a timeout contains only the operation and the capabilities that it needs. So one
// entry fits every trace with that timeout.
func TestAnEntryOfAHangMatchesOtherTraces(t *testing.T) {
	hangs := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpRemove && op.ID.IsPair() {
			*out = spec.Fail(spec.Errorf(spec.CodeTimeout, "no answer"))
		}
	}
	pair := `{"op":"entity","entity":"R"}` + "\n" + `{"op":"entity","entity":"a"}` + "\n" +
		`{"op":"remove","entity":"a","id":["R","a"]}` + "\n"
	o := Options{Save: t.TempDir(), OwnTraces: []*spec.Trace{readTrace(t, pair)}, ReduceChecks: fewChecks}
	report := runWith(t, hangs, o)
	require.Len(t, report.Findings, 1)
	f := report.Findings[0]
	require.Equal(t, "remove broken refused: timeout (world: pairs, world: entities)", f.Name)
	list := filepath.Join(f.Saved, "known.yaml")
	entry, err := os.ReadFile(list)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(list, bytes.Replace(entry, []byte("reason: ''"), []byte("reason: slow"), 1), 0o644))
	o.Known, err = ReadKnown(os.DirFS(f.Saved), "known.yaml")
	require.NoError(t, err)
	o.OwnTraces = []*spec.Trace{readTrace(t, `{"op":"entity","entity":"b"}`+"\n"+pair)}
	report = runWith(t, hangs, o)
	require.True(t, report.OK, report.Text())
	require.Equal(t, 1, report.Total().Count[KnownFails])
}
