package suite

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// faulty opens an adapter that misbehaves in one way.
func faulty(fault string, timeout time.Duration) Open {
	return Adapter("'"+os.Args[0]+"'", adapter.Options{
		Env: []string{misbehaving.Variable + "=" + fault, "GORACE=atexit_sleep_ms=0"}, Timeout: timeout,
		Grace: 200 * time.Millisecond, MaxResponse: 1 << 20,
	})
}

// A new adapter often answers hello before it implements reset.
func TestTheReportNamesARefusedReset(t *testing.T) {
	report, err := Run(t.Context(), faulty(misbehaving.RefusesReset, time.Minute),
		Options{Workers: 2, Transcripts: 2, Traces: 5, Command: "./little"})
	require.NoError(t, err)
	require.False(t, report.OK)
	require.Nil(t, report.Campaign)
	require.Empty(t, report.Findings)
	require.Zero(t, report.Total().Count[Passed]+report.Total().Count[Failed])
	require.Positive(t, report.Total().Count[NotRun])
	require.Len(t, report.Failures, 1)
	require.Contains(t, report.Text(), `the engine declares the profile flecs-3 but cannot create a world of it: {"op":"reset","profile":"flecs-3"} returned unsupported: not written yet`)
}

// If an engine sometimes cannot create a world, that is a finding, and the rest is still compared.
func TestAnOccasionallyRefusedResetIsAFinding(t *testing.T) {
	sound := opened(t, inProcess(fewCapabilities(), nil))
	n := 0
	open := func(context.Context, time.Duration) (*Subject, error) {
		s := *sound
		s.New = func(p spec.Profile) (spec.Engine, error) {
			if n++; n%50 == 49 {
				return nil, spec.Errorf(spec.CodeLimit, "too many worlds")
			}
			return sound.New(p)
		}
		return &s, nil
	}
	report, err := Run(t.Context(), open, Options{Workers: 1, Transcripts: 2, Traces: 5, Seed: 1})
	require.NoError(t, err)
	require.False(t, report.OK)
	require.Positive(t, report.Total().Count[Passed])
	require.NotEmpty(t, report.Findings)
	for _, f := range report.Findings {
		require.Contains(t, f.Name, ", intermittent")
	}
}

// An incomplete answer, and one that does not arrive even with a longer limit, are findings with
// the matching error code.
func TestMissingAnswersAreFindings(t *testing.T) {
	scenario := aScenarioWithRows(t)
	for fault, want := range map[string]struct {
		code    spec.ErrorCode
		timeout time.Duration
	}{
		misbehaving.Exits:     {spec.CodeCrash, time.Minute},
		misbehaving.HalfALine: {spec.CodeTimeout, 300 * time.Millisecond},
		misbehaving.Late:      {spec.CodeTimeout, 300 * time.Millisecond},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			report, err := Run(t.Context(), faulty(fault, want.timeout), Options{
				Workers: 1, Transcripts: -1, Traces: 0, ReduceChecks: 3, Parts: []Part{Scenarios}, Keep: only(scenario),
				Save: t.TempDir(),
			})
			require.NoError(t, err)
			require.False(t, report.OK)
			require.Equal(t, 1, report.Total().Count[Failed], report.Text())
			require.Len(t, report.Findings, 1)
			require.Contains(t, report.Findings[0].Name, string(want.code))
			require.Contains(t, report.Findings[0].Divergence.Difference.Got, string(want.code))
		})
	}
}

// A failure in the first of several runs counts even if the other runs are right.
func TestAScenarioThatFailsOnceHasFailed(t *testing.T) {
	n := 0
	once := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(out.Rows) > 0 {
			if n++; n == 1 {
				out.Rows = nil
			}
		}
	}
	report := runWith(t, once, Options{Keep: only(aScenarioWithRows(t)), Transcripts: -1})
	require.Positive(t, n)
	require.Equal(t, 1, report.Total().Count[Failed], "the wrong answer was not reported")
	require.Len(t, report.Findings, 1)
	require.Equal(t, "query rows missing, intermittent", report.Findings[0].Name)
	require.Contains(t, report.Findings[0].Text(), "intermittent: seen in 1 of 6 runs of this trace")
}

