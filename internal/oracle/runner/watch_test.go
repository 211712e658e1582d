package runner_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// hanging returns an engine that does not answer queries until the test ends.
func hanging(t *testing.T) runner.Implementation {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return oracletest.NewMutant("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpQuery {
			<-over
		}
	})
}

func TestAnEngineThatHangsIsADivergence(t *testing.T) {
	tr := build.Trace(build.Entity("R"), build.Entity("a", spec.Single("R")), build.Query(build.Terms(build.Tag("R"))),
		build.Entity("b"))
	res, err := runner.Within(2*time.Second, tr, oracletest.Sound("model"), []runner.Implementation{hanging(t)},
		runner.Options{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	d := res.Divergences[0]
	require.Equal(t, "engine", d.Implementation)
	require.Equal(t, 2, d.Index)
	require.True(t, d.Hangs())
	require.Equal(t, "query broken refused: timeout", d.Difference.Signature())
	require.Len(t, runner.UpTo(tr, d.Index).Entries, 3)
}

func TestRunWithinEqualsRun(t *testing.T) {
	want := oracletest.Run(t, build.Small(), oracletest.NewMutant("engine", oracletest.MissingRow), runner.Options{})
	got, err := runner.Within(time.Hour, build.Small(), oracletest.Sound("model"),
		[]runner.Implementation{oracletest.NewMutant("engine", oracletest.MissingRow)}, runner.Options{})
	require.NoError(t, err)
	require.Equal(t, want.Counts, got.Counts)
	require.Equal(t, len(want.Divergences), len(got.Divergences))
	for i := range got.Divergences {
		require.False(t, got.Divergences[i].Hangs())
	}
	bad := spec.NewTrace("flecs-99")
	_, err = runner.Within(time.Hour, bad, oracletest.Sound("model"), nil, runner.Options{})
	require.Error(t, err)
}
