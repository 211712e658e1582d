package reduce_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// A trace that is tried may hang: it counts as one that does not fail, and after three the rest is left as it is.
func TestAReductionSurvivesTracesThatHang(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	var hung atomic.Int32
	engine := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			*out = spec.Fail(spec.Errorf(spec.CodeInvalid, "a fault"))
		}
		if op.Op == spec.OpDelete {
			hung.Add(1)
			<-release
		}
	})
	query := spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: "(R, *)", Kind: spec.KindRule}}
	fine := spec.NewTrace("flecs-3", query)
	res, err := runner.Run(fine, engines.Model(), []runner.Implementation{engine}, runner.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, res.Divergences)
	fails := reduce.FailsLikeWithin(time.Second, res.Divergences[0], engines.Model(), engine, runner.Options{})
	require.True(t, fails(fine))
	hangs := spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpDelete, Entity: "a"}, query)
	for range 5 {
		require.False(t, fails(hangs))
	}
	require.EqualValues(t, 3, hung.Load())
	require.False(t, fails(fine), "nothing is tried any more")
}