// The entry written for an intermittent finding is accepted by the next run, whether the finding
// occurs in it or not.
func TestTheEntryOfAnIntermittentFindingIsAccepted(t *testing.T) {
	oneWorker(t)
	draw := rand.New(rand.NewPCG(1, 2))
	atTimes := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && draw.IntN(2) == 0 {
			out.Rows = nil
		}
	}
	t.Chdir(t.TempDir())
	o := Options{Keep: only(aScenarioWithRows(t)), Transcripts: -1, Save: "findings"}
	report := runWith(t, atTimes, o)
	require.Len(t, report.Findings, 1, report.Text())
	require.Positive(t, report.Findings[0].Runs)
	written, err := os.ReadFile(filepath.Join(report.Findings[0].Saved, "known.yaml"))
	require.NoError(t, err)
	list := strings.Replace(string(written), "reason: ''", "reason: it comes and goes", 1)
	require.NoError(t, os.WriteFile("known.yaml", []byte(list), 0o644))
	o.Known, err = ReadKnown(os.DirFS("."), "known.yaml")
	require.NoError(t, err)

	met := 0
	for n := 0; met == 0; n++ { // in some runs the scenario fails, too
		require.Less(t, n, 50)
		report = runWith(t, atTimes, o)
		require.True(t, report.OK, report.Text())
		met += report.Total().Count[KnownFails]
	}
	report = runWith(t, nil, o)
	require.True(t, report.OK, "the failure did not occur in this run: %s", report.Text())
}

// A failed assertion in the engine is one finding, however many rows were expected, and it is
// reduced.
func TestOneCrashIsOneFinding(t *testing.T) {
	n := 500
	asserts := func(op *spec.Operation, out *spec.Outcome) {
		if n++; (op.Op == spec.OpQuery || op.Op == spec.OpIterate) && len(out.Rows) > 0 {
			*out = spec.Fail(spec.Errorf(spec.CodeCrash,
				`the process ended with "signal: aborted", its last words: query.cpp:7: targets(%s) == %d of no pair`,
				out.Rows[0].This, n))
		}
	}
	report := runWith(t, asserts, Options{
		Transcripts: 3, Traces: 20, Seed: 1,
		Keep: func(names ...string) bool { return strings.Contains(names[0], "-t0") },
	})
	require.Len(t, report.Findings, 1, report.Text())
	f := report.Findings[0]
	require.Equal(t, "crash: query.cpp:7: targets(N) == N of no pair", f.Name)
	require.Zero(t, f.Runs)
	require.Less(t, len(f.Trace.Entries), 5)
	require.Greater(t, f.Seen, 10)
}

// aScenarioWithRows returns the first scenario that the small engine passes and whose queries
// return rows.
func aScenarioWithRows(t *testing.T) string {
	t.Helper()
	n := 0
	rows := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			n += len(out.Rows)
		}
	}
	s, err := NewSession(t.Context(), inProcess(fewCapabilities(), rows), Options{Workers: 1, Transcripts: -1})
	require.NoError(t, err)
	defer s.Close()
	for _, c := range s.Cases() {
		n = 0
		result, err := s.Case(&c)
		require.NoError(t, err)
		if n > 0 && result.Status == Passed {
			return c.Name
		}
	}
	require.Fail(t, "no scenario of the small engine queries rows")
	return ""
}

// The total time bounds the whole run, whatever the adapter does, and the campaign gets its share.
func TestTotalBoundsTheRun(t *testing.T) {
	for _, fault := range []string{misbehaving.Crashes, misbehaving.Hangs, misbehaving.Floods} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			var report *Report
			for total := 2 * time.Second; report == nil || report.cutOff == len(report.Cases); total *= 2 {
				require.Less(t, time.Since(begun), 10*time.Minute, "the campaign alone has an hour")
				var err error // on a slow machine, starting the engine may take all of the time
				report, err = Run(t.Context(), faulty(fault, 200*time.Millisecond), Options{
					Workers: 2, Total: total, Duration: time.Hour, Seed: 1, Save: t.TempDir(),
				})
				if err != nil {
					require.ErrorContains(t, err, "to hello")
				}
			}
			require.Less(t, time.Since(begun), 10*time.Minute, "the run must take far less time than the campaign alone")
			require.False(t, report.OK)
			if report.cutOff > 0 {
				require.Contains(t, report.Text(), "FAILURE  the time ran out")
			}
			if report.Campaign == nil { // a slow machine spends all of the time on the cases
				require.Positive(t, report.cutOff)
				return
			}
			require.Positive(t, report.Campaign.Divergences+uint64(len(report.Findings)), report.Text())
		})
	}
}
