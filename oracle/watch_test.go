package oracle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// hanging is an engine that gives no answer to a query until the test is over.
func hanging(t *testing.T) oracle.Implementation {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return faulty("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpQuery {
			<-over
		}
	})
}

func TestAnEngineThatHangsIsADivergence(t *testing.T) {
	tr := trace(entity("R"), entity("a", spec.Single("R")), query(terms(tag("R"))), entity("b"))
	res, err := oracle.RunWithin(2*time.Second, tr, sound("model"), []oracle.Implementation{hanging(t)}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	d := res.Divergences[0]
	require.Equal(t, "engine", d.Implementation)
	require.Equal(t, 2, d.Index)
	require.True(t, d.Hangs())
	require.Equal(t, "query broken ok / refused: timeout", d.Difference.Signature())
	require.Len(t, oracle.UpTo(tr, d.Index).Entries, 3)
}

func TestRunWithinIsRun(t *testing.T) {
	want := run(t, small(), faulty("engine", missingRow), oracle.RunOptions{})
	got, err := oracle.RunWithin(time.Hour, small(), sound("model"), []oracle.Implementation{faulty("engine", missingRow)}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Equal(t, want.Counts, got.Counts)
	require.Equal(t, len(want.Divergences), len(got.Divergences))
	for i := range got.Divergences {
		require.False(t, got.Divergences[i].Hangs())
	}
	bad := spec.NewTrace("flecs-99")
	_, err = oracle.RunWithin(time.Hour, bad, sound("model"), nil, oracle.RunOptions{})
	require.Error(t, err)
}
