package suite

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// loaded opens the model as on an overloaded machine: in the chosen worlds, queries answer too late
// unless the limit is long.
func loaded(late func(world int) bool, spoil func(*spec.Operation, *spec.Outcome)) Open {
	patient, worlds := false, 0
	open := InProcess(func(p spec.Profile) spec.Engine {
		worlds++
		slow := late(worlds)
		return spoilt{model.New(p), func(op *spec.Operation, out *spec.Outcome) {
			if spoil != nil {
				spoil(op, out)
			}
			if slow && !patient && op.Op == spec.OpQuery {
				*out = spec.Fail(spec.Errorf(spec.CodeTimeout, "no answer"))
			}
		}}
	}, fewCapabilities(), false)
	return withPatience(open, func(times int) { patient = times > 1 })
}

// withPatience passes the time limit to subjects.
func withPatience(open Open, patience func(times int)) Open {
	return func(ctx context.Context, d time.Duration) (*Subject, error) {
		s, err := open(ctx, d)
		if err == nil {
			s.Patience = patience
		}
		return s, err
	}
}

func always(int) bool { return true }

func TestAnAnswerWithinTheLongLimitIsNoFinding(t *testing.T) {
	for name, late := range map[string]func(int) bool{
		"in every world":   always,
		"in the first run": func(world int) bool { return world == 2 }, // the first world answers hello
	} {
		t.Run(name, func(t *testing.T) {
			c, err := compareTrace(t.Context(), readTrace(t, fans), opened(t, loaded(late, nil)))
			require.NoError(t, err)
			require.Empty(t, c.sightings)
			require.Positive(t, c.late)
		})
	}
}

func TestTheTraceContinuesAfterALateAnswer(t *testing.T) {
	trace := readTrace(t, fans+`{"op":"has","entity":"a","id":["R","R"]}`+"\n")
	c, err := compareTrace(t.Context(), trace, opened(t, loaded(always, lies)))
	require.NoError(t, err)
	require.Empty(t, c.sightings, "nothing has it")
	calm, err := compareTrace(t.Context(), trace, opened(t, inProcess(fewCapabilities(), lies)))
	require.NoError(t, err)
	require.Equal(t, calm.counts.Total(), c.counts.Total())
}

// A query that is always late does not count as a run in which the divergence did not show.
func TestLateAnswersMakeNoFindingIntermittent(t *testing.T) {
	calm := subject(t, forgetsRow)
	c, err := compareTrace(t.Context(), readTrace(t, fans), calm)
	require.NoError(t, err)
	want := reduce(c.sightings[0], calm, oracle.ReduceOptions{}, never)
	got := reduce(c.sightings[0], opened(t, loaded(func(world int) bool { return world < 20 }, forgetsRow)),
		oracle.ReduceOptions{}, never)
	require.Zero(t, got.Runs, got.Name)
	require.Equal(t, want.Divergence.Signature(), got.Divergence.Signature())
}

// slow opens an adapter without defects that answers its first queries late.
func slow(string) Open {
	return Adapter("'"+os.Args[0]+"'", adapter.Options{
		Env: []string{behaviourVariable + "=slow", "GORACE=atexit_sleep_ms=0"}, Timeout: slowness / 2,
		Grace: 200 * time.Millisecond,
	})
}

func TestAMendedSubjectGetsTheLongLimit(t *testing.T) {
	oneWorker(t)
	known := knownWithHas(t, "known: [{id: forgets, reason: r, traces: [fans.jsonl], mended: --rows}]")
	o := Options{
		Known: known, Mended: slow, Workers: 1, Traces: 3, Seed: 1, Transcripts: 2, ReduceFor: -1,
		Keep: generatedOnly,
	}
	report, err := Run(t.Context(), inProcess(fewCapabilities(), forgetsRow), o)
	require.NoError(t, err)
	require.Empty(t, report.New(), report.Text())
	require.True(t, report.OK, report.Text())
	require.Positive(t, report.Known[0].Findings)
}
